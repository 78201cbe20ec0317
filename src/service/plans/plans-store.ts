/** The plan of an organisation, and its usage. */
import postgres from 'postgres';
import { isPlanName, type MonthUsage, PLANS, type PlanName, type UsageKind } from '../../contract/plan.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';

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

/** Returns the plan of the organisation and its usage of this month; null when there is no such organisation. */
export async function findPlanEntitlement(sql: TenantTransaction): Promise<PlanEntitlement | null> {
  const [row] = await sql<[(Omit<PlanEntitlement, 'plan'> & { readonly plan: string })?]>`
    select id as org_id, name as org_name, plan, past_due_since, suspended_at,
      coalesce(synchronous + asynchronous + project_files, 0) as used
    from organisations
    left join usage_months on usage_months.org_id = id and month = usage_month()
    where id = ${sql.orgId}`;
  return row === undefined ? null : { ...row, plan: planNamed(row.plan) };
}

/** Changes the given fields. Needs the owner's connection. */
export async function updatePlan(sql: TenantTransaction, change: PlanChange): Promise<void> {
  await sql`update organisations set ${sql(change)} where id = ${sql.orgId}`;
}

/** The plan, and its usage with the validations that were just counted. */
export interface CountedUsage {
  readonly plan: PlanName;
  readonly used: number;
}

/** The same as the database gives it. */
export interface UsageRow {
  readonly plan: string;
  readonly used: number;
}

/** Counts validations of this month. Returns the plan and its usage with them; locks the count. */
export async function addUsage(
  sql: TenantTransaction,
  kind: UsageKind,
  count: number,
): Promise<CountedUsage> {
  const [row] = await sql<[UsageRow]>`
    ${usageRow(sql, kind, sql`values (${sql.orgId}::uuid, usage_month(), ${count}::int)`)}`;
  return toCountedUsage(row);
}

/** The same as the end of a statement; `count` gives organisation, month and number. */
export function usageRow(
  sql: TenantTransaction,
  kind: UsageKind,
  count: postgres.PendingQuery<postgres.Row[]>,
) {
  return sql`
    insert into usage_months as kept (org_id, month, ${sql(kind)}) ${count}
    on conflict (org_id, month) do update set ${sql(kind)} = kept.${sql(kind)} + excluded.${sql(kind)}
    returning synchronous + asynchronous + project_files as used,
      (select plan from organisations where id = ${sql.orgId}) as plan`;
}

/** Names the plan. */
export function toCountedUsage({ plan, used }: UsageRow): CountedUsage {
  return { plan: planNamed(plan), used };
}

/** Validations a month by plan, null for no limit, as `require_within_plan` takes them. */
const PLAN_LIMITS = JSON.stringify(
  Object.fromEntries(Object.entries(PLANS).map(([name, plan]) => [name, plan.validationsPerMonthMax])),
);

/** The end of a statement that counts with `counted`, as `usageRow` writes it: fails when the plan has no room for that. */
export function withinPlan(sql: Transaction) {
  return sql`select require_within_plan(plan, used, ${PLAN_LIMITS}::text::jsonb) from counted`;
}

/** SQLSTATE of `require_within_plan`. */
const BEYOND_PLAN = 'FW001';

/** Reads the usage that was rejected from the error of a statement that ends in `withinPlan`; null for any other error. */
export function usageBeyondPlan(error: unknown): CountedUsage | null {
  if (!(error instanceof postgres.PostgresError) || error.code !== BEYOND_PLAN) return null;
  return toCountedUsage(JSON.parse(error.detail!) as UsageRow);
}

/** Lists the usage of this month and the ones before it, the newest first, also of months without any. */
export async function listUsage(sql: TenantTransaction, months: number): Promise<readonly MonthUsage[]> {
  return sql<MonthUsage[]>`
    select to_char(asked.month, 'YYYY-MM') as month, coalesce(synchronous, 0) as synchronous,
      coalesce(asynchronous, 0) as asynchronous, coalesce(project_files, 0) as project_files
    from generate_series(usage_month() - make_interval(months => ${months - 1}), usage_month(), interval '1 month')
      as asked (month)
    left join usage_months on org_id = ${sql.orgId} and usage_months.month = asked.month::date
    order by asked.month desc`;
}

/** A database of a newer version may contain plans that this program does not know. */
function planNamed(text: string): PlanName {
  if (isPlanName(text)) return text;
  throw new Error(`The database has the plan ${JSON.stringify(text)}, which this version does not know`);
}
