/** The use cases of usage: count validations against the plan, and return the usage. */

import { type MonthUsage, PLANS, type PlanName, type UsageKind, usedIn } from '../../contract/plan.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { formatNumber } from '../../text/format.ts';
import { addUsage, findPlanEntitlement, listUsage, type PlanRecord, usageBeyondPlan } from './plans-store.ts';

/** Months that the usage shows, the current one included. */
const USAGE_MONTHS_SHOWN = 12;

/** Plan of an organisation and its usage. */
export interface Usage extends PlanRecord {
  /** Of this month. */
  readonly used: number;
  /** Moment when the count begins anew. */
  readonly resetsAt: Date;
  /** This month and the ones before it, the newest first. */
  readonly months: readonly MonthUsage[];
}

/**
 * Counts validations in the transaction that stores or accepts them: as its last statement, since near the limit other
 * counts of the organisation wait for its end.
 * @throws AppError `plan_limit_reached`, which undoes the transaction and so the count
 */
export async function countValidations(sql: TenantTransaction, kind: UsageKind, count = 1): Promise<void> {
  try {
    await addUsage(sql, kind, count);
  } catch (error) {
    throw planRejection(error) ?? error;
  }
}

/** Returns `plan_limit_reached` for the error of a statement that counts; undefined for any other error. */
export function planRejection(error: unknown): AppError | undefined {
  const beyond = usageBeyondPlan(error);
  if (beyond === undefined) return undefined;
  const { plan, used } = beyond;
  return limitReached(plan, PLANS[plan].validationsPerMonthMax ?? used, used, new Date());
}

/** Returns the plan of the organisation, its usage, and the moment when the count begins anew. */
export async function readUsage(sql: Sql, orgId: string): Promise<Usage> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const [record, months] = await Promise.all([
      findPlanEntitlement(transaction),
      listUsage(transaction, USAGE_MONTHS_SHOWN),
    ]);
    const [current] = months;
    if (record === undefined || current === undefined)
      throw new Error('The organisation of a caller is gone');
    return { ...record, used: usedIn(current), resetsAt: nextMonth(new Date(current.month)), months };
  });
}

/** Creates the rejection of a validation that exceeds the plan. */
export function limitReached(plan: PlanName, limit: number, used: number, now: Date): AppError {
  const resetsAt = nextMonth(now).toISOString();
  const message = `The plan "${plan}" has ${formatNumber(limit)} validations a month, of which ${formatNumber(used)} are used. Upgrade the plan, or wait until ${resetsAt}.`;
  return new AppError('plan_limit_reached', message, {
    plan,
    limit: String(limit),
    used: String(used),
    resetsAt,
  });
}

function nextMonth(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1));
}
