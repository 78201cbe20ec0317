/** The audit log: entries are appended in the transaction of their action, and never changed. */

import type { AuditAction, AuditEntry, AuditRecord, AuditTargetKind } from '../../contract/audit.ts';
import { AppError } from '../../errors.ts';
import { storableJson, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';

/** Filters of the log; null does not filter. */
export interface AuditFilters {
  readonly action: AuditAction | null;
  readonly actorId: string | null;
  readonly targetKind: AuditTargetKind | null;
  readonly targetId: string | null;
  /** From this time on. */
  readonly since: Date | null;
  /** Before this time. */
  readonly until: Date | null;
}

/** Filters that let every entry through. */
export const ALL_ENTRIES: AuditFilters = {
  action: null,
  actorId: null,
  targetKind: null,
  targetId: null,
  since: null,
  until: null,
};

export interface AuditPage {
  readonly items: readonly AuditRecord[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** The end of an organisation's chain, as the database stores it beside the entries. */
export interface AuditHead {
  readonly orgId: string;
  readonly sequence: number;
  readonly hash: Buffer;
}

/** An entry as stored in its columns, for checking its hash. */
export interface AuditRow {
  readonly sequence: number;
  readonly hash: Buffer;
  /** The texts that the hash covers, in its order. */
  readonly fields: readonly (string | null)[];
}

/**
 * Adds an entry at the end of the organisation's chain. Call it in the transaction of the action, as its last
 * statement: other actions of the organisation wait until that transaction ends.
 */
export async function audit(sql: TenantTransaction, entry: AuditEntry): Promise<void> {
  const { actor, target, changes = [] } = entry;
  await sql`
    insert into audit_entries (org_id, actor_kind, actor_id, actor_name, actor_email, action, target_kind, target_id,
                               target_name, details, request_id, changes)
    values (${sql.orgId}, ${actor.kind}, ${storableText(actor.id)}, ${storableText(actor.name)},
            ${storableText(actor.email)}, ${entry.action}, ${target.kind}, ${storableText(target.id)},
            ${storableText(target.name)}, ${storableJson(entry.details)}::text::jsonb, ${entry.requestId},
            ${changes.length === 0 ? null : storableJson(changes)}::text::jsonb)`;
}

/** Entries of one statement. */
const ENTRIES_AT_ONCE = 1_000;

/** Adds entries like `audit`, in this order, with few statements. */
export async function auditAll(sql: TenantTransaction, entries: readonly AuditEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE) {
    const rows = entries
      .slice(from, from + ENTRIES_AT_ONCE)
      .map(({ actor, target, changes = [], ...rest }) => ({
        ...{ actor_kind: actor.kind, actor_id: actor.id, actor_name: actor.name, actor_email: actor.email },
        ...{ target_kind: target.kind, target_id: target.id, target_name: target.name },
        ...{ action: rest.action, details: rest.details, request_id: rest.requestId },
        changes: changes.length === 0 ? null : changes,
      }));
    await sql`
      insert into audit_entries (org_id, actor_kind, actor_id, actor_name, actor_email, action, target_kind, target_id,
                                 target_name, details, request_id, changes)
      select ${sql.orgId}::uuid, actor_kind, actor_id, actor_name, actor_email, action, target_kind, target_id,
        target_name, details, request_id, changes
      from rows from (jsonb_to_recordset(${storableJson(rows)}::text::jsonb) as (
        actor_kind text, actor_id text, actor_name text, actor_email text, action text, target_kind text, target_id text,
        target_name text, details jsonb, request_id text, changes jsonb
      )) with ordinality order by ordinality`;
  }
}

/** Lists one page of the organisation's log, newest first. */
export async function listAuditEntries(
  sql: TenantTransaction,
  { action, actorId, targetKind, targetId, since, until }: AuditFilters,
  cursor: string | null,
  pageSize: number,
): Promise<AuditPage> {
  const before = cursor === null ? null : readSequence(cursor);
  const rows = await sql<AuditRecord[]>`
    select org_id, sequence::float8 as sequence, occurred_at, action, details, request_id,
      coalesce(changes, '[]') as changes,
      encode(hash, 'hex') as hash,
      jsonb_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name, 'email', actor_email) as actor,
      jsonb_build_object('kind', target_kind, 'id', target_id, 'name', target_name) as target
    from audit_entries
    where org_id = ${sql.orgId}
      ${action === null ? sql`` : sql`and action = ${storableText(action)}`}
      ${actorId === null ? sql`` : sql`and actor_id = ${storableText(actorId)}`}
      ${targetKind === null ? sql`` : sql`and target_kind = ${targetKind}`}
      ${targetId === null ? sql`` : sql`and target_id = ${storableText(targetId)}`}
      ${since === null ? sql`` : sql`and occurred_at >= ${since}`}
      ${until === null ? sql`` : sql`and occurred_at < ${until}`}
      ${before === null ? sql`` : sql`and sequence < ${before}`}
    -- Qualified: by itself it would be the number that is selected above, which no index has.
    order by audit_entries.sequence desc
    limit ${pageSize + 1}`;
  const items = rows.slice(0, pageSize);
  const last = items.at(-1);
  const isMore = rows.length > pageSize && last !== undefined;
  return { items, nextCursor: isMore ? Buffer.from(String(last.sequence)).toString('base64url') : null };
}

/** Lists the ends of all chains. Needs the owner's connection. */
export async function listAuditHeads(sql: Transaction): Promise<readonly AuditHead[]> {
  return sql<AuditHead[]>`select org_id, sequence::float8 as sequence, hash from audit_heads order by org_id`;
}

/** Finds the end of the organisation's own chain; undefined when it has no entries. */
export async function findOwnHead(sql: TenantTransaction): Promise<Omit<AuditHead, 'orgId'> | undefined> {
  const [row] = await sql<[Omit<AuditHead, 'orgId'>?]>`
    select sequence::float8 as sequence, hash from own_audit_head()`;
  return row;
}

/** Lists the entries of an organisation after a position, in their order, with the very texts that were hashed. */
export async function listAuditRows(
  sql: TenantTransaction,
  behind: number,
  rowsMax: number,
): Promise<readonly AuditRow[]> {
  return sql<AuditRow[]>`
    select sequence::float8 as sequence, hash,
      jsonb_build_array(
        org_id::text, sequence::text, to_char(occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        actor_kind, actor_id, actor_name, actor_email, action, target_kind, target_id, target_name, details::text,
        request_id
      ) || case when changes is null then '[]' else jsonb_build_array(changes::text) end as fields
    from audit_entries
    where org_id = ${sql.orgId} and sequence > ${behind}
    order by audit_entries.sequence
    limit ${rowsMax}`;
}

function readSequence(cursor: string): number {
  const digits = Buffer.from(cursor, 'base64url').toString('latin1');
  if (/^\d{1,15}$/.test(digits)) return Number(digits);
  throw new AppError(
    'invalid_cursor',
    'The cursor is not one that this service gave out. Start again without it.',
  );
}
