/** Behind whom an actor stands: keys are made by somebody, who knows their secret. */
import type { Origins } from '../model/person.ts';
import { storableText } from './text.ts';
import type { Transaction } from './transaction.ts';

/** A chain of keys that is longer has been made to be long. */
const MAKERS_MAX = 20;

/** The actor, who made it when it is a key, who made that one, and so on. */
export async function listActorOrigins(
  sql: Transaction,
  orgId: string,
  { kind, id, email }: Origins[number],
): Promise<Origins> {
  return sql<Origins[number][]>`
    with recursive origins (kind, id, email, depth) as (
      select ${kind}::text, ${storableText(id)}::text, ${email === null ? null : storableText(email)}::text, 0
      union all
      select created_by_kind, created_by_id, created_by_email, depth + 1
      from origins join api_keys on api_keys.id = origins.id
      where origins.kind = 'key' and org_id = ${orgId} and created_by_kind is not null and depth < ${MAKERS_MAX}
    )
    select kind, id, email from origins order by depth`;
}
