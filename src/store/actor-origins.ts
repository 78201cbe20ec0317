/** Behind whom an actor stands: who made or rotated a key has been shown its secret. */
import type { Origins } from '../model/person.ts';
import { storableText } from './text.ts';
import type { Transaction } from './transaction.ts';

/** A chain of keys that is longer has been made to be long. */
const CHAIN_MAX = 20;

/**
 * The actor; when it is a key, who made it and who ever rotated it; behind those that are keys the same, and so on. The
 * nearest first, a maker before those who rotated.
 */
export async function listActorOrigins(
  sql: Transaction,
  orgId: string,
  { kind, id, email }: Origins[number],
): Promise<Origins> {
  return sql<Origins[number][]>`
    with recursive origins (kind, id, email, depth, is_maker) as (
      select ${kind}::text, ${storableText(id)}::text, ${storableText(email)}::text, 0, true
      -- Not "all": keys that rotate each other would be found again and again.
      union
      select shown.kind, shown.id, shown.email, depth + 1, shown.is_maker
      from origins cross join lateral (
        select created_by_kind as kind, created_by_id as id, created_by_email as email, true as is_maker
        from api_keys where org_id = ${orgId} and api_keys.id = origins.id and created_by_kind is not null
        union
        select actor_kind, actor_id, actor_email, false
        from audit_entries
        where org_id = ${orgId} and target_id = origins.id and action = 'api_key.rotated'
      ) as shown
      where origins.kind = 'key' and depth < ${CHAIN_MAX}
    )
    select kind, id, email from origins
    group by kind, id, email
    order by min(depth), bool_or(is_maker) desc, kind, id`;
}
