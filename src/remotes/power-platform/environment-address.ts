/**
 * Addresses of environments of the Power Platform. Where tokens come from follows from the cloud, so that a secret cannot be
 * sent elsewhere by a mistake.
 */
import { isLoopback } from '../../infra/settings/setting-warnings.ts';
import { REMOTE_LIMITS } from '../limits.ts';

/** Environments of one Entra tenant that share an application. */
export interface PowerPlatformAddress {
  /** Origins of their Web API, at least one, each once. */
  readonly environments: readonly URL[];
  readonly tokenUrl: URL;
  /** Completes the error for an answer that is a web page. */
  readonly webPageHint: string;
}

/** Choice of the user. */
export interface EnvironmentChoice {
  readonly urls: readonly string[];
  /** Id or domain of the Entra tenant. */
  readonly tenant: string | undefined;
}

/** Names of the choices in messages. */
export type EnvironmentNames = Readonly<Record<'urls' | 'tenant', string>>;

/** Hosts of environments by the host that gives tokens to their cloud: learn.microsoft.com/power-platform/admin/regions-overview. */
const CLOUDS: readonly (readonly [environments: RegExp, tokens: string])[] = [
  [/^[a-z0-9-]+\.crm\d*\.dynamics\.com$/, 'login.microsoftonline.com'],
  [/^[a-z0-9-]+\.crm\.microsoftdynamics\.us$/, 'login.microsoftonline.us'],
  [/^[a-z0-9-]+\.crm\.appsplatform\.us$/, 'login.microsoftonline.us'],
  [/^[a-z0-9-]+\.crm\.dynamics\.cn$/, 'login.chinacloudapi.cn'],
];

/** GUID or domain: nothing else becomes a part of an address. */
const TENANT = /^[a-z0-9][a-z0-9.-]{0,252}$/i;

const HINT =
  'The address of an environment stands in the Power Platform admin center as Environment URL, such as https://acme.crm4.dynamics.com.';

/** Reads the addresses. Adds a sentence to `problems` for each mistake, and then returns undefined. */
export function readEnvironmentAddresses(
  { urls, tenant }: EnvironmentChoice,
  problems: string[],
  names: EnvironmentNames = { urls: '--url', tenant: '--tenant' },
): PowerPlatformAddress | undefined {
  if (tenant === undefined || !TENANT.test(tenant))
    problems.push(
      `${names.tenant} must be the id or a domain of the Entra tenant, such as acme.onmicrosoft.com.`,
    );
  if (urls.length > REMOTE_LIMITS.environmentsMax)
    problems.push(`${names.urls} names more than ${REMOTE_LIMITS.environmentsMax} environments.`);
  const found = new Map<string, URL>();
  const tokenOrigins = new Set<string>();
  for (const text of urls) {
    const url = URL.parse(text);
    const tokens = url === null ? undefined : tokenOriginOf(url);
    if (url === null || tokens === undefined)
      problems.push(`${names.urls} ${JSON.stringify(text.slice(0, 200))} is no environment. ${HINT}`);
    else {
      found.set(url.origin, new URL(url.origin));
      tokenOrigins.add(tokens);
    }
  }
  if (tokenOrigins.size > 1) problems.push(`${names.urls} names environments of different clouds.`);
  const [origin] = tokenOrigins;
  if (problems.length > 0 || origin === undefined) return undefined;
  return {
    environments: [...found.values()],
    tokenUrl: new URL(`/${tenant}/oauth2/v2.0/token`, origin),
    webPageHint: HINT,
  };
}

/** Returns where the cloud of an environment gives tokens; undefined: it is no environment. In development this machine is a cloud. */
function tokenOriginOf(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '') return undefined;
  if (isLoopback(url.hostname)) return `${url.protocol}//127.0.0.1:${url.port}`;
  const cloud = CLOUDS.find(([hosts]) => hosts.test(url.hostname));
  return cloud === undefined || url.protocol !== 'https:' || url.port !== ''
    ? undefined
    : `https://${cloud[1]}`;
}
