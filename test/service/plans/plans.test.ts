/** Plans: rejections, counts, and changes by the operator. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { planCommand } from '../../../src/cli/admin/plan-command.ts';
import { PLANS, type PlanName } from '../../../src/contract/plan.ts';
import {
  ExceptionServiceService as Exceptions,
  RequestExceptionRequest,
} from '../../../src/gen/flowarden/v1/exception.ts';
import { EnvironmentServiceService as Environments } from '../../../src/gen/flowarden/v1/organisation.ts';
import { UsageServiceService as Usage } from '../../../src/gen/flowarden/v1/usage.ts';
import { ValidationServiceService as Validations } from '../../../src/gen/flowarden/v1/validation.ts';
import { WebhookServiceService as Webhooks } from '../../../src/gen/flowarden/v1/webhook.ts';
import { inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { loadConfig } from '../../../src/infra/settings/config.ts';
import { PLAN_LIMITS } from '../../../src/service/plans/limits.ts';
import { createPlanGate } from '../../../src/service/plans/plan-cache.ts';
import { COUNTING_WAYS, countOrganisationsByWay } from '../../../src/service/plans/plans-store.ts';
import { countValidations } from '../../../src/service/plans/usage.ts';
import { call as rest } from '../../gateway/support/api.ts';
import { form, startTestGateway } from '../../gateway/support/support.ts';
import { validateRequest } from '../../support/files/bot.ts';
import { until } from '../../support/processes.ts';
import { type Identity, testCore } from '../../support/service/core.ts';

const core = await testCore();
const { owner, app, url } = core.database;
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());

interface State {
  readonly plan?: PlanName;
  readonly used?: number;
  /** Days since a payment is due. */
  readonly dueDays?: number;
  readonly suspended?: boolean;
}

/** A caller of a new organisation in this state. */
async function caller({
  plan = 'unlimited',
  used = 0,
  dueDays,
  suspended = false,
}: State): Promise<Identity> {
  const identity = await core.identity();
  await owner`
    update organisations
    set plan = ${plan}, suspended_at = ${suspended ? new Date() : null},
      past_due_since = ${dueDays === undefined ? null : new Date(Date.now() - dueDays * 86_400_000)}
    where id = ${identity.orgId}`;
  await owner`
    insert into usage_months (org_id, month, synchronous) values (${identity.orgId}, usage_month(), ${used})`;
  return identity;
}

const NEW_WEBHOOK = {
  ...Webhooks.createWebhook.requestDeserialize(Buffer.alloc(0)),
  url: 'https://hooks.example.com/x',
};
const NEW_ENVIRONMENT = {
  environment: {
    ...Environments.getEnvironment.responseDeserialize(Buffer.alloc(0)).environment!,
    name: 'staging-2',
    description: undefined,
    enforcementMode: '',
    ruleset: '',
    etag: '',
    createdAt: undefined,
    updatedAt: undefined,
  },
};

const NEW_EXCEPTION = () => ({
  ...RequestExceptionRequest.decode(new Uint8Array()),
  ruleId: 'XPL-ENG-002',
  fileName: '*',
  location: '*',
  reason: 'Because.',
  expiresAt: new Date(Date.now() + 60_000),
});

const CALLS = {
  validation: (identity: Identity) => core.call(Validations.validate, validateRequest(), identity),
  'reading the usage': (identity: Identity) => core.call(Usage.getUsage, {}, identity),
  'a new webhook': (identity: Identity) => core.call(Webhooks.createWebhook, NEW_WEBHOOK, identity),
  'a new environment': (identity: Identity) =>
    core.call(Environments.createEnvironment, NEW_ENVIRONMENT, identity),
  'a new exception': (identity: Identity) =>
    core.call(Exceptions.requestException, NEW_EXCEPTION(), identity),
};

