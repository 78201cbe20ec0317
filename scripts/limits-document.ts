/** `docs/limits.md`: plans and rates, from the tables that the program goes by. */
import { BUDGETS, type Counted, type Rate } from '../src/limiter/budgets.ts';
import { LIMITS } from '../src/limits.ts';
import { PLAN_FEATURES, PLANS, type PlanFeature } from '../src/model/plan.ts';

/** What is counted → the calls that it is of. */
const CALLS = {
  validate: 'synchronous validation',
  async: 'asynchronous validation',
  project: 'project validation',
  read: 'whatever only reads',
  manage: 'everything else',
  'wrong-credential': 'those with a wrong key or token; a right one is always let in',
} as const satisfies Readonly<Record<Counted, string>>;

/** The whole document. */
export function limitsDocument(): string {
  return `# Limits

Generated from the source: \`npm run generate\`.

## Plans

${table(
  ['plan', 'validations a month', 'includes'],
  Object.entries(PLANS).map(([name, { validationsPerMonthMax, features }]) => [
    `\`${name}\``,
    validationsPerMonthMax === null ? 'no limit' : number(validationsPerMonthMax),
    features.map((feature: PlanFeature) => PLAN_FEATURES[feature]).join(', ') || '–',
  ]),
)}

An organisation has the plan \`unlimited\` unless the operator says otherwise with \`flowarden plan\`. \`GET /api/v1/usage\` shows the plan
and what was used of it.

What counts as a validation:

* a synchronous one when its result is kept; one that blocks (422) counts, one that is refused (any error) does not;
* an asynchronous one when it is accepted, whether it then succeeds, fails or is canceled;
* each file of a project that is validated;
* never what an \`Idempotency-Key\` repeats.

The month is the calendar month of UTC, by the clock of the database. The count is part of the transaction that keeps the result: at
the limit exactly as many calls pass as are left, however many come at once.

402 is answered with

* \`plan_limit_reached\` for validations when the month is used up;
* \`plan_feature_required\` for making something that the plan does not include; what is there already can be read, changed and deleted;
* \`payment_past_due\` for both when a payment has been due for more than ${LIMITS.pastDueDaysMax} days. Reading results and revoking keys go on.

The operator can suspend an organisation: then each of its calls is 403 \`org_suspended\`. A change of these things is effective
within ${LIMITS.planCacheMsMax / 1000} seconds.

## Rates

${table(
  ['calls', 'rate', 'at once'],
  Object.entries(BUDGETS).map(([counted, { rates, slots }]) => [
    CALLS[counted as Counted],
    rates.map(rateText).join('; '),
    slots === null ? 'no limit' : `${slots.max} of the organisation`,
  ]),
)}

All gateways and cores share the counts. Who is over a limit gets 429 with \`Retry-After\`; \`RateLimit-Policy\` and \`RateLimit\` tell where
a caller stands. \`FLOWARDEN_LIMIT_FACTOR\` multiplies these numbers.
`;
}

function rateText({ sharer, quota, windowMs }: Rate): string {
  const perMinute = Math.round((quota * 60_000) / windowMs);
  const burst = perMinute === quota ? '' : `, ${number(quota)} in a burst`;
  return `${number(perMinute)} a minute for each ${sharer}${burst}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
