/** Kinds of texts that settings hold, recognised by their form. */
import { isSqlStatement } from '../../code/sql.ts';

/** A key of a connection string at its beginning or behind a semicolon. */
const CONNECTION_KEY =
  /(?:^|;)\s*(?:provider|data source|server|database|initial catalog|driver|dsn|integrated security|user id|uid)\s*=/i;
const OLE_DB = /(?:^|;)\s*provider\s*=/i;
const ODBC = /(?:^|;)\s*(?:driver|dsn|filedsn)\s*=/i;

/** Returns whether a text is a connection string: keys with values, no statement. */
export const isConnectionString = (text: string): boolean =>
  CONNECTION_KEY.test(text) && !isSqlStatement(text);

const isOleDb = (text: string): boolean => OLE_DB.test(text) && isConnectionString(text);

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Checks of texts by the name of their kind, as tables of facts use it. */
export const TEXT_KINDS: Readonly<Record<string, (text: string) => boolean>> = {
  json: isJson,
  xml: (text) => /^\s*<[?!a-z_][^>]*>/i.test(text),
  sql: isSqlStatement,
  'ole-db': isOleDb,
  odbc: (text) => ODBC.test(text) && !OLE_DB.test(text) && isConnectionString(text),
  'without-provider': (text) =>
    isConnectionString(text) && !OLE_DB.test(text) && !/(?:^|;)\s*file name\s*=/i.test(text),
  'web-address': (text) => /^https?:\/\//i.test(text),
  'html-selector': (text) => /^\s*<html\b/i.test(text),
  'wnd-selector': (text) => /^\s*<wnd\b/i.test(text) && !/<html\b/i.test(text),
  'special-keys': (text) => /\[(?:k|d|u)\(/.test(text),
  ...Object.fromEntries(
    ['10', '11', '12', '13', '14'].map((minor) => [
      `python-3${minor}`,
      (text: string) => new RegExp(`python3\\.?${minor}\\b`, 'i').test(text),
    ]),
  ),
  number: (text) => /^\d{1,9}$/.test(text),
  thousands: (text) => /^\d{4,9}$/.test(text),
  minutes: (text) => Number(text) >= 120_000,
  'fixed-cells': (text) => /^[a-z]{1,3}\d{1,7}:[a-z]{1,3}\d{1,7}$/i.test(text),
  'newer-python': (text) => /python3(?:1\d|\.1\d)/i.test(text),
  '64-bit-folder': (text) => /^[a-z]:\\program files\\/i.test(text),
  '32-bit-folder': (text) => /^[a-z]:\\program files \(x86\)\\/i.test(text),
};