/** Rejections of each call by state; a call that is not named is answered. */
const STATES: readonly (readonly [
  title: string,
  state: State,
  rejections: Partial<Record<keyof typeof CALLS, string>>,
])[] = [
  ['without a plan of its own', {}, {}],
  [
    'of the plan "free"',
    { plan: 'free' },
    {
      'a new webhook': 'PLAN_FEATURE_REQUIRED',
      'a new environment': 'PLAN_FEATURE_REQUIRED',
      'a new exception': 'PLAN_FEATURE_REQUIRED',
    },
  ],
  ['with one validation left', { plan: 'team', used: 4_999 }, { 'a new exception': 'PLAN_FEATURE_REQUIRED' }],
  [
    'with none left',
    { plan: 'team', used: 5_000 },
    { validation: 'PLAN_LIMIT_REACHED', 'a new exception': 'PLAN_FEATURE_REQUIRED' },
  ],
  ['with a payment due for 13 days', { dueDays: 13 }, {}],
  [
    'with a payment due for 15 days',
    { dueDays: 15 },
    {
      validation: 'PAYMENT_PAST_DUE',
      'a new webhook': 'PAYMENT_PAST_DUE',
      'a new environment': 'PAYMENT_PAST_DUE',
      'a new exception': 'PAYMENT_PAST_DUE',
    },
  ],
  [
    'that is suspended',
    { suspended: true },
    {
      validation: 'ORG_SUSPENDED',
      'reading the usage': 'ORG_SUSPENDED',
      'a new webhook': 'ORG_SUSPENDED',
      'a new environment': 'ORG_SUSPENDED',
      'a new exception': 'ORG_SUSPENDED',
    },
  ],
];

for (const [title, state, rejections] of STATES) {
  describe(`an organisation ${title}`, () => {
    for (const [what, act] of Object.entries(CALLS)) {
      const rejection = rejections[what as keyof typeof CALLS];
      it(`${rejection === undefined ? 'is answered' : `gets ${rejection}`} for ${what}`, async () => {
        const outcome = await act(await caller(state)).then(
          () => undefined,
          (error: Error) => error.message,
        );
        if (rejection === undefined) assert.equal(outcome, undefined);
        else assert.match(outcome ?? '', MESSAGES[rejection]!);
      });
    }
  });
}

/** Code → what its message says to do. */
const MESSAGES: Readonly<Record<string, RegExp>> = {
  PLAN_LIMIT_REACHED:
    /"team" has 5,000 validations a month, of which 5,000 are used\. Upgrade .* wait until 20/,
  PLAN_FEATURE_REQUIRED:
    /"(?:free|team)" does not include .*\. Plans that do: (?:team, )?business, unlimited\./,
  PAYMENT_PAST_DUE: /A payment is due since .*, more than 14 days\. Settle it to go on/,
  ORG_SUSPENDED: /is suspended since .*\. Ask the operator/,
};

