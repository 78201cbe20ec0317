/** Plans of organisations: the closed table, and what counts against each plan. */

/** Features that a plan may include beside validations, with their names in messages. */
export const PLAN_FEATURES = {
  webhooks: 'new webhooks',
  environments: 'environments of your own',
  exceptions: 'exceptions',
  projects: 'project validation',
  sources: 'new sources',
  audit_targets: 'new audit targets',
  ticket_targets: 'new ticket targets',
} as const;
export type PlanFeature = keyof typeof PLAN_FEATURES;

/** One plan. */
export interface Plan {
  /** Validations in a calendar month of UTC; null: unlimited. */
  readonly validationsPerMonthMax: number | null;
  readonly features: readonly PlanFeature[];
}

const ALL_FEATURES = Object.keys(PLAN_FEATURES) as readonly PlanFeature[];

/** Every plan, the smallest first. An organisation has the last one unless the operator says otherwise. */
export const PLANS = {
  free: { validationsPerMonthMax: 200, features: [] },
  team: { validationsPerMonthMax: 5_000, features: ['webhooks', 'environments'] },
  business: { validationsPerMonthMax: 100_000, features: ALL_FEATURES },
  unlimited: { validationsPerMonthMax: null, features: ALL_FEATURES },
} as const satisfies Readonly<Record<string, Plan>>;
export type PlanName = keyof typeof PLANS;

/** Returns whether a text is the name of a plan. */
export function isPlanName(text: string): text is PlanName {
  return Object.hasOwn(PLANS, text);
}

/** Kinds of counted validations. Each file of a project counts as one. */
export const USAGE_KINDS = ['synchronous', 'asynchronous', 'project_files'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/** Validations of an organisation in a month. */
export interface MonthUsage {
  /** As `2026-11`, in UTC. */
  readonly month: string;
  readonly synchronous: number;
  readonly asynchronous: number;
  readonly projectFiles: number;
}

/** Counts all validations of a month, of any kind. */
export function usedIn({ synchronous, asynchronous, projectFiles }: Omit<MonthUsage, 'month'>): number {
  return synchronous + asynchronous + projectFiles;
}
