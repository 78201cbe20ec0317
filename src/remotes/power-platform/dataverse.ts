/** Reads of the Dataverse Web API of one environment: single rows, and all pages of a table. */
import { formatNumber } from '../../text/format.ts';
import { type PlatformClient, type PlatformTokens, StatusError } from '../http/platform-client.ts';
import { objectOf } from '../http/platform-fault.ts';
import { REMOTE_LIMITS } from '../limits.ts';
import { RemoteError } from '../remote-error.ts';

/** Path of the Web API below the origin of an environment. */
export const WEB_API = '/api/data/v9.2';
/** Rows of a page: the most that Dataverse gives. */
const PAGE_ROWS = 5_000;
/** Longest address that Dataverse takes. */
const LINK_CHARACTERS_MAX = 32_768;
/** Code of Dataverse for a table that the environment does not have. */
const NO_TABLE = '0x80060888';

/** Row of a table. */
export type Row = Readonly<Record<string, unknown>>;

/** Web API of one environment. */
export interface Dataverse {
  readonly host: string;
  /** Reads one answer. `path` begins with a slash, below the Web API. @throws RemoteError */
  get(path: string, signal: AbortSignal): Promise<Row>;
  /** Reads all rows of a query: of each the columns that it names, and its etag. @throws RemoteError */
  rows(query: TableQuery, signal: AbortSignal): Promise<readonly Row[]>;
}

/** Query of a table. */
export interface TableQuery {
  readonly table: string;
  readonly columns: readonly string[];
  /** Condition of OData; absent: all rows. */
  readonly filter?: string;
  /** Name of the rows in messages, such as `flows`. */
  readonly what: string;
  /** Privilege that the role of the application needs. */
  readonly right: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An environment without the table has no rows. */
  readonly isOptional?: boolean;
}

/** Creates the reads of an environment. */
export function createDataverse(client: PlatformClient, tokens: PlatformTokens, environment: URL): Dataverse {
  const { host } = environment;
  const read = async (path: string, signal: AbortSignal, headers: Readonly<Record<string, string>> = {}) => {
    const answer = objectOf(
      await client.json(tokens, path, {
        signal,
        headers: { 'OData-Version': '4.0', 'OData-MaxVersion': '4.0', ...headers },
      }),
    );
    if (answer !== undefined) return answer;
    throw new RemoteError('invalid_answer', `${host} answers no object.`);
  };

  async function rows(query: TableQuery, signal: AbortSignal): Promise<readonly Row[]> {
    const { table, columns, filter, what } = query;
    const headers = { Prefer: `odata.maxpagesize=${PAGE_ROWS}`, ...query.headers };
    const found: Row[] = [];
    const seen = new Set<string>();
    const condition = filter === undefined ? '' : `&$filter=${filter}`;
    let next: string | undefined = `/${table}?$select=${columns.join()}${condition}`;
    for (let characters = 0; next !== undefined; ) {
      if (seen.has(next)) throw new RemoteError('invalid_answer', `${host} answers the same page twice.`);
      seen.add(next);
      if (seen.size > REMOTE_LIMITS.tablePagesMax)
        throw new RemoteError(
          'over_limit',
          `The ${what} of ${host} have more than ${formatNumber(REMOTE_LIMITS.tablePagesMax)} pages.`,
        );
      const page: Row = await read(next, signal, headers);
      if (!Array.isArray(page.value))
        throw new RemoteError('invalid_answer', `The answer of ${host} has no list "value".`);
      for (const value of page.value) {
        const row = rowOf(value, columns);
        characters += lengthOf(row);
        found.push(row);
      }
      if (found.length > REMOTE_LIMITS.artefactsMax)
        throw new RemoteError(
          'over_limit',
          `${host} has more than ${formatNumber(REMOTE_LIMITS.artefactsMax)} ${what}.`,
        );
      if (characters > REMOTE_LIMITS.tableCharactersMax)
        throw new RemoteError(
          'over_limit',
          `The ${what} of ${host} have more than ${formatNumber(REMOTE_LIMITS.tableCharactersMax)} characters.`,
        );
      next = nextPath(page['@odata.nextLink'], environment);
    }
    return found;
  }

  return {
    host,
    get: (path, signal) => read(path, signal).catch(rethrown(host, undefined)),
    async rows(query, signal) {
      try {
        return await rows(query, signal);
      } catch (error) {
        if (query.isOptional === true && error instanceof StatusError && error.fault.code === NO_TABLE)
          return [];
        return rethrown(host, query)(error);
      }
    },
  };
}

/** Returns the columns of a row that a query names. What an answer holds beside them is dropped. */
function rowOf(value: unknown, columns: readonly string[]): Row {
  const row = objectOf(value) ?? {};
  const known = ['@odata.etag', ...columns].filter((name) => ['string', 'number'].includes(typeof row[name]));
  return Object.fromEntries(known.map((name) => [name, row[name]]));
}

const lengthOf = (row: Row): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** Returns the path of the next page; undefined: there is none. @throws RemoteError for a link that leads elsewhere: the token stays here */
function nextPath(link: unknown, environment: URL): string | undefined {
  if (link === undefined || link === null) return undefined;
  const url = typeof link === 'string' && link.length <= LINK_CHARACTERS_MAX ? URL.parse(link) : null;
  if (url?.origin === environment.origin && url.pathname.startsWith(`${WEB_API}/`))
    return url.pathname.slice(WEB_API.length) + url.search;
  throw new RemoteError(
    'redirected',
    `The next page of ${environment.host} is said to be elsewhere: it is not followed.`,
  );
}

/** Returns what throws the error of a read as a sentence about the environment. One of them says nothing of the others. */
function rethrown(host: string, query: TableQuery | undefined): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof StatusError)) throw error;
    if (error.status === 401 || error.fault.code === NO_MEMBER)
      throw new RemoteError(
        'no_access',
        `${host} does not know the application. Add it as an application user of this environment, with the role for reading.`,
        { cause: error },
      );
    if (error.status === 403)
      throw new RemoteError(
        'no_access',
        query === undefined
          ? error.message
          : `The ${query.what} of ${host} cannot be read. Give the role of the application ${query.right}.`,
        { cause: error },
      );
    throw error;
  };
}

/** Code of Dataverse for a caller that is no user of the environment. */
const NO_MEMBER = '0x80072560';
