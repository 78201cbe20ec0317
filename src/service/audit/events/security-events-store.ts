/** Notes of security events. The database stores those of organisations with an audit target that wants them. */
import { storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import type { RejectionFacts, SignInFacts } from './security-event.ts';

/** Notes a sign-in for the organisations of a person: those that the provider's token names, or those whose member it is. */
export async function noteSignIn(
  sql: Transaction,
  issuer: string,
  claimedOrganisations: readonly string[],
  facts: SignInFacts,
): Promise<void> {
  await sql`
    select note_sign_in(${issuer}, ${storableText(facts.subject)},
      array(select jsonb_array_elements_text(${storableJson(claimedOrganisations)}::text::jsonb))::uuid[],
      ${storableJson(facts)}::text::jsonb)`;
}

/** Rejections of one caller in an organisation. */
export interface NotedRejections {
  readonly orgId: string;
  /** Time of the last one. */
  readonly lastAt: Date;
  readonly data: RejectionFacts;
}

/** Notes rejected calls. */
export async function noteRejections(
  sql: Transaction,
  rejections: readonly NotedRejections[],
): Promise<void> {
  await sql`select note_rejections(${storableJson(rejections)}::text::jsonb)`;
}

/** Deletes up to so many events that are older than this. Needs the owner's connection. Returns how many. */
export async function deleteOldSecurityEvents(
  sql: Transaction,
  ageMsMax: number,
  rowsMax: number,
): Promise<number> {
  const deleted = await sql`
    delete from security_events where (org_id, id) in (
      select org_id, id from security_events where occurred_at < now() - ${ageMsMax} * interval '1 millisecond'
      limit ${rowsMax})`;
  return deleted.count;
}