describe('validations are counted', () => {
  const usedBy = async (identity: Identity) => (await core.call(Usage.getUsage, {}, identity)).usage!.used;
  const storedOf = async ({ orgId }: Identity) =>
    Number((await owner`select count(*) from validations where org_id = ${orgId}`)[0]!.count);

  it('exactly, also when many come at once for the last places', async () => {
    const limit = PLANS.free.validationsPerMonthMax;
    const identity = await caller({ plan: 'free', used: limit - 5 });
    const outcomes = await Promise.allSettled(Array.from({ length: 24 }, () => CALLS.validation(identity)));
    const rejected = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    assert.equal(rejected.length, 19);
    for (const { reason } of rejected) assert.match(reason.details, /^The plan "free" has 200 validations/);
    assert.deepEqual([await usedBy(identity), await storedOf(identity)], [limit, 5]);
  });

  const count = ({ orgId }: Identity, validations = 1) =>
    withOrganisation(app, orgId, (sql) => countValidations(sql, 'project_files', validations));
  const sharesOf = async ({ orgId }: Identity) =>
    (await owner`select from usage_shares where org_id = ${orgId}`).length;

  it('exactly, also when many come at once from far away to beyond the limit', async () => {
    const limit = PLANS.business.validationsPerMonthMax;
    const identity = await caller({ plan: 'business', used: limit - 10_000 });
    await count(identity, 100);
    assert.equal(await sharesOf(identity), 1, 'far from the limit');
    const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => count(identity, 100)));
    const rejected = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    assert.equal(rejected.length, 21);
    for (const { reason } of rejected)
      assert.match(reason.message, /^The plan "business" has 100,000 .* of which 100,000 are used/);
    assert.deepEqual([await usedBy(identity), await sharesOf(identity)], [limit, 0]);
  });

  it('concurrently until near the limit, then serially', async () => {
    for (const [used, isFar] of [
      [90_000, true],
      [99_000, false],
    ] as const) {
      const identity = await caller({ plan: 'business', used });
      const [counted, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const open = withOrganisation(app, identity.orgId, async (sql) => {
        await countValidations(sql, 'asynchronous');
        counted.resolve();
        await end.promise;
      });
      await counted.promise;
      // Several, as two connections may have the same share.
      const others = Array.from({ length: 4 }, () => count(identity));
      const first = Promise.any(others).then(() => 'counted');
      const waits = async () =>
        (
          await owner`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).length === others.length;
      if (isFar) assert.equal(await first, 'counted');
      else await until('all wait', waits);
      end.resolve();
      await Promise.all([open, ...others]);
      assert.equal(await usedBy(identity), used + 5);
    }
  });

  it('with what newer programs have counted, by the statement of an older one', async () => {
    const identity = await caller({});
    await Promise.all(Array.from({ length: 5 }, () => count(identity)));
    const [row] = await owner`
      insert into usage_months as kept (org_id, month, synchronous) values (${identity.orgId}, usage_month(), 1)
      on conflict (org_id, month) do update set synchronous = kept.synchronous + excluded.synchronous
      returning synchronous + asynchronous + project_files as used`;
    assert.deepEqual([row?.used, await usedBy(identity), await sharesOf(identity)], [6, 6, 0]);
  });

  it('exactly, while older programs count beside newer ones during an upgrade', async () => {
    const limit = PLANS.business.validationsPerMonthMax;
    // As an older program has left it.
    const identity = await caller({ plan: 'business', used: limit - 10_000 });
    assert.equal(await usedBy(identity), limit - 10_000);
    const limits = JSON.stringify({ business: limit });
    const countOfBefore = () =>
      withOrganisation(
        app,
        identity.orgId,
        (sql) => sql`
          with counted as (
            insert into usage_months as kept (org_id, month, synchronous) values (${sql.orgId}, usage_month(), 100)
            on conflict (org_id, month) do update set synchronous = kept.synchronous + excluded.synchronous
            returning synchronous + asynchronous + project_files as used,
              (select plan from organisations where id = ${sql.orgId}) as plan
          )
          select require_within_plan(plan, used, ${limits}::text::jsonb) from counted`,
      );
    const outcomes = await Promise.allSettled(
      Array.from({ length: 120 }, (_, index) => (index % 2 === 0 ? count(identity, 100) : countOfBefore())),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 100);
    assert.deepEqual([await usedBy(identity), await sharesOf(identity)], [limit, 0]);
  });

  it('so that an operator sees how many organisations are near their limits', async () => {
    const margin = PLAN_LIMITS.spreadRoomMin;
    const limit = PLANS.business.validationsPerMonthMax;
    const before = await inTransaction(core.database.ownerSql, countOrganisationsByWay);
    const [spread, exact] = [
      await caller({ plan: 'business', used: limit - margin }),
      await caller({ plan: 'business', used: limit - margin + 1 }),
    ];
    await caller({ plan: 'business', used: limit });
    const after = await inTransaction(core.database.ownerSql, countOrganisationsByWay);
    assert.deepEqual(
      COUNTING_WAYS.map((way) => after[way] - before[way]),
      [1, 1, 1],
    );
    await Promise.all([count(spread, 1), count(exact, 1)]);
    assert.deepEqual([await sharesOf(spread), await sharesOf(exact)], [1, 0]);
  });

  it('not when they are rejected for their content', async () => {
    const identity = await caller({});
    await core.rejection(Validations.validate, validateRequest({ file: Buffer.from('{"a":') }), identity);
    await core.rejection(Validations.validate, validateRequest({ platform: 'nowhere' }), identity);
    assert.deepEqual([await usedBy(identity), await storedOf(identity)], [0, 0]);
    await CALLS.validation(identity);
    assert.deepEqual([await usedBy(identity), await storedOf(identity)], [1, 1]);
  });

  it('by the month, of UTC', async () => {
    const identity = await caller({ plan: 'free', used: 3 });
    await owner`
      insert into usage_months (org_id, month, synchronous, asynchronous, project_files)
      values (${identity.orgId}, usage_month() - interval '1 month', 200, 20, 2),
        (${identity.orgId}, usage_month() - interval '12 months', 7, 7, 7)`;
    await CALLS.validation(identity);
    const { usage } = await core.call(Usage.getUsage, {}, identity);
    const now = new Date();
    const monthOf = (back: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString();
    assert.equal(usage?.resetsAt?.toISOString(), monthOf(-1));
    assert.deepEqual(
      usage.months.map(({ month }) => month),
      Array.from({ length: 12 }, (_, back) => monthOf(back).slice(0, 7)),
    );
    assert.deepEqual(
      usage.months.map(({ used }) => used),
      [4, 222, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    );
    assert.deepEqual([usage.used, usage.monthlyLimit, usage.remaining], [4, 200, 196]);
  });
});

describe('over REST', () => {
  const headersOf = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });

  it('usage says what there is and what is left', async () => {
    const headers = headersOf(await caller({ plan: 'team', used: 12 }));
    const { status, body } = await rest(gateway, '/api/v1/usage', { headers });
    assert.equal(status, 200);
    const { months, orgId, resetsAt, ...others } = body;
    assert.deepEqual(others, {
      plan: 'team',
      features: ['webhooks', 'environments'],
      used: 12,
      monthlyLimit: 5_000,
      remaining: 4_988,
      pastDueSince: null,
    });
    assert.equal(orgId, headers['X-Org-Id']);
    assert.equal(months.length, 12);
    assert.match(resetsAt, /-01T00:00:00\.000Z$/);
  });

  it('usage without a limit is null', async () => {
    const { body } = await rest(gateway, '/api/v1/usage', { headers: headersOf(await caller({})) });
    assert.deepEqual([body.plan, body.monthlyLimit, body.remaining], ['unlimited', null, null]);
  });

  it('a used-up plan is 402', async () => {
    const identity = await caller({ plan: 'free', used: 200 });
    const init = { method: 'POST', headers: headersOf(identity), body: form({ platform: 'platform_3' }) };
    const { status, body } = await rest(gateway, '/api/v1/validate', init);
    assert.deepEqual([status, body.error.code], [402, 'plan_limit_reached']);
  });
});

describe('the memory of plans', () => {
  it('queries once for many calls, and again after five seconds', async () => {
    const { orgId } = await caller({ plan: 'team' });
    let nowMs = 0;
    const gate = createPlanGate(app, () => nowMs);
    const [first, second] = await Promise.all([gate.entitlementOf(orgId), gate.entitlementOf(orgId)]);
    assert.equal(first, second);
    await owner`update organisations set plan = 'business' where id = ${orgId}`;
    nowMs = PLAN_LIMITS.planCacheMsMax - 1;
    assert.equal((await gate.entitlementOf(orgId)).plan, 'team');
    nowMs = PLAN_LIMITS.planCacheMsMax;
    assert.equal((await gate.entitlementOf(orgId)).plan, 'business');
  });
});

describe('flowarden plan', () => {
  async function run(...words: string[]): Promise<string> {
    let text = '';
    await planCommand(words, loadConfig({ DATABASE_URL: url }, 'commands'), (part) => {
      text += part;
    });
    return text;
  }

  it('applies a change, shows it, and is audited', async () => {
    const { orgId } = await caller({});
    const org = ['--org', orgId];
    assert.match(
      await run('set', 'team', ...org),
      /^Plan {10}team\nValidations {3}0 of 5,000 in this month$/m,
    );
    assert.match(
      await run('past-due', '2026-01-31', ...org),
      /^Past due {6}since 2026-01-31T00:00:00\.000Z$/m,
    );
    assert.match(await run('suspend', ...org), /^Suspended {5}since 20/m);
    assert.match(await run('show', ...org), /^Plan {10}team$/m);
    await run('past-due', 'none', ...org);
    assert.match(await run('resume', ...org), /^Past due {6}no\nSuspended {5}no$/m);
    const entries = await owner`
      select action, actor_kind from audit_entries where org_id = ${orgId} order by sequence`;
    assert.deepEqual(
      entries.map(({ action, actorKind }) => `${action} ${actorKind}`),
      [
        'plan.updated operator',
        'plan.updated operator',
        'organisation.suspended operator',
        'plan.updated operator',
        'organisation.resumed operator',
      ],
    );
    const [first, second, third] = await owner`
      select changes from audit_entries where org_id = ${orgId} order by sequence`;
    assert.deepEqual(first!.changes, [{ field: 'plan', from: 'unlimited', to: 'team' }]);
    assert.deepEqual(second!.changes, [
      { field: 'pastDueSince', from: null, to: '2026-01-31T00:00:00.000Z' },
    ]);
    assert.equal(third!.changes[0].field, 'suspendedAt');
  });

  for (const [words, problem] of [
    [[], /^Missing subcommand/],
    [['upgrade'], /^Unknown subcommand `plan upgrade`/],
    [['set', 'gold'], /^The plan must be one of: free, team, business, unlimited/],
    [['set'], /^The plan must be one of/],
    [['suspend', 'now'], /^Too many arguments/],
    [['past-due', 'yesterday'], /^The day must have the form/],
    [['past-due', '2026-13-01'], /^The day must have the form/],
    [['show', '--plan', 'team'], /^Unknown option/],
  ] as const) {
    it(`rejects \`${words.join(' ')}\``, async () => {
      await assert.rejects(run(...words), { message: problem });
    });
  }
});
