/** Table of rate and concurrency limits by kind of call. */
import { DAY_MS, MINUTE_MS } from '../../units.ts';

/** Of an organisation, over all its credentials. */
export const READ_ORG_PER_MINUTE_MAX = 3_000;

/** Logout notices of the identity provider, for each client address. */
const LOGOUT_NOTICES_PER_MINUTE_MAX = 6_000;

/** Validations of a credential in a minute. */
const VALIDATE_PER_MINUTE_MAX = 120;

/** Burst: number of these that are admitted at once. */
const VALIDATE_BURST_MAX = 30;

/** Validations of an organisation in a minute. */
export const VALIDATE_ORG_PER_MINUTE_MAX = 600;

/** Validations of an organisation that may run at once. */
export const VALIDATE_AT_ONCE_MAX = 8;

/** Asynchronous validations of an organisation in a minute. */
export const ASYNC_PER_MINUTE_MAX = 300;

/** Asynchronous submissions of an organisation at once, uploads included: gateway and core hold some pieces of each file. */
export const ASYNC_AT_ONCE_MAX = 16;

/** Project validations of an organisation in a minute. */
export const PROJECT_PER_MINUTE_MAX = 10;

/** Project uploads of an organisation at once. */
export const PROJECT_UPLOADS_MAX = 4;

/** Calls of a credential in a minute that only read. */
export const READ_PER_MINUTE_MAX = 600;

/** Other calls of a credential in a minute: keys, webhooks, policies. */
export const MANAGE_PER_MINUTE_MAX = 60;

/** Of an organisation, over all its credentials. */
export const MANAGE_ORG_PER_MINUTE_MAX = 300;

/** Wrong credentials from one address in a minute; behind them the answer is 429. Right ones are always let in. */
export const WRONG_CREDENTIALS_PER_MINUTE_MAX = 20;

/** Passwords for one account from one address in 15 minutes. */
const PASSWORDS_PER_QUARTER_HOUR_MAX = 10;

/** Sign-ins and uses of links from one address in a minute: whole companies stand behind one. */
const SIGN_IN_PER_MINUTE_MAX = 120;

/** Free scans from one address in a minute. */
export const SCAN_PER_MINUTE_MAX = 5;

/** Free scans from one address in a day. */
const SCAN_PER_DAY_MAX = 30;

/** Free scans of all visitors in a minute: the cost of a flood from many addresses to the installation. */
const SCAN_ALL_PER_MINUTE_MAX = 300;

/** Free scans that may run at once in the whole installation. */
export const SCAN_AT_ONCE_MAX = 4;

/** Reports of free scans that one address may read in a minute. */
const SCAN_READ_PER_MINUTE_MAX = 60;

/** Leads from one address in a minute. */
export const LEAD_PER_MINUTE_MAX = 5;

/** Leads from one address in a day. */
const LEAD_PER_DAY_MAX = 20;

/** Artefacts of pushed pulls of an organisation in a minute. */
const PUSH_PER_MINUTE_MAX = 600;

/** Uploads of pushed pulls of an organisation at once: two commands may send four each. */
const PUSH_AT_ONCE_MAX = 8;

/** Budgets that calls count against. */
export type Budget = 'validate' | 'async' | 'project' | 'push' | 'read' | 'manage';

/** Budgets of calls from callers with an address alone. */
export type AddressBudget = 'scan' | 'scan-read' | 'lead' | 'sign-in' | 'logout-notice';

/** Counted events: calls, and attempts that failed at authentication. */
export type Counted = Budget | AddressBudget | 'wrong-credential' | 'password';

/** Scope of a counter; `installation`: all callers together. */
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
      perMinute('validate', 'credential', VALIDATE_PER_MINUTE_MAX, VALIDATE_BURST_MAX),
      perMinute('validate-org', 'organisation', VALIDATE_ORG_PER_MINUTE_MAX),
    ],
    slots: { name: 'validate-at-once', sharer: 'organisation', max: VALIDATE_AT_ONCE_MAX },
  },
  async: {
    rates: [perMinute('async', 'organisation', ASYNC_PER_MINUTE_MAX)],
    slots: { name: 'async-at-once', sharer: 'organisation', max: ASYNC_AT_ONCE_MAX },
  },
  project: {
    rates: [perMinute('project', 'organisation', PROJECT_PER_MINUTE_MAX)],
    slots: { name: 'project-uploads', sharer: 'organisation', max: PROJECT_UPLOADS_MAX },
  },
  push: {
    rates: [perMinute('push', 'organisation', PUSH_PER_MINUTE_MAX)],
    slots: { name: 'push-at-once', sharer: 'organisation', max: PUSH_AT_ONCE_MAX },
  },
  read: {
    rates: [
      perMinute('read', 'credential', READ_PER_MINUTE_MAX),
      perMinute('read-org', 'organisation', READ_ORG_PER_MINUTE_MAX),
    ],
    slots: null,
  },
  manage: {
    rates: [
      perMinute('manage', 'credential', MANAGE_PER_MINUTE_MAX),
      perMinute('manage-org', 'organisation', MANAGE_ORG_PER_MINUTE_MAX),
    ],
    slots: null,
  },
  scan: {
    rates: [
      perMinute('scan', 'address', SCAN_PER_MINUTE_MAX),
      perDay('scan-day', 'free scans', SCAN_PER_DAY_MAX),
      perMinute('scan-all', 'installation', SCAN_ALL_PER_MINUTE_MAX),
    ],
    slots: { name: 'scan-at-once', sharer: 'installation', max: SCAN_AT_ONCE_MAX },
  },
  'scan-read': { rates: [perMinute('scan-read', 'address', SCAN_READ_PER_MINUTE_MAX)], slots: null },
  lead: {
    rates: [perMinute('lead', 'address', LEAD_PER_MINUTE_MAX), perDay('lead-day', 'leads', LEAD_PER_DAY_MAX)],
    slots: null,
  },
  'sign-in': { rates: [perMinute('sign-in', 'address', SIGN_IN_PER_MINUTE_MAX)], slots: null },
  // The identity provider has one address for all people, and each notice that it loses leaves a person signed in.
  'logout-notice': {
    rates: [perMinute('logout-notices', 'address', LOGOUT_NOTICES_PER_MINUTE_MAX)],
    slots: null,
  },
  password: {
    rates: [
      {
        name: 'passwords',
        sharer: 'address',
        things: 'passwords for this account',
        quota: PASSWORDS_PER_QUARTER_HOUR_MAX,
        windowMs: 15 * MINUTE_MS,
      },
    ],
    slots: null,
  },
  'wrong-credential': {
    rates: [
      {
        ...perMinute('wrong-credentials', 'address', WRONG_CREDENTIALS_PER_MINUTE_MAX),
        things: 'wrong credentials',
      },
    ],
    slots: null,
  },
} as const satisfies Readonly<Record<Counted, BudgetLimits>>;

/** Returns the table with every number multiplied by the operator's factor, at least 1. */
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
    push: scaled(BUDGETS.push),
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
