/** Environment of `flowarden pull`: the credential of the platform, and the proxy on the way to it. */

type Variables = Readonly<Record<string, string | undefined>>;

/** Environment of the command; unset and empty variables are undefined. */
export interface PullConfig {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly token: string | undefined;
  /** Variables that name the proxy; null: none is used, as for all of Node without `NODE_USE_ENV_PROXY`. */
  readonly proxyEnv: Variables | null;
}

/** Variables of a proxy for https, and of the hosts that it does not serve. */
const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY'] as const;

/** Reads the environment. */
export function pullConfig(environment: Variables = process.env): PullConfig {
  return {
    clientId: environment.FLOWARDEN_PULL_CLIENT_ID?.trim() || undefined,
    clientSecret: environment.FLOWARDEN_PULL_CLIENT_SECRET || undefined,
    token: environment.FLOWARDEN_PULL_TOKEN || undefined,
    proxyEnv: proxyOf(environment),
  };
}

function proxyOf(environment: Variables): Variables | null {
  const isUsed =
    environment.NODE_USE_ENV_PROXY === '1' && (environment.https_proxy || environment.HTTPS_PROXY);
  return isUsed ? Object.fromEntries(PROXY_VARIABLES.map((name) => [name, environment[name]])) : null;
}
