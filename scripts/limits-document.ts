/** `docs/limits.md`: plans and rates, from the tables that the program uses. */

import { GATEWAY_LIMITS } from '../gateway/limits.ts';
import { DISCARD_IDLE_MS_MAX, DISCARDED_BODY_BYTES_MAX } from '../gateway/request/discard-body.ts';
import { CONTRACT_LIMITS } from '../src/contract/limits.ts';
import { PLAN_FEATURES, PLANS, type PlanFeature } from '../src/contract/plan.ts';
import { FIELD_LIMITS } from '../src/gen/contract/field-limits.ts';
import {
  LIST_READ_MS_MAX,
  LIST_READS_AT_ONCE_MAX,
  LIST_READS_WAITING_MAX,
} from '../src/infra/database/bounded-read.ts';
import { DATABASE_WAITING_MAX } from '../src/infra/database/load-shedding.ts';
import { RUN_WAITERS_ORG_MAX } from '../src/processes/create-core.ts';
import { IDEMPOTENCY_LIMITS } from '../src/service/idempotency/limits.ts';
import { PLAN_LIMITS } from '../src/service/plans/limits.ts';
import { PROJECT_WATCHES_MAX, PROJECT_WATCHES_ORG_MAX } from '../src/service/projects/project-deps.ts';
import { BUDGETS, type Counted, type Rate, type Sharer } from '../src/service/rate-limits/budgets.ts';
import { LARGE_RESULT_BYTES_MIN } from '../src/service/validations/async-validations.ts';
import { LARGE_READS_AT_ONCE_MAX, LARGE_READS_WAITING_MAX } from '../src/service/validations/large-read.ts';
import { VALIDATION_LIMITS } from '../src/service/validations/limits.ts';
import { formatNumber } from '../src/text/format.ts';
import { markdownTable } from '../src/text/markdown-table.ts';
import { MINUTE_MS } from '../src/units.ts';
import { fieldTable, limitTable } from './limit-tables.ts';

/** Calls that each counter counts. */
const CALLS = {
  validate: 'synchronous validation',
  async: 'asynchronous validation',
  project: 'project validation',
  push: 'listing or artefact of a pushed pull',
  read: 'whatever only reads',
  manage: 'everything else',
  scan: 'free scan',
  'scan-read': 'report of a free scan',
  lead: 'lead',
  'sign-in': 'sign-in of people: passwords, links',
  'logout-notice': 'notice of the identity provider that a session ended',
  password: 'password of one account, right ones included',
  'wrong-credential': 'those with a wrong key or token; a right one is always let in',
} as const satisfies Readonly<Record<Counted, string>>;

