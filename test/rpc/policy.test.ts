/** Settings and environments over gRPC, and what a run is held against because of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import {
  Environment,
  EnvironmentServiceService as Environments,
  GetSettingsRequest,
  OrganisationServiceService as Organisation,
  OrganisationSettings,
  UpdateSettingsRequest,
} from '../../src/gen/flowarden/v1/organisation.ts';
import { ValidationServiceService as Validations } from '../../src/gen/flowarden/v1/validation.ts';
import { ORGANISATION_LIMITS } from '../../src/service/organisations/limits.ts';
import { bot, validateRequest } from '../support/files/bot.ts';
import { BASE_URL, type Identity, testCore } from '../support/service/core.ts';
import { policyCache } from '../support/service/policy-cache.ts';

const core = await testCore();
const decode = <Message>(type: { decode(bytes: Uint8Array): Message }): Message =>
  type.decode(new Uint8Array());
const emptySettings = decode(GetSettingsRequest);

type SettingsValues = Partial<OrganisationSettings>;
const settingsUpdate = (values: SettingsValues, updateMask: string[], etag = ''): UpdateSettingsRequest => ({
  ...decode(UpdateSettingsRequest),
  settings: { ...decode(OrganisationSettings), ...values },
  updateMask,
  etag,
});
const set = async (identity: Identity, values: SettingsValues, updateMask: string[], etag = '') =>
  (await core.call(Organisation.updateSettings, settingsUpdate(values, updateMask, etag), identity)).settings;

const environment = (values: Partial<Environment>): Environment => ({ ...decode(Environment), ...values });
const add = (identity: Identity, values: Partial<Environment>) =>
  core.call(Environments.createEnvironment, { environment: environment(values) }, identity);
const namesOf = async (identity: Identity) =>
  (await core.call(Environments.listEnvironments, {}, identity)).environments.map(({ name }) => name);

describe('settings', () => {
  it('have defaults, change where the mask says so, and go back where it names a field without a value', async () => {
    const admin = await core.identity();
    const { settings: first } = await core.call(Organisation.getSettings, emptySettings, admin);
    assert.deepEqual(
      [first?.enforcementMode, first?.ruleset, first?.scoreAlertThreshold, first?.retentionDays, first?.etag],
      ['warning', 'default', undefined, 400, '0'],
    );
    const values = {
      enforcementMode: 'blocking',
      ruleset: 'strict',
      scoreAlertThreshold: 70,
      retentionDays: 90,
    };
    const changed = await set(
      admin,
      values,
      ['enforcement_mode', 'score_alert_threshold', 'retention_days'],
      '0',
    );
    assert.deepEqual(
      [changed?.enforcementMode, changed?.ruleset, changed?.scoreAlertThreshold, changed?.retentionDays],
      ['blocking', 'default', 70, 90],
    );
    assert.equal(changed?.updatedBy, 'Test key');
    const back = await set(admin, {}, ['score_alert_threshold', 'enforcement_mode']);
    assert.deepEqual(
      [back?.enforcementMode, back?.scoreAlertThreshold, back?.etag],
      ['warning', undefined, '2'],
    );
  });

  it('are not changed without a mask', async () => {
    const admin = await core.identity();
    const request = { ...settingsUpdate({ ruleset: 'strict' }, []), updateMask: undefined };
    assert.equal((await core.rejection(Organisation.updateSettings, request, admin)).reason, 'MISSING_FIELD');
  });

  const REJECTED: readonly (readonly [string, SettingsValues, string[], string])[] = [
    ['a field that cannot be changed', { orgId: 'x' }, ['org_id'], 'INVALID_FIELD'],
    ['a name of every object', {}, ['toString'], 'INVALID_FIELD'],
    ['an unknown mode', { enforcementMode: 'hard' }, ['enforcement_mode'], 'INVALID_ENFORCEMENT_MODE'],
    ['an unknown ruleset', { ruleset: 'moon' }, ['ruleset'], 'UNKNOWN_RULESET'],
    ['a threshold over 100', { scoreAlertThreshold: 101 }, ['score_alert_threshold'], 'INVALID_FIELD'],
    [
      'a threshold that no score is under',
      { scoreAlertThreshold: 1 },
      ['score_alert_threshold'],
      'INVALID_FIELD',
    ],
    ['a retention over 400 days', { retentionDays: 401 }, ['retention_days'], 'INVALID_FIELD'],
    ['a negative warning window', { exceptionWarningDays: -1 }, ['exception_warning_days'], 'INVALID_FIELD'],
    ['an unknown spelling', { wireCase: 'kebab' }, ['wire_case'], 'INVALID_FIELD'],
    ['a default branch without a name', { defaultBranches: [' '] }, ['default_branches'], 'MISSING_FIELD'],
    [
      'a default branch of 201 characters',
      { defaultBranches: ['x'.repeat(201)] },
      ['default_branches'],
      'INVALID_FIELD',
    ],
    [
      'eleven default branches',
      { defaultBranches: [...'abcdefghijk'] },
      ['default_branches'],
      'INVALID_FIELD',
    ],
  ];
  for (const [title, values, mask, reason] of REJECTED) {
    it(`reject ${title} and stay as they are`, async () => {
      const admin = await core.identity();
      const rejection = await core.rejection(
        Organisation.updateSettings,
        settingsUpdate(values, mask),
        admin,
      );
      assert.equal(rejection.reason, reason);
      const { settings } = await core.call(Organisation.getSettings, emptySettings, admin);
      assert.equal(settings?.etag, '0');
    });
  }

  it('can be read by who reads results, and changed by admins only', async () => {
    const reader = await core.identity(['analysis:read']);
    await core.call(Organisation.getSettings, emptySettings, reader);
    const update = settingsUpdate({ ruleset: 'strict' }, ['ruleset']);
    assert.equal(
      (await core.rejection(Organisation.updateSettings, update, reader)).reason,
      'INSUFFICIENT_SCOPE',
    );
    const writer = await core.identity(['analysis:write']);
    const rejection = await core.rejection(Organisation.getSettings, emptySettings, writer);
    assert.equal(rejection.reason, 'INSUFFICIENT_SCOPE');
  });

  it('are not changed by who knows an older version', async () => {
    const admin = await core.identity();
    await set(admin, { ruleset: 'strict' }, ['ruleset']);
    const late = settingsUpdate({ ruleset: 'security' }, ['ruleset'], '0');
    assert.equal((await core.rejection(Organisation.updateSettings, late, admin)).reason, 'ETAG_MISMATCH');
  });
});

describe('environments', () => {
  it('are four at first, and as many as the organisation makes of them', async () => {
    const admin = await core.identity();
    assert.deepEqual(await namesOf(admin), ['development', 'production', 'staging', 'test']);
    const { environment: added } = await add(admin, { name: 'pre-prod', enforcementMode: 'blocking' });
    assert.deepEqual(
      [added?.name, added?.enforcementMode, added?.ruleset, added?.etag],
      ['pre-prod', 'blocking', undefined, '1'],
    );
    await core.call(Environments.deleteEnvironment, { name: 'staging', etag: '' }, admin);
    assert.deepEqual(await namesOf(admin), ['development', 'pre-prod', 'production', 'test']);
    const update = {
      environment: environment({ name: 'pre-prod', description: 'Before the real one', ruleset: 'strict' }),
      updateMask: ['description', 'enforcement_mode'],
      etag: '1',
    };
    const { environment: after } = await core.call(Environments.updateEnvironment, update, admin);
    assert.deepEqual(
      [after?.description, after?.enforcementMode, after?.ruleset, after?.etag],
      ['Before the real one', undefined, undefined, '2'],
    );
    const { environment: read } = await core.call(Environments.getEnvironment, { name: 'pre-prod' }, admin);
    assert.deepEqual(read, after);
    assert.equal(
      (await core.rejection(Environments.updateEnvironment, update, admin)).reason,
      'ETAG_MISMATCH',
    );
    const entries = await core.database.owner`
      select action from audit_entries where org_id = ${admin.orgId} order by sequence`;
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['environment.created', 'environment.deleted', 'environment.updated'],
    );
  });

  const REJECTED: readonly (readonly [string, Partial<Environment>, string])[] = [
    ['no name', {}, 'MISSING_FIELD'],
    ['a name with capitals', { name: 'Prod' }, 'INVALID_FIELD'],
    ['a name with a slash', { name: 'a/b' }, 'INVALID_FIELD'],
    ['a name that is there', { name: 'test' }, 'STATE_CONFLICT'],
    ['an unknown ruleset', { name: 'x', ruleset: 'moon' }, 'UNKNOWN_RULESET'],
    ['an unknown mode', { name: 'x', enforcementMode: 'hard' }, 'INVALID_ENFORCEMENT_MODE'],
  ];
  for (const [title, values, reason] of REJECTED) {
    it(`are not made with ${title}`, async () => {
      const admin = await core.identity();
      const request = { environment: environment(values) };
      assert.equal((await core.rejection(Environments.createEnvironment, request, admin)).reason, reason);
      assert.equal((await namesOf(admin)).length, 4);
    });
  }

  it('are not made beyond the limit', async () => {
    const admin = await core.identity();
    await core.database.owner`
      insert into environments (org_id, name)
      select ${admin.orgId}, 'e' || n from generate_series(1, ${CONTRACT_LIMITS.environmentsMax - 4}) n`;
    const rejection = await core.rejection(
      Environments.createEnvironment,
      { environment: environment({ name: 'more' }) },
      admin,
    );
    assert.equal(rejection.reason, 'STATE_CONFLICT');
  });

  it('belong to one organisation, and to who may write policies', async () => {
    const [one, other] = [await core.identity(), await core.identity()];
    await add(one, { name: 'mine' });
    const missing = await core.rejection(Environments.getEnvironment, { name: 'mine' }, other);
    assert.equal(missing.reason, 'NOT_FOUND');
    const gone = await core.rejection(Environments.deleteEnvironment, { name: 'mine', etag: '' }, other);
    assert.equal(gone.reason, 'NOT_FOUND');
    const reader = await core.identity(['policies:read'], one.orgId);
    assert.ok((await namesOf(reader)).includes('mine'));
    const rejection = await core.rejection(
      Environments.deleteEnvironment,
      { name: 'mine', etag: '' },
      reader,
    );
    assert.equal(rejection.reason, 'INSUFFICIENT_SCOPE');
  });
});

describe('what a run is held against', () => {
  const heldAgainst = async (identity: Identity, changes: Parameters<typeof validateRequest>[0]) => {
    const { validation } = await core.call(Validations.validate, validateRequest(changes), identity);
    return [validation?.enforcementMode, validation?.ruleset];
  };

  it('comes from the request, else the environment, else the organisation, else the product', async () => {
    const admin = await core.identity();
    assert.deepEqual(await heldAgainst(admin, {}), ['warning', 'default']);
    await set(admin, { enforcementMode: 'advisory', ruleset: 'strict' }, ['enforcement_mode', 'ruleset']);
    assert.deepEqual(await heldAgainst(admin, {}), ['advisory', 'strict']);
    await add(admin, { name: 'uat', enforcementMode: 'blocking' });
    assert.deepEqual(await heldAgainst(admin, { environment: 'uat' }), ['blocking', 'strict']);
    assert.deepEqual(await heldAgainst(admin, { environment: 'test' }), ['advisory', 'strict']);
    await add(admin, { name: 'lab', ruleset: 'security' });
    assert.deepEqual(await heldAgainst(admin, { environment: 'lab' }), ['advisory', 'security']);
    const requested = { environment: 'uat', enforcementMode: 'warning', ruleset: 'default' };
    assert.deepEqual(await heldAgainst(admin, requested), ['warning', 'default']);
    const rows = await core.database.owner`
      select environment from validations where org_id = ${admin.orgId} and environment is not null order by id`;
    assert.deepEqual(
      rows.map((row) => row.environment),
      ['uat', 'test', 'lab', 'uat'],
    );
  });

  it('is rejected, with the known names, when it is not there', async () => {
    const admin = await core.identity();
    await add(admin, { name: 'uat' });
    const rejection = (changes: Parameters<typeof validateRequest>[0]) =>
      core.rejection(Validations.validate, validateRequest(changes), admin);
    const gone = await rejection({ environment: 'moon' });
    assert.equal(gone.reason, 'UNKNOWN_ENVIRONMENT');
    assert.match(gone.message, /"moon"; the known ones are development, production, staging, test, uat\./);
    const ruleset = await rejection({ ruleset: 'moon' });
    assert.match(ruleset.message, /"moon"; the known ones are default, strict, security\./);
    const pack = await rejection({ policyPack: 'moon' });
    assert.equal(pack.reason, 'UNKNOWN_POLICY_PACK');
    assert.match(pack.message, /this organisation has none/);
  });
});

describe('a score under the threshold', () => {
  // A part that cannot be read costs points, and more of them cost more.
  const alerts = async (kind: string, threshold: number | undefined) => {
    const admin = await core.identity();
    const values = { scoreAlertKind: kind, scoreAlertThreshold: threshold };
    await set(admin, values, ['score_alert_kind', 'score_alert_threshold']);
    const scores: number[] = [];
    for (const unread of [0, 1, 2, 0, 1]) {
      const { validation } = await core.call(
        Validations.validate,
        validateRequest({ file: bot(unread), label: `run ${scores.length}` }),
        admin,
      );
      scores.push(validation?.score ?? 0);
    }
    const rows = await core.database.owner`
      select data from events where org_id = ${admin.orgId} and kind = 'validation.below_threshold' order by id`;
    return { scores, alerts: rows.map(({ data }) => data) };
  };
  const labels = (events: readonly { readonly label: string }[]) => events.map(({ label }) => label);

  it('is an event at every run, at the crossing only, or never, as the organisation wants it', async () => {
    const { scores, alerts: none } = await alerts('level', undefined);
    assert.deepEqual(none, []);
    const [clean = 0, under = 0] = scores;
    assert.ok(under < clean && under > 1, String(scores));
    const level = await alerts('level', clean);
    assert.deepEqual(
      labels(level.alerts),
      ['run 1', 'run 2', 'run 4'],
      'a score at the threshold is not under it',
    );
    const crossing = await alerts('crossing', clean);
    assert.deepEqual(labels(crossing.alerts), ['run 1', 'run 4']);
    const { validationId, validatedAt, reportUrl, ...data } = crossing.alerts[0];
    assert.deepEqual(data, {
      platform: 'platform_3',
      fileName: 'Invoices.bot',
      label: 'run 1',
      score: under,
      threshold: clean,
      previousScore: clean,
      enforcementMode: 'warning',
    });
    assert.equal(reportUrl, `${BASE_URL}/validations/${validationId}`);
    assert.ok(Date.parse(validatedAt) > 0);
  });
});

describe('the memory of policies', () => {
  const NOTHING = { enforcementMode: null, ruleset: null, policyPack: null, environment: null };
  const setMode = (orgId: string, mode: string) => core.database.owner`
    insert into organisation_settings (org_id, enforcement_mode) values (${orgId}, ${mode})
    on conflict (org_id) do update set enforcement_mode = ${mode}`;
  async function memory() {
    let nowMs = 0;
    const { orgId } = await core.identity();
    const policies = policyCache(core.database.app, () => new Date(nowMs));
    return {
      orgId,
      policies,
      modeOf: async () => (await policies.policyOf(orgId, NOTHING)).policy.enforcementMode,
      passTo: (ms: number) => {
        nowMs = ms;
      },
    };
  }

  it('believes what it has read for some seconds', async () => {
    const { orgId, modeOf, passTo } = await memory();
    assert.equal(await modeOf(), 'warning');
    await setMode(orgId, 'blocking');
    passTo(ORGANISATION_LIMITS.accessCacheMsMax - 1);
    assert.equal(await modeOf(), 'warning');
    passTo(ORGANISATION_LIMITS.accessCacheMsMax);
    assert.equal(await modeOf(), 'blocking');
  });

  it('rejects nothing by its cache: an environment that another core has created is found', async () => {
    const { orgId, policies, modeOf } = await memory();
    await modeOf();
    const input = { ...NOTHING, environment: 'late' };
    await assert.rejects(policies.policyOf(orgId, input), { code: 'unknown_environment' });
    await core.database.owner`
      insert into environments (org_id, name, enforcement_mode) values (${orgId}, 'late', 'blocking')`;
    assert.equal((await policies.policyOf(orgId, input)).policy.enforcementMode, 'blocking');
  });

  it('drops its entries when invalidated, also those being loaded', async () => {
    const { orgId, policies, modeOf } = await memory();
    await modeOf();
    await setMode(orgId, 'blocking');
    policies.invalidate(orgId);
    const reading = modeOf();
    await setMode(orgId, 'advisory');
    policies.invalidate(orgId);
    await reading;
    assert.equal(await modeOf(), 'advisory');
  });

  it('queries the database once for concurrent calls', async () => {
    const { orgId, policies } = await memory();
    const [first, second] = [policies.sourcesOf(orgId), policies.sourcesOf(orgId)];
    assert.equal(await first, await second);
  });
});
