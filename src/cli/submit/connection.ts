/** Connection to the service: its address, the caller's credentials, and the client that is made of them. */
import { readFile } from 'node:fs/promises';
import { createClient, type FlowardenClient } from '../../../clients/typescript/src/client.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { isLoopback } from '../../infra/settings/setting-warnings.ts';
import { decodeWritten } from '../../text/decode-written.ts';
import { MINUTE_MS } from '../../units.ts';
import { cannotRead } from '../validate/read-error.ts';
import type { SubmitArguments } from './arguments.ts';
import type { SubmitConfig } from './config.ts';
import { type TokenSource, tokenSource } from './identity-token.ts';

/** Prints a note for the user, once. */
export type PrintNote = (sentence: string) => void;

/** Service that files are sent to. */
export interface ServiceConnection {
  readonly client: FlowardenClient;
  /** Address without a slash at the end. */
  readonly server: string;
  readonly orgId: string;
}

/** Attempts after the first one. Pauses are those of `Retry-After`, each at most 30 seconds. */
const RETRIES = 5;
/** Time of one attempt: the service gives an upload two minutes. */
const ATTEMPT_MS_MAX = 3 * MINUTE_MS;
/** Time of a command that sets none, with all its attempts. */
const COMMAND_MS_MAX = 30 * MINUTE_MS;
const PAUSE_STATUSES: readonly number[] = [429, 503];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Characters that a header may hold, without spaces. */
const KEY = /^[!-~]+$/;
const FORK_HINT = 'CI systems give no secrets to pull requests from forks: run `flowarden validate` there.';

/**
 * Creates the client from the options and the environment. Options win. `signal` ends all that it does.
 * @throws StartError that names everything that is missing or wrong, never a value of a key
 */
export async function connect(
  options: Pick<SubmitArguments, 'server' | 'orgId' | 'keyFile'>,
  config: SubmitConfig,
  note: PrintNote,
  signal: AbortSignal = AbortSignal.timeout(COMMAND_MS_MAX),
): Promise<ServiceConnection> {
  const problems: string[] = [];
  const server = readServer(options.server ?? config.server, problems);
  const orgId = readOrganisation(options.orgId ?? config.orgId, problems);
  const isKeyless = options.keyFile === undefined && config.apiKey === undefined && config.identity !== null;
  const apiKey = isKeyless ? '' : await readKey(options.keyFile, config.apiKey, problems);
  if (problems.length > 0) throw new StartError(problems.join('\n'), 2);
  if (isReadable(server))
    note(`${server} is not encrypted: everybody on the way can read the credential. Use https.`);
  const identity = isKeyless
    ? tokenSource(config.identity!, `${server}/orgs/${orgId.toLowerCase()}`, signal)
    : null;
  const client = createClient({
    baseUrl: server,
    credential: identity === null ? { apiKey } : { token: await identity() },
    orgId,
    retries: RETRIES,
    timeoutMs: ATTEMPT_MS_MAX,
    signal,
    fetch: fetchWithNotes(note, identity),
  });
  return { client, server, orgId };
}

function readServer(value: string | undefined, problems: string[]): string {
  const url = URL.parse(value ?? '');
  if (value === undefined) problems.push('Give the address of the service: --server URL, or FLOWARDEN_URL.');
  else if (url === null || !/^https?:$/.test(url.protocol))
    problems.push('The address of the service must be like https://flowarden.example.org.');
  else if (url.username !== '' || url.password !== '')
    problems.push('The address of the service must not hold a user or a password.');
  else if (/\/api\/v1\/?$/.test(url.pathname))
    problems.push('Give the address of the service without /api/v1.');
  return url === null ? '' : `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

function readOrganisation(value: string | undefined, problems: string[]): string {
  if (value === undefined)
    problems.push('Give the UUID of your organisation: --org UUID, or FLOWARDEN_ORG_ID.');
  else if (!UUID.test(value)) problems.push('The organisation must be a UUID, as --org or FLOWARDEN_ORG_ID.');
  return value ?? '';
}

async function readKey(
  file: string | undefined,
  fromEnvironment: string | undefined,
  problems: string[],
): Promise<string> {
  const source = file === undefined ? 'FLOWARDEN_API_KEY' : 'The key file';
  const text = file === undefined ? fromEnvironment : await readKeyFile(file, problems);
  if (text === undefined) {
    if (file === undefined)
      problems.push(`Give an API key: set FLOWARDEN_API_KEY, or --key-file FILE. ${FORK_HINT}`);
    return '';
  }
  const key = text.trim();
  if (!KEY.test(key)) problems.push(`${source} holds no API key: a key is one word, like fwd_live_….`);
  return key;
}

async function readKeyFile(path: string, problems: string[]): Promise<string | undefined> {
  try {
    return decodeWritten(await readFile(path));
  } catch (cause) {
    problems.push(cannotRead(path, cause).message);
    return undefined;
  }
}

/** Returns whether others can read what is sent. */
function isReadable(server: string): boolean {
  const { protocol, hostname } = new URL(server);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** Creates a `fetch` that notes each answer after which the client pauses, and renews the identity token of a job. */
function fetchWithNotes(note: PrintNote, identity: TokenSource | null): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (identity !== null) headers.set('Authorization', `Bearer ${await identity()}`);
    const response = await fetch(input, { ...init, headers });
    if (PAUSE_STATUSES.includes(response.status)) {
      const seconds = Number(response.headers.get('retry-after'));
      const pause = seconds > 0 ? ` and requests a pause of ${seconds} s` : '';
      note(`The service is busy (${response.status})${pause}.`);
    }
    return response;
  };
}
