/** Challenges that have been used, until they expire: each counts once. */
import type { Transaction } from '../../infra/database/transaction.ts';

/** Marks a challenge as used, by its signature. Returns false when it was before. */
export async function spendProof(sql: Transaction, signature: Buffer, expiresAt: Date): Promise<boolean> {
  const made = await sql`
    insert into spent_lead_proofs (signature, expires_at) values (${signature}, ${expiresAt})
    on conflict do nothing`;
  return made.count === 1;
}

/** Deletes up to `rows` challenges that expired before the moment. Returns how many. */
export async function deleteSpentProofsBefore(sql: Transaction, moment: Date, rows: number): Promise<number> {
  const result = await sql`
    delete from spent_lead_proofs
    where signature in (select signature from spent_lead_proofs where expires_at < ${moment} limit ${rows})`;
  return result.count;
}
