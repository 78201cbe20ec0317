/**
 * Addresses of Orchestrator. Where tokens come from follows from the edition, so that a credential cannot be sent
 * elsewhere by a mistake in one of two addresses.
 */
import { isLoopback } from '../../infra/settings/setting-warnings.ts';

/** Orchestrator tenant. */
export interface OrchestratorAddress {
  /** Address of the API, without a slash at the end. */
  readonly base: URL;
  readonly tokenUrl: URL;
  /** Tenant of a standalone Orchestrator, which its address does not name; undefined: the address says it, or the default. */
  readonly tenant: string | undefined;
  /** Headers of each call: the tenant of a standalone Orchestrator. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isOnPremises: boolean;
  /** Completes the error for an answer that is a web page. */
  readonly webPageHint: string;
}

/** Choice of the user. */
export interface AddressChoice {
  readonly url: string;
  /** True if the host is one of the user's own. */
  readonly isOnPremises: boolean;
  /** Address of tokens where it does not follow from the edition. */
  readonly tokenUrl?: string | undefined;
  /** Name of the tenant of a standalone Orchestrator. */
  readonly tenant?: string | undefined;
}

/** Hosts of the vendor: Automation Cloud with its dedicated form, and the one for the public sector. */
const VENDOR_HOST = /(?:^|\.)uipath\.com$|^govcloud\.uipath\.us$/;
/** Characters that a header cannot carry. */
const NOT_IN_HEADER = /[^ -~\u00a0-\u00ff]/;
/** Path out of the browser: organisation and tenant, and a screen behind them. */
const TENANT_PATH = /^\/([^/]+)\/([^/]+)(?:\/|$)/;

const CLOUD_HINT =
  'For Automation Cloud the address is https://cloud.uipath.com/ORGANISATION/TENANT/orchestrator_.';
const OWN_HINT =
  'The address of Automation Suite ends with /ORGANISATION/TENANT/orchestrator_; that of a standalone Orchestrator is its host alone.';

/** Names of the choices in messages. */
export type ChoiceNames = Readonly<Record<'url' | 'tokenUrl' | 'onPremises' | 'tenant', string>>;

const OPTIONS: ChoiceNames = {
  url: '--url',
  tokenUrl: '--token-url',
  onPremises: '--on-premises',
  tenant: '--tenant',
};

/** Reads the address of a tenant. Adds a sentence to `problems` for each mistake, and then returns undefined. */
export function readOrchestratorAddress(
  choice: AddressChoice,
  problems: string[],
  names: ChoiceNames = OPTIONS,
): OrchestratorAddress | undefined {
  const url = readUrl(choice.url, names.url, problems);
  const given =
    choice.tokenUrl === undefined ? undefined : readUrl(choice.tokenUrl, names.tokenUrl, problems);
  if (url === undefined || (given === undefined && choice.tokenUrl !== undefined)) return undefined;
  const isVendor = VENDOR_HOST.test(url.hostname);
  if (!isVendor && !choice.isOnPremises) {
    problems.push(
      `${url.host} is not a host of UiPath. Add ${names.onPremises} if it is your own: the credential goes there.`,
    );
    return undefined;
  }
  if (isVendor && given !== undefined) problems.push(`${names.tokenUrl} is for Orchestrators of your own.`);
  const [, organisation, tenant] = TENANT_PATH.exec(url.pathname) ?? [];
  if (isVendor && organisation === undefined) {
    problems.push(`${names.url} needs the organisation and the tenant. ${CLOUD_HINT}`);
    return undefined;
  }
  const isShared = organisation !== undefined && (isVendor || url.pathname.includes('/orchestrator_'));
  const name = isShared ? undefined : choice.tenant;
  if (name !== undefined && NOT_IN_HEADER.test(name))
    problems.push(`${names.tenant} holds characters that a header cannot carry.`);
  const path = isShared
    ? `/${organisation}/${tenant}/orchestrator_`
    : url.pathname.replace(/(?<!\/)\/+$/, '');
  return {
    base: new URL(url.origin + path),
    tokenUrl: given ?? new URL(isShared ? '/identity_/connect/token' : '/identity/connect/token', url.origin),
    tenant: name,
    headers: name === undefined ? {} : { 'X-UIPATH-TenantName': name },
    isOnPremises: !isVendor,
    webPageHint: isVendor ? CLOUD_HINT : OWN_HINT,
  };
}

function readUrl(text: string, option: string, problems: string[]): URL | undefined {
  const url = URL.parse(text) ?? undefined;
  const problem =
    url === undefined || !/^https?:$/.test(url.protocol)
      ? 'must be an address such as https://cloud.uipath.com/acme/production/orchestrator_.'
      : url.username !== '' || url.password !== ''
        ? 'must not hold a user or a password.'
        : url.protocol === 'http:' && !isLoopback(url.hostname)
          ? 'must begin with https://: a credential travels there.'
          : undefined;
  if (problem === undefined) return url;
  problems.push(`${option} ${problem}`);
  return undefined;
}
