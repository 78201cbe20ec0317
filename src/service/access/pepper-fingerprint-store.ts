/** Row with the fingerprint of the pepper of all API keys, which must not change. */
import type { Transaction } from '../../infra/database/transaction.ts';

/** The fingerprint of the pepper in use, or undefined in a new database. */
export async function findPepperFingerprint(sql: Transaction): Promise<Buffer | undefined> {
  const [row] = await sql<{ pepperFingerprint: Buffer }[]>`select pepper_fingerprint from installation`;
  return row?.pepperFingerprint;
}

/** Remembers the pepper of a new database. */
export async function insertPepperFingerprint(sql: Transaction, fingerprint: Buffer): Promise<void> {
  await sql`insert into installation (pepper_fingerprint) values (${fingerprint})`;
}
