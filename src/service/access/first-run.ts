/** The first start: an organisation and a key for its owner, so that the first request needs no set-up. */
import { join } from 'node:path';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import type { Transaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import { readText, writePrivateFile } from '../../infra/embedded-postgres/data-folder.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { DAY_MS } from '../../units.ts';
import { anyOrganisation, insertOrganisation } from '../organisations/organisations-store.ts';
import { hashApiKey, makeApiKey, pepperFingerprint, sameHash } from './api-key.ts';
import { insertApiKey } from './api-keys-store.ts';
import { linkAddress, makeLinkOfStart } from './links/sign-in-links.ts';
import { findPepperFingerprint, insertPepperFingerprint } from './pepper-fingerprint-store.ts';
import { SCOPES } from './scopes.ts';

/** Contents of `first-run.json`. */
export interface FirstRun {
  readonly restUrl: string;
  readonly grpcAddress: string;
  readonly orgId: string;
  readonly apiKey: string;
  /** Link by which the first person signs in, once, within an hour of the start. */
  readonly signInUrl?: string;
}

/** Addresses of the running service. */
export type Addresses = Pick<FirstRun, 'restUrl' | 'grpcAddress'>;

/** Name of the file with the first organisation and its key. */
export const FIRST_RUN_FILE = 'first-run.json';
/** Name of the file that `curl -K` reads the credentials from. */
export const CURL_FILE = 'curl.conf';

/** State of the data folder after a start. */
export interface PreparedRun {
  /** True if there is a key in its files. */
  readonly hasKey: boolean;
  /** Link by which the first person signs in; undefined when a person has, or may by other means. */
  readonly signInUrl: string | undefined;
}

/**
 * Creates the first organisation and key when the database has none, and updates the addresses in the files. While no
 * person can sign in, each start makes a link for the first one.
 */
export async function prepareFirstRun(
  owner: Sql,
  dataDir: string,
  pepper: string,
  addresses: Addresses,
): Promise<PreparedRun> {
  const { made, signInUrl } = await inTransaction(owner, async (sql) => {
    await holdPepper(sql, pepper);
    const first = (await anyOrganisation(sql)) ? null : await makeFirstOrganisation(sql, pepper);
    const token = await makeLinkOfStart(sql, pepper);
    const signInUrl = token === undefined ? undefined : linkAddress(addresses.restUrl, token);
    // Inside the transaction: a key that was committed and not written down would be lost for ever.
    if (first !== null) write(dataDir, withLink({ ...addresses, ...first }, signInUrl));
    return { made: first !== null, signInUrl };
  });
  if (made) return { hasKey: true, signInUrl };
  const known = read(dataDir);
  if (known === undefined) return { hasKey: false, signInUrl };
  const current = withLink({ ...known, ...addresses }, signInUrl);
  if (JSON.stringify(known) !== JSON.stringify(current)) write(dataDir, current);
  return { hasKey: true, signInUrl };
}

/** Returns the address of the service that was last started on a data folder; undefined when there was none. */
export function readRestUrl(dataDir: string): string | undefined {
  return read(dataDir)?.restUrl;
}

async function makeFirstOrganisation(
  sql: Transaction,
  pepper: string,
): Promise<Pick<FirstRun, 'orgId' | 'apiKey'>> {
  const orgId = uuidV7();
  const { id, key } = makeApiKey();
  await insertOrganisation(sql, { id: orgId, name: 'First organisation' });
  await insertApiKey(sql, {
    id,
    orgId,
    name: 'Owner key of the first start',
    keyHash: hashApiKey(key, pepper),
    scopes: SCOPES,
    expiresAt: new Date(Date.now() + CONTRACT_LIMITS.apiKeyDaysDefault * DAY_MS),
  });
  return { orgId, apiKey: key };
}

function withLink({ signInUrl: _former, ...run }: FirstRun, signInUrl: string | undefined): FirstRun {
  return signInUrl === undefined ? run : { ...run, signInUrl };
}

/**
 * Remembers the pepper of a new database, or throws StartError when it is another one. Until the transaction ends no
 * other start passes here: two programs that start on one new database make one organisation.
 */
export async function holdPepper(sql: Transaction, pepper: string): Promise<void> {
  await sql`lock table installation in exclusive mode`;
  const fingerprint = pepperFingerprint(pepper);
  const known = await findPepperFingerprint(sql);
  if (known === undefined) await insertPepperFingerprint(sql, fingerprint);
  else if (!sameHash(known, fingerprint)) throw wrongPepper();
}

function write(dataDir: string, run: FirstRun): void {
  writePrivateFile(join(dataDir, FIRST_RUN_FILE), `${JSON.stringify(run, null, 2)}\n`);
  writePrivateFile(
    join(dataDir, CURL_FILE),
    `# Credentials for: curl -K ${CURL_FILE} …\nheader = "Authorization: ApiKey ${run.apiKey}"\nheader = "X-Org-Id: ${run.orgId}"\n`,
  );
}

function read(dataDir: string): FirstRun | undefined {
  const path = join(dataDir, FIRST_RUN_FILE);
  const text = readText(path);
  try {
    return text === null ? undefined : (JSON.parse(text) as FirstRun);
  } catch (cause) {
    throw new StartError(
      `${path} is not valid JSON. Restore it, or delete it and make a new key with \`flowarden keys create\`.`,
      1,
      { cause },
    );
  }
}

function wrongPepper(): StartError {
  return new StartError(
    'The API keys of this database were hashed with another pepper, so none of them would work. Set FLOWARDEN_KEY_PEPPER to the one of the first start (it is in the file key-pepper of that data folder).',
    2,
  );
}
