/** Environment of `flowarden pull`: credentials of the platform and of the service, and the proxy on the way. */
import type { SubmitConfig } from '../submit/config.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Environment of the command; unset and empty variables are undefined. */
export interface PullConfig {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly token: string | undefined;
  /** Variables that name the proxy; null: none is used, as for all of Node without `NODE_USE_ENV_PROXY`. */
  readonly proxyEnv: Variables | null;
  /** The service that a pull is sent to. */
  readonly service: SubmitConfig;
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
    // Only a key can be the sender of a source: the identity of a CI job counts for nothing here.
    service: {
      server: environment.FLOWARDEN_URL || undefined,
      apiKey: environment.FLOWARDEN_API_KEY || undefined,
      orgId: environment.FLOWARDEN_ORG_ID || undefined,
      identity: null,
      job: null,
      agent: undefined,
    },
  };
}

function proxyOf(environment: Variables): Variables | null {
  const isUsed =
    environment.NODE_USE_ENV_PROXY === '1' && (environment.https_proxy || environment.HTTPS_PROXY);
  return isUsed ? Object.fromEntries(PROXY_VARIABLES.map((name) => [name, environment[name]])) : null;
}
