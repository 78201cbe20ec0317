/** Store of ticket targets, as the application sees them. */
import { storableJson, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import type { TicketChoice, TicketPlace, TicketTargetRecord } from './ticket-target.ts';

/** Lets one transaction at a time change ticket targets of the organisation, so that names and numbers hold. */
export async function lockTicketTargets(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ticket targets of ' || ${sql.orgId}, 0))`;
}

/** Lists the targets in the order of their names. */
export async function listTicketTargets(sql: TenantTransaction): Promise<readonly TicketTargetRecord[]> {
  const rows = await sql<TargetRow[]>`
    select ${columns(sql)} from ticket_targets as target where org_id = ${sql.orgId} order by lower(name), id`;
  return rows.map(recordOf);
}

/** Finds a target; undefined: there is none. */
export async function findTicketTarget(
  sql: TenantTransaction,
  id: string,
): Promise<TicketTargetRecord | undefined> {
  const [row] = await sql<[TargetRow?]>`
    select ${columns(sql)} from ticket_targets as target where org_id = ${sql.orgId} and id = ${id}`;
  return row && recordOf(row);
}

/** Inserts a target and returns its id. */
export async function insertTicketTarget(
  sql: TenantTransaction,
  target: TicketPlace & TicketChoice & Pick<TicketTargetRecord, 'createdByName'>,
  at: Date,
): Promise<string> {
  const id = uuidV7(at);
  const { kind, url, project, name, state, openMax, createdByName } = target;
  const { policy, mapping } = partsOf(target);
  await sql`
    insert into ticket_targets (org_id, id, name, kind, url, project, state, policy, mapping, open_max, due_at, created_at,
      created_by_name, updated_at)
    values (${sql.orgId}, ${id}, ${storableText(name)}, ${kind}, ${storableText(url)}, ${project}, ${state},
      ${storableJson(policy)}::text::jsonb, ${storableJson(mapping)}::text::jsonb, ${openMax}, ${at}, ${at},
      ${storableText(createdByName)}, ${at})`;
  return id;
}

/** Writes what a person may change; what failed before is tried again at once. */
export async function updateTicketTarget(
  sql: TenantTransaction,
  id: string,
  choice: TicketChoice,
  at: Date,
): Promise<void> {
  const { policy, mapping } = partsOf(choice);
  await sql`
    update ticket_targets set name = ${storableText(choice.name)}, state = ${choice.state},
      policy = ${storableJson(policy)}::text::jsonb, mapping = ${storableJson(mapping)}::text::jsonb, open_max = ${choice.openMax},
      due_at = ${at}, updated_at = ${at}, version = version + 1
    where org_id = ${sql.orgId} and id = ${id}`;
  await makeTicketsDue(sql, id, at);
}

/** Deletes a target with its credential, and forgets its tickets. */
export async function deleteTicketTarget(sql: TenantTransaction, id: string): Promise<void> {
  await sql`delete from ticket_targets where org_id = ${sql.orgId} and id = ${id}`;
}

/** Stores a credential in place of the one before; what failed before is tried again at once. */
export async function storeTicketCredential(
  sql: TenantTransaction,
  id: string,
  { sealed, preview }: { readonly sealed: Uint8Array; readonly preview: string },
  at: Date,
): Promise<void> {
  await sql`
    update ticket_targets set sealed = ${Buffer.from(sealed)}, credential = ${storableText(preview)}, credential_set_at = ${at},
      due_at = ${at}, updated_at = ${at}, version = version + 1
    where org_id = ${sql.orgId} and id = ${id}`;
  await makeTicketsDue(sql, id, at);
}

/** Requests a test. */
export async function requestTicketTest(sql: TenantTransaction, id: string, at: Date): Promise<void> {
  await sql`
    update ticket_targets set test_requested_at = ${at}, tested_at = null, test_problem = null, due_at = ${at}
    where org_id = ${sql.orgId} and id = ${id}`;
}

async function makeTicketsDue(sql: TenantTransaction, id: string, at: Date): Promise<void> {
  await sql`update tickets set due_at = ${at} where org_id = ${sql.orgId} and target_id = ${id} and due_at > ${at}`;
}

/** A row: policy and mapping are objects there. */
type TargetRow = Omit<TicketTargetRecord, keyof TicketChoice> &
  Pick<TicketChoice, 'name' | 'state' | 'openMax'> & {
    readonly policy: TicketPartsPolicy;
    readonly mapping: TicketPartsMapping;
  };
type TicketPartsPolicy = Pick<TicketChoice, 'leastSeverity' | 'ownerTeamId' | 'environment' | 'repository'>;
type TicketPartsMapping = Pick<
  TicketChoice,
  'issueType' | 'priorities' | 'fields' | 'closingFields' | 'closedStatus' | 'reopenedStatus'
>;

function recordOf({ policy, mapping, ...row }: TargetRow): TicketTargetRecord {
  return { ...row, ...policy, ...mapping };
}

function partsOf(choice: TicketChoice): {
  readonly policy: TicketPartsPolicy;
  readonly mapping: TicketPartsMapping;
} {
  const { leastSeverity, ownerTeamId, environment, repository } = choice;
  const { issueType, priorities, fields, closingFields, closedStatus, reopenedStatus } = choice;
  return {
    policy: { leastSeverity, ownerTeamId, environment, repository },
    mapping: { issueType, priorities, fields, closingFields, closedStatus, reopenedStatus },
  };
}

function columns(sql: TenantTransaction) {
  const own = sql`tickets.org_id = target.org_id and tickets.target_id = target.id`;
  return sql`
    org_id, id, name, kind, url, project, state, policy, mapping, open_max, credential, credential_set_at,
    (select count(*)::int from tickets where ${own} and wanted in ('open', 'rule_off') and not is_lost) as open_tickets,
    (select count(*)::int from tickets where ${own} and not is_lost
      and (confirmed is distinct from wanted or confirmed_content is distinct from content)
      and (confirmed is not null or wanted = 'open')) as waiting,
    failing_since,
    coalesce(problem, (select tickets.problem from tickets where ${own} and tickets.problem is not null limit 1)) as problem,
    test_requested_at, tested_at, test_problem, version, created_at, created_by_name, updated_at`;
}
