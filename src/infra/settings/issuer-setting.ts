/** Setting of the issuers of CI identity tokens that trust policies may name. */
import { TOKEN_PROVIDER_NAMES, type TokenProviderName } from '../../contract/token-provider.ts';
import { type Setting, secureAddress } from './setting-values.ts';

/** Issuer of identity tokens, and the CI system whose rules apply to them. */
export interface TokenIssuer {
  readonly provider: TokenProviderName;
  /** `iss` of the tokens, character by character. */
  readonly url: string;
}

/** Value of the setting without any issuer. */
const NO_ISSUER = 'none';

const DEFAULT_ISSUERS = 'github=https://token.actions.githubusercontent.com,gitlab=https://gitlab.com';

export const ISSUER_SETTINGS = {
  FLOWARDEN_OIDC_ISSUERS: {
    read: readIssuers,
    allowed: `\`none\` or pairs separated by commas, each of ${TOKEN_PROVIDER_NAMES.join(', ')} and an https address (http only for this machine), as github=https://token.actions.githubusercontent.com,jenkins=https://ci.example.com/oidc`,
    defaultValue: readIssuers(DEFAULT_ISSUERS)!,
    readers: ['core'],
    byDefault: `\`${DEFAULT_ISSUERS}\``,
    meaning:
      'issuers of CI identity tokens that trust policies may name, each exactly as `iss` of its tokens; `none` accepts no such tokens',
  },
} as const satisfies Record<string, Setting<unknown>>;

function readIssuers(text: string): readonly TokenIssuer[] | null {
  if (text === NO_ISSUER) return [];
  const issuers = text.split(',').map((pair) => readIssuer(pair.trim()));
  if (!issuers.every((issuer) => issuer !== null)) return null;
  return new Set(issuers.map(({ url }) => url)).size === issuers.length ? issuers : null;
}

function readIssuer(pair: string): TokenIssuer | null {
  const separator = pair.indexOf('=');
  const provider = TOKEN_PROVIDER_NAMES.find((known) => known === pair.slice(0, separator));
  const url = pair.slice(separator + 1);
  return separator === -1 || provider === undefined || !isIssuerAddress(url) ? null : { provider, url };
}

/** Returns whether a text is an address as issuers write it: the discovery path can follow it, and it holds no user. */
function isIssuerAddress(text: string): boolean {
  if (secureAddress.read(text) === null) return false;
  const { href, username, password } = new URL(text);
  const isCanonical = href === text || href === `${text}/`;
  return isCanonical && !/[?#]/.test(text) && username === '' && password === '';
}