/** Returns the whole document. */
export function limitsDocument(): string {
  return `# Limits

Generated from the source: \`npm run generate\`.

## Plans

${markdownTable(
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

* a synchronous one when its result is stored; one that blocks (422) counts, one that is rejected (any error) does not;
* an asynchronous one when it is accepted, whether it then succeeds, fails or is canceled;
* each file of a project that is validated;
* never what an \`Idempotency-Key\` repeats.

The month is the calendar month of UTC, by the clock of the database. The count is part of the transaction that stores the result: at
the limit exactly as many calls pass as are left, however many come at once.

402 is answered with

* \`plan_limit_reached\` for validations when the month is used up;
* \`plan_feature_required\` for making something that the plan does not include; what is there already can be read, changed and deleted;
* \`payment_past_due\` for both when a payment has been due for more than ${PLAN_LIMITS.pastDueDaysMax} days. Reading results and revoking keys go on.

The operator can suspend an organisation: then each of its calls is 403 \`org_suspended\`. A change of these things is effective
within ${PLAN_LIMITS.planCacheMsMax / 1000} seconds.

## Rates

${markdownTable(
  ['calls', 'rate', 'at once'],
  Object.entries(BUDGETS).map(([counted, { rates, slots }]) => [
    CALLS[counted as Counted],
    rates.map(rateText).join('; '),
    slots === null ? 'no limit' : `${slots.max} ${AT_ONCE[slots.sharer]}`,
  ]),
)}

An address is one IPv4 address, or the /64 of an IPv6 address. What is used up comes back evenly, not at midnight.

All gateways and cores share the counts. Who is over a limit gets 429 with \`Retry-After\`; \`RateLimit-Policy\` and \`RateLimit\` tell where
a caller stands. \`FLOWARDEN_LIMIT_FACTOR\` multiplies these numbers.

In each core ${number(VALIDATION_LIMITS.runWaitersMax)} calls may wait for validations and projects, ${number(RUN_WAITERS_ORG_MAX)} of them of one organisation, and ${number(PROJECT_WATCHES_MAX)} may watch projects, ${number(PROJECT_WATCHES_ORG_MAX)} of
them of one organisation. A wait over REST that finds no place is answered at once.

A gateway receives ${number(GATEWAY_LIMITS.openedCallsMax)} uploads at once, at most ${number(GATEWAY_LIMITS.openedCallsOrgMax)} of one organisation, and ${number(GATEWAY_LIMITS.openedCallsOrgMax)} of all anonymous callers together. The
files that it holds in memory meanwhile take at most ${mebibytes(GATEWAY_LIMITS.uploadBytesMax)} MiB, ${mebibytes(GATEWAY_LIMITS.uploadOrganisationBytesMax)} of them for one organisation; archives and the
files of \`POST /api/v1/validate/async\` pass through in pieces. A core with ${number(DATABASE_WAITING_MAX)} transactions
waiting for the database takes no new calls for the moment. Beyond these numbers the answer is 429 \`concurrency_limited\` with \`Retry-After: 1\`.

A core reads ${LIST_READS_AT_ONCE_MAX} lists of an organisation at once, and ${LIST_READS_WAITING_MAX} more may wait for their turn. A list that takes longer than
${LIST_READ_MS_MAX / 1000} seconds is answered with 504 \`query_timeout\`: give a time with the filters, or one filter alone.

A core reads one large result of an organisation at a time, as long as its answer takes to leave, and ${LARGE_READS_AT_ONCE_MAX} in all; ${LARGE_READS_WAITING_MAX} more of the organisation
may wait for their turn. Large is what takes more than ${LARGE_RESULT_BYTES_MIN / 1024} KiB in the database, which are some hundred findings.

Answers that wait to be read take at most ${mebibytes(GATEWAY_LIMITS.unreadBytesMax)} MiB of a gateway, ${mebibytes(GATEWAY_LIMITS.unreadOrganisationBytesMax)} of them for one organisation, and ${mebibytes(GATEWAY_LIMITS.unreadAddressBytesMax)} for one
address of anonymous callers; beyond that a large answer is 429 \`concurrency_limited\` too. A connection is closed when nothing of its
waiting answer leaves for ${GATEWAY_LIMITS.answerStallMsMax / 1000} seconds. You may read slowly, as long as you go on.

A rejected upload is answered at once, and what its sender still sends is read and discarded, so that simple clients get the answer: up to
${mebibytes(DISCARDED_BODY_BYTES_MAX)} MiB, for at most ${GATEWAY_LIMITS.discardMsMax / 1000} seconds, and until nothing has come for ${DISCARD_IDLE_MS_MAX / 1000} seconds. Within ${GATEWAY_LIMITS.discardMsMax / 1000} seconds a gateway reads ${mebibytes(GATEWAY_LIMITS.discardedAddressBytesMax)} MiB of one address so, and ${number(GATEWAY_LIMITS.discardedBytesMax / 1024 / 1024)} MiB in all.

## Sending a call again

Every POST of a known caller takes an \`Idempotency-Key\`, 1 to ${CONTRACT_LIMITS.idempotencyKeyCharactersMax} visible ASCII characters of your own, as a UUID; over gRPC it is the
metadata \`idempotency-key\` of any method that does not merely read. Send the same call with the same key when its answer was lost: it is
done once, and answered as the first time, with the header \`Idempotent-Replayed: true\`. The effect and the response are
stored in one transaction wherever something is made, so this also holds when a process is killed in between.

* Two calls are the same when credential, method, fields and the SHA-256 of the file are. Else 409 \`idempotency_key_reused\`.
* While the first one runs, others get 409 \`idempotency_in_progress\`. When its process dies the key is free within
  ${IDEMPOTENCY_LIMITS.idempotencyLeaseMsMax / 1000} seconds.
* A call that is rejected, with any error, has had no effect: its key is free, also for other content.
* A key is remembered for ${CONTRACT_LIMITS.idempotencyHoursMax} hours. Stored responses are encrypted with \`FLOWARDEN_SECRETS_KEY\`, as some show a secret.
* A call that is repeated counts against the rates, and never as a validation.
* The gateway itself sends a request once more when the core dies over it, with a key of its own where the caller gave none. Only
  \`POST /api/v1/validate\` goes without one: a result that the core had stored in the moment before is then there and counted twice,
  unless the caller gave a key.

## Limits of the interface

The settings change only what [settings.md](settings.md) names.

${limitTable()}

## Limits of fields

A request with another value is rejected, over gRPC and REST alike. REST has these fields as members, parameters or form
fields, in either spelling, and pages of at most ${FIELD_LIMITS['ListFeedRequest.pageSize'].max} entries.

${fieldTable()}
`;
}

const AT_ONCE = { organisation: 'of the organisation', installation: 'in all' } as const;

const SHARERS = {
  credential: 'for each credential',
  organisation: 'for each organisation',
  address: 'for each address',
  installation: 'in all',
} as const satisfies Readonly<Record<Sharer, string>>;

function rateText({ sharer, quota, windowMs }: Rate): string {
  const isDaily = windowMs > 60 * MINUTE_MS;
  const window = isDaily ? 24 * 60 * MINUTE_MS : MINUTE_MS;
  const times = Math.round((quota * window) / windowMs);
  const burst = times === quota ? '' : `, ${number(quota)} in a burst`;
  return `${number(times)} a ${isDaily ? 'day' : 'minute'} ${SHARERS[sharer]}${burst}`;
}

function mebibytes(bytes: number): string {
  return number(bytes / 2 ** 20);
}

function number(value: number): string {
  return formatNumber(value);
}
