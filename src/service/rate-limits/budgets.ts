/** Table of rate and concurrency limits by kind of call. */
import { DAY_MS, MINUTE_MS } from '../../units.ts';
import { RATE_LIMITS } from './limits.ts';

/** Budgets that calls count against. */
export type Budget = 'validate' | 'async' | 'project' | 'read' | 'manage';

/** Budgets of calls from callers with an address alone. */
export type AddressBudget = 'scan' | 'scan-read' | 'lead' | 'sign-in' | 'logout-notice';

/** Counted events: calls, and attempts that failed at authentication. */
export type Counted = Budget | AddressBudget | 'wrong-credential' | 'password';

/** Sharers whose requests are counted together; `installation`: those of all callers. */
export type Sharer = 'credential' | 'organisation' | 'address' | 'installation';

/** So many requests may come at once; they come back evenly over the window. */
export interface Rate {
  /** Name in `RateLimit-Policy`. */
  readonly name: string;
  readonly sharer: Sharer;
  /** Name of the counted events in messages. */
  readonly things: string;
  readonly quota: number;
  readonly windowMs: number;
  /** Error code of a rejection; `rate_limited` when not given. */
  readonly code?: 'daily_limit_reached';
}

/** So many calls of a sharer may run at once. */
export interface BudgetSlots {
  readonly name: string;
  readonly sharer: Extract<Sharer, 'organisation' | 'installation'>;
  readonly max: number;
}

export interface BudgetLimits {
  readonly rates: readonly Rate[];
  readonly slots: BudgetSlots | null;
}

const perMinute = (name: string, sharer: Sharer, requestsMax: number, burst = requestsMax): Rate => ({
  name,
  sharer,
  things: 'such requests',
  quota: burst,
  windowMs: (MINUTE_MS * burst) / requestsMax,
});

const perDay = (name: string, things: string, quota: number): Rate => ({
  name,
  sharer: 'address',
  things,
  quota,
  windowMs: DAY_MS,
  code: 'daily_limit_reached',
});

/** The limits of every budget. A budget with slots has a rate of the same sharer, whose row makes their count exact. */
export const BUDGETS = {
  validate: {
    rates: [
      perMinute('validate', 'credential', RATE_LIMITS.validatePerMinuteMax, RATE_LIMITS.validateBurstMax),
      perMinute('validate-org', 'organisation', RATE_LIMITS.validateOrgPerMinuteMax),
    ],
    slots: { name: 'validate-at-once', sharer: 'organisation', max: RATE_LIMITS.validateAtOnceMax },
  },
  async: {
    rates: [perMinute('async', 'organisation', RATE_LIMITS.asyncPerMinuteMax)],
    slots: { name: 'async-at-once', sharer: 'organisation', max: RATE_LIMITS.asyncAtOnceMax },
  },
  project: {
    rates: [perMinute('project', 'organisation', RATE_LIMITS.projectPerMinuteMax)],
    slots: { name: 'project-uploads', sharer: 'organisation', max: RATE_LIMITS.projectUploadsMax },
  },
  read: {
    rates: [
      perMinute('read', 'credential', RATE_LIMITS.readPerMinuteMax),
      perMinute('read-org', 'organisation', RATE_LIMITS.readOrgPerMinuteMax),
    ],
    slots: null,
  },
  manage: {
    rates: [
      perMinute('manage', 'credential', RATE_LIMITS.managePerMinuteMax),
      perMinute('manage-org', 'organisation', RATE_LIMITS.manageOrgPerMinuteMax),
    ],
    slots: null,
  },
  scan: {
    rates: [
      perMinute('scan', 'address', RATE_LIMITS.scanPerMinuteMax),
      perDay('scan-day', 'free scans', RATE_LIMITS.scanPerDayMax),
      perMinute('scan-all', 'installation', RATE_LIMITS.scanAllPerMinuteMax),
    ],
    slots: { name: 'scan-at-once', sharer: 'installation', max: RATE_LIMITS.scanAtOnceMax },
  },
  'scan-read': { rates: [perMinute('scan-read', 'address', RATE_LIMITS.scanReadPerMinuteMax)], slots: null },
  lead: {
    rates: [
      perMinute('lead', 'address', RATE_LIMITS.leadPerMinuteMax),
      perDay('lead-day', 'leads', RATE_LIMITS.leadPerDayMax),
    ],
    slots: null,
  },
  'sign-in': { rates: [perMinute('sign-in', 'address', RATE_LIMITS.signInPerMinuteMax)], slots: null },
  // The identity provider has one address for all people, and each notice that it loses leaves a person signed in.
  'logout-notice': {
    rates: [perMinute('logout-notices', 'address', RATE_LIMITS.logoutNoticesPerMinuteMax)],
    slots: null,
  },
  password: {
    rates: [
      {
        name: 'passwords',
        sharer: 'address',
        things: 'passwords for this account',
        quota: RATE_LIMITS.passwordsPerQuarterHourMax,
        windowMs: 15 * MINUTE_MS,
      },
    ],
    slots: null,
  },
  'wrong-credential': {
    rates: [
      {
        ...perMinute('wrong-credentials', 'address', RATE_LIMITS.wrongCredentialsPerMinuteMax),
        things: 'wrong credentials',
      },
    ],
    slots: null,
  },
} as const satisfies Readonly<Record<Counted, BudgetLimits>>;

/** The table with every number multiplied, as the operator wants it; none falls below one. */
export function scaledBudgets(factor: number): Readonly<Record<Counted, BudgetLimits>> {
  const times = (count: number) => Math.max(1, Math.round(count * factor));
  const scaled = ({ rates, slots }: BudgetLimits): BudgetLimits => ({
    rates: rates.map((rate) => ({ ...rate, quota: times(rate.quota) })),
    slots: slots === null ? null : { ...slots, max: times(slots.max) },
  });
  return {
    validate: scaled(BUDGETS.validate),
    async: scaled(BUDGETS.async),
    project: scaled(BUDGETS.project),
    read: scaled(BUDGETS.read),
    manage: scaled(BUDGETS.manage),
    scan: scaled(BUDGETS.scan),
    'scan-read': scaled(BUDGETS['scan-read']),
    lead: scaled(BUDGETS.lead),
    'sign-in': scaled(BUDGETS['sign-in']),
    'logout-notice': scaled(BUDGETS['logout-notice']),
    password: scaled(BUDGETS.password),
    'wrong-credential': scaled(BUDGETS['wrong-credential']),
  };
}
