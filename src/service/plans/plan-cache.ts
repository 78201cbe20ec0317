/** Plan check of every call, with a cache of some seconds per organisation. */

import { PLAN_FEATURES, PLANS, type PlanFeature, type PlanName } from '../../contract/plan.ts';
import { AppError } from '../../errors.ts';
import { createTtlCache } from '../../infra/async/ttl-cache.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import { DAY_MS } from '../../units.ts';
import type { Budget } from '../rate-limits/budgets.ts';
import { PLAN_LIMITS } from './limits.ts';
import { findPlanEntitlement, type PlanEntitlement } from './plans-store.ts';
import { limitReached } from './usage.ts';

/** Organisations whose plan a core remembers. */
const PLAN_CACHE_ENTRIES_MAX = 10_000;

/** Facts of a call that its plan is checked against. */
export interface PlanNeeds {
  readonly budget: Budget;
  /** Feature that the plan must include. */
  readonly feature?: PlanFeature | undefined;
}

export interface PlanGate {
  /** Returns the entitlement of the organisation; at most a few seconds old. */
  entitlementOf(orgId: string): PlanEntitlement | Promise<PlanEntitlement>;
}

/** Creates the gate. `clock` counts milliseconds. */
export function createPlanGate(sql: Sql, clock: () => number = () => performance.now()): PlanGate {
  const cache = createTtlCache<PlanEntitlement>({
    ttlMs: PLAN_LIMITS.planCacheMsMax,
    entriesMax: PLAN_CACHE_ENTRIES_MAX,
    now: clock,
  });
  async function load(orgId: string): Promise<PlanEntitlement> {
    const entitlement = await withOrganisation(sql, orgId, (inner) => findPlanEntitlement(inner));
    // The tokens of an identity provider may contain organisations that do not exist here.
    if (entitlement === undefined) throw unknownOrganisation(orgId);
    return entitlement;
  }
  return { entitlementOf: (orgId) => cache.get(orgId) ?? cache.load(orgId, () => load(orgId)) };
}

/** Rejects the callers of a suspended organisation. */
export function requireActive({ suspendedAt }: PlanEntitlement): void {
  if (suspendedAt === null) return;
  const since = suspendedAt.toISOString();
  throw new AppError(
    'org_suspended',
    `The organisation is suspended since ${since}. Ask the operator of this service.`,
    { suspendedAt: since },
  );
}

/**
 * Rejects calls that the plan does not allow. Reading, and managing what is there, is never rejected: a customer who has
 * not paid can still fetch results and revoke keys.
 */
export function requirePlan(entitlement: PlanEntitlement, { budget, feature }: PlanNeeds, now: Date): void {
  const { plan, pastDueSince, used } = entitlement;
  const isValidation = VALIDATES[budget];
  if ((isValidation || feature !== undefined) && pastDueSince !== null) requirePayment(pastDueSince, now);
  if (feature !== undefined) requireFeature(plan, feature);
  const limit = PLANS[plan].validationsPerMonthMax;
  if (isValidation && limit !== null && used >= limit) throw limitReached(plan, limit, used, now);
}

/** Returns whether calls of a budget count as validations. */
const VALIDATES = {
  validate: true,
  async: true,
  project: true,
  push: false,
  read: false,
  manage: false,
} as const satisfies Readonly<Record<Budget, boolean>>;

function requirePayment(pastDueSince: Date, now: Date): void {
  const days = PLAN_LIMITS.pastDueDaysMax;
  if (now.getTime() - pastDueSince.getTime() <= days * DAY_MS) return;
  const since = pastDueSince.toISOString();
  throw new AppError(
    'payment_past_due',
    `A payment is due since ${since}, more than ${days} days. Settle it to go on; what is there can still be read.`,
    { pastDueSince: since, limitDays: String(days) },
  );
}

function requireFeature(plan: PlanName, feature: PlanFeature): void {
  const features: readonly PlanFeature[] = PLANS[plan].features;
  if (features.includes(feature)) return;
  const having = Object.entries(PLANS).filter(([, { features }]) =>
    (features as readonly PlanFeature[]).includes(feature),
  );
  const names = having.map(([name]) => name).join(', ');
  throw new AppError(
    'plan_feature_required',
    `The plan "${plan}" does not include ${PLAN_FEATURES[feature]}. Plans that do: ${names}.`,
    { plan, feature, plans: names },
  );
}

function unknownOrganisation(orgId: string): AppError {
  return new AppError('org_access_denied', `There is no organisation ${orgId}.`, { orgId });
}
