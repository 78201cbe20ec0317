/** Kinds of text that settings take; a text of another kind was meant for another setting. */
import { isSqlStatement } from '../../code/sql.ts';
import { exchangeQueryFault } from '../../texts/mail-filter.ts';
import type { Objection } from './legal-texts.ts';
import { isConnectionString } from './text-kinds.ts';

/** Files that hold no text, by their endings. */
const BINARY = /\.(?:xlsx?|xlsm|xlsb|docx?|pptx?|pdf|zip|png|jpe?g|gif|msg)$/i;
/** Pages for people below the address of a server. */
const PAGE =
  /^https?:\/\/[^/?#]+(?:\/[^?#]*)?(?:\/(?:secure|browse|projects|issues|dashboard)(?:\/|$)|\.(?:jspa|jsp|aspx|html?)\b)/i;
/** Ids of accounts of Atlassian: a number and a GUID, or 24 hexadecimal digits. */
const ACCOUNT_ID = /^(?:\d{1,10}:[0-9a-f-]{20,50}|[0-9a-f]{24})$/i;
/** Ends of names that no credential has. */
const NO_CREDENTIAL = /(?:url|uri|endpoint|timeout|folder|path|retries|email)$/i;

function jsonObjection(text: string): string | undefined {
  const start = text.trim();
  if (start === '') return 'is an empty text, not JSON';
  // Newtonsoft takes single quotes, comments and more: only a beginning that nothing has is wrong.
  return /^(?:[{["'\d-]|true\b|false\b|null\b|\/[/*])/i.test(start)
    ? undefined
    : 'holds a text that is not JSON';
}

/** Kinds by name, as tables of facts use them. */
export const KINDS_OF_TEXT: Readonly<Record<string, Objection>> = {
  'connection-text': (text) => (isSqlStatement(text) ? 'holds an SQL statement' : undefined),
  'sql-text': (text) => (isConnectionString(text) ? 'holds a connection string' : undefined),
  json: jsonObjection,
  'json-array': (text) =>
    jsonObjection(text) ?? (/^\s*(?:\[|\/)/.test(text) ? undefined : 'holds JSON that is not an array'),
  xml: (text) => (/^\s*\uFEFF?</.test(text) ? undefined : 'holds a text that is not XML'),
  'base-url': (text) =>
    PAGE.test(text)
      ? 'ends with a page for people, but calls are put behind the address of the server'
      : undefined,
  folder: (text) => {
    if (/\.exe$/i.test(text.trim())) return 'names a program instead of its folder';
    return /\\windowsapps(?:\\|$)/i.test(text)
      ? 'names an alias of the Microsoft Store, behind which no program is installed'
      : undefined;
  },
  'account-mail': (text) =>
    ACCOUNT_ID.test(text.trim())
      ? 'is the id of an account, but the login takes its mail address'
      : undefined,
  'issue-key': (text) =>
    /^\d+$/.test(text.trim()) ? 'is a number without its project, such as "ORDERS-12"' : undefined,
  'e-mail': (text) => (text.trim() === '' || text.includes('@') ? undefined : 'holds no mail address'),
  'text-file': (text) =>
    BINARY.test(text.trim()) ? 'names a file that does not hold plain text' : undefined,
  'credential-name': (text) =>
    NO_CREDENTIAL.test(text) ? `is "${text}", which by its name is no credential` : undefined,
  'exchange-query': (text) => exchangeQueryFault(text),
  scheme: (text) =>
    text.trim() === '' || /\s/.test(text.trim())
      ? undefined
      : 'is a token without its scheme, such as "Bearer"',
};
