/** Passwords in connection strings: `Server=db;User Id=app;Password=…`. */

import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { isSqlStatement } from '../code/sql.ts';

/** Setting of connection strings alone, so that prose with `password=` is not taken for one. */
export const CONNECTION =
  /(?:^|[;"'])\s*(?:server|data source|provider|driver|host|hostname|initial catalog|database|dsn|user id|uid|endpoint)\s*=/i;
const PASSWORD = /(?:^|;)\s*(?:password|pwd)\s*=\s*("[^"]{1,200}"|'[^']{1,200}'|[^;]{1,200})/i;

/** Address of Oracle with user and password in front of the host: `jdbc:oracle:thin:bot/…@db1:1521:orcl`. */
const ORACLE = /^\s*jdbc:oracle:\w{1,10}:[^/\s@]{1,100}\/([^@\s%{}$<>]{1,200})@/i;

/** Returns the password in an address of Oracle; undefined when it has none, or a placeholder. */
export function oraclePassword(text: string): string | undefined {
  const found = ORACLE.exec(text)?.[1];
  return found === undefined || isPlaceholder(found) ? undefined : found;
}

/**
 * Placeholder for a value at run time: `{0}`, `%Password%`, `$sPassword$`, `@{…}`, `@Token@`, `<password>`, `#PWD#`. A
 * single `@` is no mark: parameters such as `@password` stand in the texts of commands only.
 */
const FILLED_IN = /^(?:@[{(@]|@\w+@$|#.*#$|[%$<[(])|\{\w*\}|\{\{|%\w+%|\$\w+\$/;

/**
 * Length of the longest command in which a password may be a parameter: searching a longer one for each is too
 * expensive.
 */
const COMMAND_CHARACTERS_MAX = 4_000;

/** Returns whether a password of a connection string is the real value. */
export function isFixedPassword(password: string, text: string): boolean {
  const isParameter = password.startsWith('@') && isSqlStatement(text.slice(0, COMMAND_CHARACTERS_MAX));
  return !isParameter && !FILLED_IN.test(password) && !isPlaceholder(password);
}

/** Returns the password that a connection string holds as text; undefined when it has none, or a placeholder. */
export function passwordInConnectionString(text: string): string | undefined {
  if (!CONNECTION.test(text)) return oraclePassword(text);
  const found = PASSWORD.exec(text)?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  return found === undefined || /^[{}>]/.test(found) || !isFixedPassword(found, text) ? undefined : found;
}
