/** The plan of an organisation, and its usage. */
import postgres from 'postgres';
import { isPlanName, type MonthUsage, PLANS, type PlanName, type UsageKind } from '../../contract/plan.ts';
import type { Fragment, TenantTransaction, Transaction } from '../../infra/database/transaction.ts';
import { PLAN_LIMITS as USAGE_LIMITS } from './limits.ts';

/** Plan and payment status of an organisation. */
export interface PlanRecord {
  readonly orgId: string;
  readonly orgName: string;
  readonly plan: PlanName;
  readonly pastDueSince: Date | null;
  readonly suspendedAt: Date | null;
}

/** The same with the usage of this month. */
export interface PlanEntitlement extends PlanRecord {
  readonly used: number;
}

/** Fields that an operator may change. */
export type PlanChange = Partial<Pick<PlanRecord, 'plan' | 'pastDueSince' | 'suspendedAt'>>;

/** Returns the plan of the organisation and its usage of this month; undefined when there is no such organisation. */
export async function findPlanEntitlement(sql: TenantTransaction): Promise<PlanEntitlement | undefined> {
  const [row] = await sql<[(Omit<PlanEntitlement, 'plan'> & { readonly plan: string })?]>`
    select id as org_id, name as org_name, plan, past_due_since, suspended_at,
      (select coalesce(sum(synchronous + asynchronous + project_files), 0)::int
        from (${countsOf(sql, sql`id`)}) as counts where month = usage_month()) as used
    from organisations
    where id = ${sql.orgId}`;
  return row === undefined ? undefined : { ...row, plan: planNamed(row.plan) };
}

/** Changes the given fields. Needs the owner's connection. */
export async function updatePlan(sql: TenantTransaction, change: PlanChange): Promise<void> {
  await sql`update organisations set ${sql(change)} where id = ${sql.orgId}`;
}

/** Validations a month by plan, null for no limit, as `count_usage` takes them. */
const PLAN_LIMITS = JSON.stringify(
  Object.fromEntries(Object.entries(PLANS).map(([name, plan]) => [name, plan.validationsPerMonthMax])),
);

/** Counts validations of this month; fails with an error that `usageBeyondPlan` reads when the plan has no room for them. */
export async function addUsage(sql: TenantTransaction, kind: UsageKind, count: number): Promise<void> {
  await sql`select ${countedUsage(sql, sql`${sql.orgId}::uuid`, kind, count)}`;
}

/** Writes the same as an expression, for each row of a statement that has the organisation. */
export function countedUsage(sql: Transaction, orgId: Fragment, kind: UsageKind, count: number) {
  return sql`count_usage(${orgId}, ${kind}, ${count}::int, ${PLAN_LIMITS}::text::jsonb)`;
}

/**
 * Ways of counting the validations of an organisation. `spread`: side by side; `exact`: one after the other, as it is near its
 * limit; `rejected`: it has no room.
 */
export const COUNTING_WAYS = ['spread', 'exact', 'rejected'] as const;

/** Counts the organisations that have used something this month by how they are counted. Over the owner's connection only. */
export async function countOrganisationsByWay(
  sql: Transaction,
): Promise<Readonly<Record<(typeof COUNTING_WAYS)[number], number>>> {
  const [row] = await sql<[Record<(typeof COUNTING_WAYS)[number], number>]>`
    select count(*) filter (where used_max is null or used + ${USAGE_LIMITS.spreadRoomMin} <= used_max)::int as spread,
      count(*) filter (where used + ${USAGE_LIMITS.spreadRoomMin} > used_max and used < used_max)::int as exact,
      count(*) filter (where used >= used_max)::int as rejected
    from (
      select sum(synchronous + asynchronous + project_files) as used,
        (${PLAN_LIMITS}::text::jsonb ->> plan)::bigint as used_max
      from (
        select org_id, month, synchronous, asynchronous, project_files from usage_months
        union all
        select org_id, month, synchronous, asynchronous, project_files from usage_shares
      ) as counts
      join organisations on organisations.id = org_id
      where month = usage_month()
      group by org_id, plan
    ) as usage`;
  return row;
}

/** SQLSTATE of `count_usage` without room. */
const BEYOND_PLAN = 'FW001';

/** The plan, and its usage without the validations that were rejected. */
export interface ExhaustedPlan {
  readonly plan: PlanName;
  readonly used: number;
}

/** Reads what rejected a count from its error; undefined for any other error. */
export function usageBeyondPlan(error: unknown): ExhaustedPlan | undefined {
  if (!(error instanceof postgres.PostgresError) || error.code !== BEYOND_PLAN) return undefined;
  const { plan, used } = JSON.parse(error.detail!) as { readonly plan: string; readonly used: number };
  return { plan: planNamed(plan), used };
}

/** Lists the usage of this month and the ones before it, the newest first, also of months without any. */
export async function listUsage(sql: TenantTransaction, months: number): Promise<readonly MonthUsage[]> {
  return sql<MonthUsage[]>`
    select to_char(asked.month, 'YYYY-MM') as month, coalesce(sum(synchronous), 0)::int as synchronous,
      coalesce(sum(asynchronous), 0)::int as asynchronous, coalesce(sum(project_files), 0)::int as project_files
    from generate_series(usage_month() - make_interval(months => ${months - 1}), usage_month(), interval '1 month')
      as asked (month)
    left join (${countsOf(sql, sql`${sql.orgId}`)}) as counts on counts.month = asked.month::date
    group by asked.month
    order by asked.month desc`;
}

/** All counts of an organisation: its rows of months, and the shares that are not added to them yet. */
function countsOf(sql: Transaction, orgId: Fragment) {
  return sql`
    select month, synchronous, asynchronous, project_files from usage_months where org_id = ${orgId}
    union all
    select month, synchronous, asynchronous, project_files from usage_shares where org_id = ${orgId}`;
}

/** A database of a newer version may contain plans that this program does not know. */
function planNamed(text: string): PlanName {
  if (isPlanName(text)) return text;
  throw new Error(`The database has the plan ${JSON.stringify(text)}, which this version does not know`);
}
