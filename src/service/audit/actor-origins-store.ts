/** Origins of an actor: the creator or rotator of a key has seen its secret. */
import type { KnownActor, Origins } from '../../contract/person.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';

/** Keys that each make their successor for decades stay below. */
const ACTORS_MAX = 2_000;

/**
 * Lists the actor; when it is a key, who made it and who ever rotated it; behind those that are keys the same, and so on,
 * the nearest first; and behind users every address that their membership has had.
 */
export async function listActorOrigins(
  sql: TenantTransaction,
  { kind, id, email }: KnownActor,
): Promise<Origins> {
  const actor = { kind, id, email };
  // Postgres runs the recursion generation by generation, and no further than the limit needs.
  const behind = await sql<KnownActor[]>`
    with recursive origins (kind, id, email) as (
      select ${kind}::text, ${storableText(id)}::text, ${storableText(email)}::text
      -- Not "all": keys that rotate each other would be found again and again.
      union
      select shown.kind, shown.id, shown.email
      from origins cross join lateral (
        select created_by_kind as kind, created_by_id as id, created_by_email as email
        from api_keys where org_id = ${sql.orgId} and api_keys.id = origins.id and created_by_kind is not null
        union all
        select actor_kind, actor_id, actor_email
        from audit_entries
        where org_id = ${sql.orgId} and target_id = origins.id and action = 'api_key.rotated'
      ) as shown
      where origins.kind = 'key'
    )
    select kind, id, email from origins offset 1 limit ${ACTORS_MAX + 1}`;
  const actors = [actor, ...behind];
  return {
    actors: [...actors, ...(await listMemberAddresses(sql, actors))],
    isComplete: behind.length <= ACTORS_MAX,
  };
}

/** Returns the users among the actors with every address that the organisation has for them, regardless of their current tokens. */
async function listMemberAddresses(
  sql: TenantTransaction,
  actors: readonly KnownActor[],
): Promise<readonly KnownActor[]> {
  const subjects = actors.filter(({ kind }) => kind === 'user').map(({ id }) => id);
  if (subjects.length === 0) return [];
  return sql<KnownActor[]>`
    select distinct 'user' as kind, subject as id, address as email
    from organisation_members cross join lateral (values (email), (joined_email)) as known (address)
    where org_id = ${sql.orgId} and subject = any(${storableArray(subjects)}::text[]) and address is not null`;
}
