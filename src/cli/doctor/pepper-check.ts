/** Check of the pepper: whether it is the one that the API keys of the database were hashed with. */
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { pepperFingerprint, sameHash } from '../../service/access/api-key.ts';
import { findPepperFingerprint } from '../../service/access/pepper-fingerprint-store.ts';
import { type CheckResult, resultsOf } from './check.ts';

const { ok, failed, skipped } = resultsOf('pepper');

/** Runs the check. The database has a keyed hash, never the pepper. */
export async function checkPepper(reader: Sql, pepper: string | null): Promise<CheckResult> {
  if (pepper === null) return skipped('There is no FLOWARDEN_KEY_PEPPER to compare.');
  const known = await inTransaction(reader, findPepperFingerprint);
  if (known === undefined) return ok('The database is new: the first API key decides which pepper it has.');
  return sameHash(known, pepperFingerprint(pepper))
    ? ok('FLOWARDEN_KEY_PEPPER is the one that API keys were hashed with.')
    : failed(
        'FLOWARDEN_KEY_PEPPER is not the one that API keys were hashed with, so every key is rejected: set the one of the first start, on every core.',
      );
}
