/** Store of audit targets, as the application sees them. */
import { storableArray, storableJson, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import type { AuditTargetRecord, TargetChoice, TargetPlace } from './audit-target.ts';

/** Lets one transaction at a time change audit targets of the organisation, so that names and numbers hold. */
export async function lockAuditTargets(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit targets of ' || ${sql.orgId}, 0))`;
}

/** Lists the targets in the order of their names. */
export async function listAuditTargets(sql: TenantTransaction): Promise<readonly AuditTargetRecord[]> {
  return sql<AuditTargetRecord[]>`
    select ${columns(sql)} from audit_targets where org_id = ${sql.orgId} order by lower(name), id`;
}

/** Finds a target; undefined: there is none. */
export async function findAuditTarget(
  sql: TenantTransaction,
  id: string,
): Promise<AuditTargetRecord | undefined> {
  const [row] = await sql<[AuditTargetRecord?]>`
    select ${columns(sql)} from audit_targets where org_id = ${sql.orgId} and id = ${id}`;
  return row;
}

/** Inserts a target that gets what comes behind an entry, and returns its id. */
export async function insertAuditTarget(
  sql: TenantTransaction,
  target: TargetPlace & TargetChoice & Pick<AuditTargetRecord, 'sentSequence' | 'createdByName'>,
  at: Date,
): Promise<string> {
  const id = uuidV7(at);
  const { kind, format, url, settings, name, state, events, sentSequence, createdByName } = target;
  await sql`
    insert into audit_targets (org_id, id, name, kind, format, url, settings, state, events, sent_sequence, sent_event, due_at,
      created_at, created_by_name, updated_at)
    values (${sql.orgId}, ${id}, ${storableText(name)}, ${kind}, ${format}, ${storableText(url)},
      ${storableJson(settings)}::text::jsonb, ${state}, ${storableArray(events)}::text[], ${sentSequence}, ${lastEvent(sql)}, ${at}, ${at},
      ${storableText(createdByName)}, ${at})`;
  return id;
}

/** Writes what a person may change; what failed before is tried again at once. */
export async function updateAuditTarget(
  sql: TenantTransaction,
  id: string,
  { name, state, events }: TargetChoice,
  at: Date,
): Promise<void> {
  await sql`
    update audit_targets set name = ${storableText(name)}, state = ${state}, events = ${storableArray(events)}::text[],
      sent_event = case when events = '{}' then ${lastEvent(sql)} else sent_event end,
      due_at = ${at}, updated_at = ${at}, version = version + 1
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Deletes a target with its credential. */
export async function deleteAuditTarget(sql: TenantTransaction, id: string): Promise<void> {
  await sql`delete from audit_targets where org_id = ${sql.orgId} and id = ${id}`;
}

/** Stores a credential in place of the one before; what failed before is tried again at once. */
export async function storeCredential(
  sql: TenantTransaction,
  id: string,
  { sealed, preview }: { readonly sealed: Uint8Array; readonly preview: string },
  at: Date,
): Promise<void> {
  await sql`
    update audit_targets set sealed = ${Buffer.from(sealed)}, credential = ${storableText(preview)}, credential_set_at = ${at},
      due_at = ${at}, updated_at = ${at}, version = version + 1
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Requests a test event. */
export async function requestTest(sql: TenantTransaction, id: string, at: Date): Promise<void> {
  await sql`
    update audit_targets set test_requested_at = ${at}, tested_at = null, test_problem = null, due_at = ${at}
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Moves a target back before the first entry of a time; never forward, which would leave entries out. */
export async function moveBack(sql: TenantTransaction, id: string, from: Date, at: Date): Promise<void> {
  await sql`
    update audit_targets set due_at = ${at}, sent_sequence = least(sent_sequence, coalesce((
      select min(sequence) - 1 from audit_entries where org_id = ${sql.orgId} and occurred_at >= ${from}
    ), sent_sequence)), sent_event = least(sent_event, coalesce((
      select min(sequence) - 1 from security_events where org_id = ${sql.orgId} and occurred_at >= ${from}
    ), sent_event))
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Writes the number of the last security event. */
function lastEvent(sql: TenantTransaction) {
  return sql`coalesce((select sequence from security_event_heads where org_id = ${sql.orgId}), 0)`;
}

function columns(sql: TenantTransaction) {
  return sql`
    org_id, id, name, kind, format, url, settings, state, to_jsonb(events) as events, ${waitingEvents(sql)} as waiting_events, credential, credential_set_at,
    sent_sequence::float8 as sent_sequence, sent_at, failing_since, problem, test_requested_at, tested_at, test_problem,
    version, created_at, created_by_name, updated_at`;
}

/** Security events that are counted; more are shown as so many. */
const WAITING_EVENTS_COUNTED_MAX = 100_000;

/** Writes the number of security events that a target wants and has not confirmed. */
function waitingEvents(sql: TenantTransaction) {
  return sql`(
    select count(*)::integer from (
      select from security_events as event
      where event.org_id = audit_targets.org_id and event.kind = any(audit_targets.events)
        and (event.sequence is null or event.sequence > audit_targets.sent_event)
      limit ${WAITING_EVENTS_COUNTED_MAX}
    ) as waiting)`;
}
