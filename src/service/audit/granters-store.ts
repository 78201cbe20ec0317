/** Actors who gave an actor access: they invited a member, added them or gave them their role. */
import type { KnownActor } from '../../contract/person.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';

/** Longer chains within days are no coincidence. */
const GRANTERS_MAX = 500;

/** Actions by which a person gets access, or a stronger one. */
const GRANTS = ['member.added', 'member.invited', 'member.role_changed'];

/** Actors behind a grant. */
export interface Granters {
  readonly actors: readonly KnownActor[];
  /** False: there are more than were read. */
  readonly isComplete: boolean;
}

/**
 * Lists who gave the actor access since a time, who gave these theirs since then, and so on. Behind a key are its maker and
 * those who rotated it.
 */
export async function listGranters(
  sql: TenantTransaction,
  { kind, id, email }: KnownActor,
  since: Date,
): Promise<Granters> {
  const actors = await sql<(KnownActor & { readonly isGranter: boolean })[]>`
    with recursive chain (kind, id, email, is_granter) as (
      select ${kind}::text, ${storableText(id)}::text, ${storableText(email)}::text, false
      union
      select behind.kind, behind.id, behind.email, chain.is_granter or behind.is_granter
      from chain cross join lateral (
        select created_by_kind as kind, created_by_id as id, created_by_email as email, false as is_granter
        from api_keys
        where chain.kind = 'key' and org_id = ${sql.orgId} and api_keys.id = chain.id and created_by_kind is not null
        union all
        select actor_kind, actor_id, actor_email, false
        from audit_entries
        where chain.kind = 'key' and org_id = ${sql.orgId} and target_id = chain.id and action = 'api_key.rotated'
        union all
        select grants.actor_kind, grants.actor_id, grants.actor_email, true
        from (
          select id::text as member_id from organisation_members
          where org_id = ${sql.orgId} and subject = chain.id
          union
          -- Keys of a removed member may be kept.
          select target_id from audit_entries
          where org_id = ${sql.orgId} and action = 'member.removed' and occurred_at >= ${since}
            and details ->> 'subject' = chain.id
        ) as memberships
        join audit_entries as grants on grants.org_id = ${sql.orgId} and grants.target_id = memberships.member_id
        where chain.kind = 'user'
          and grants.action = any(${storableArray(GRANTS)}::text[]) and grants.occurred_at >= ${since}
      ) as behind
    )
    select kind, id, email, is_granter from chain offset 1 limit ${GRANTERS_MAX + 1}`;
  return {
    // The operator is no particular person.
    actors: actors.filter(({ kind, isGranter }) => isGranter && (kind === 'user' || kind === 'key')),
    isComplete: actors.length <= GRANTERS_MAX,
  };
}
