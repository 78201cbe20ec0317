/** Store of what members want by mail. */

import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import type { MailChoice } from './mail-kinds.ts';

/** Member of a person, and its address. */
export interface MailedMember {
  readonly id: string;
  readonly email: string | null;
}

/** Returns the member with this subject; undefined when the organisation lists none. */
export async function findMailedMember(
  sql: TenantTransaction,
  subject: string,
): Promise<MailedMember | undefined> {
  const [row] = await sql<[MailedMember?]>`
    select id, email from organisation_members
    where org_id = ${sql.orgId} and subject = ${storableText(subject)}
    order by last_seen_at desc nulls last limit 1`;
  return row;
}

/** Returns the choice of a member; undefined when it has made none. */
export async function findMailChoice(
  sql: TenantTransaction,
  memberId: string,
): Promise<MailChoice | undefined> {
  const [row] = await sql<[MailChoice?]>`
    select pace, to_json(kinds) as kinds from mail_choices where org_id = ${sql.orgId} and member_id = ${memberId}`;
  return row;
}

/** Stores the choice of a member. Does nothing when the organisation has no such member. */
export async function upsertMailChoice(
  sql: TenantTransaction,
  memberId: string,
  { pace, kinds }: MailChoice,
): Promise<void> {
  await sql`
    insert into mail_choices (org_id, member_id, pace, kinds)
    select org_id, id, ${pace}, ${storableArray(kinds)}::text[] from organisation_members
    where org_id = ${sql.orgId} and id = ${memberId}
    on conflict (org_id, member_id) do update set pace = excluded.pace, kinds = excluded.kinds`;
}

/** Returns whether the installation has a mail server. */
export async function isMailOn(sql: TenantTransaction): Promise<boolean> {
  const [row] = await sql<[{ isOn: boolean }?]>`select is_on from mail_state`;
  return row?.isOn ?? false;
}
