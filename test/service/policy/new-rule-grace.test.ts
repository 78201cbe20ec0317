/** Rules that an upgrade brings: with a grace period they block nothing yet, under built-in rulesets alone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writePack } from '../../../src/policy/built/sign-pack.ts';
import { recordRules } from '../../../src/service/policy/grace/rule-arrivals-store.ts';
import { callAs } from '../../gateway/support/api.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import { zip } from '../../support/files/zip.ts';
import { build } from '../../support/policies/pack-folder.ts';
import { until } from '../../support/processes.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, PATH, projectService } from '../../support/service/project-service.ts';

const { core, gateway, submit, completed, work } = await projectService();
const { owner } = core.database;

/** A high finding of `RULE`, and nothing else that blocks. */
const RULE = 'UIP-REL-001';
const FILE = exampleFile(
  'uipath',
  `<TryCatch><TryCatch.Try><ui:MoveFile Path="[in_Order]" Destination="[in_Done]" /></TryCatch.Try>
    <TryCatch.Catches><Catch x:TypeArguments="s:Exception" /></TryCatch.Catches></TryCatch>`,
);

const DAY_MS = 86_400_000;
const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Lets `RULE` have come so many days ago, all others with the installation. */
async function arrive(daysAgo: number): Promise<void> {
  await owner`delete from rule_arrivals`;
  await owner.begin((sql) => recordRules(sql));
  await owner`
    update rule_arrivals set arrived_at = now() - ${daysAgo} * interval '1 day' where rule_id = ${RULE}`;
}

async function setGrace(who: Identity, newRuleGraceDays: number): Promise<void> {
  const { status, body } = await callAs(who, gateway, 'PATCH', '/api/v1/organisation/settings', {
    newRuleGraceDays,
  });
  assert.deepEqual([status, body.newRuleGraceDays], [200, newRuleGraceDays]);
}

function formOf(content: string | Buffer, name: string, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return form;
}

async function post(who: Identity, path: string, form: FormData): Promise<{ status: number; body: Body }> {
  const response = await fetch(gateway.url + path, { method: 'POST', headers: headers(who), body: form });
  return { status: response.status, body: await response.json() };
}

const validate = (who: Identity, fields: Readonly<Record<string, string>> = {}) =>
  post(
    who,
    '/api/v1/validate',
    formOf(FILE, 'Main.xaml', { platform: 'uipath', enforcement_mode: 'blocking', ...fields }),
  );

const findingOf = ({ findings, blockingFindings }: Body): Body =>
  [...(findings ?? []), ...(blockingFindings ?? [])].find(
    ({ catalogRuleId }: Body) => catalogRuleId === RULE,
  );

async function publish(who: Identity): Promise<string> {
  const bundle = writePack(await build('extends: [builtin/recommended]\n'));
  const { status, body } = await post(who, '/api/v1/policy-packs', formOf(bundle, 'test.flowpack', {}));
  assert.equal(status, 201);
  return body.version;
}

describe('a rule that an upgrade brought', () => {
  it('blocks at once without a grace period', async () => {
    const who = await core.identity();
    await arrive(1);
    const { status, body } = await validate(who);
    assert.equal(status, 422);
    assert.equal(findingOf(body).severity, 'high');
    const { body: list } = await callAs(who, gateway, 'GET', '/api/v1/organisation/new-rules');
    assert.deepEqual(list.newRules, []);
  });

  it('is listed as medium until its day, and says so', async () => {
    const who = await core.identity();
    await arrive(1);
    await setGrace(who, 30);
    const { status, body } = await validate(who);
    assert.equal(status, 200);
    const { severity, description } = findingOf(body);
    assert.equal(severity, 'medium');
    assert.match(
      description,
      new RegExp(`at most medium until ${dayAfter(29)}, and this one is high from then on`),
    );
    const { body: list } = await callAs(who, gateway, 'GET', '/api/v1/organisation/new-rules');
    assert.deepEqual(
      list.newRules.map(({ ruleId, countsFrom }: Body) => [ruleId, countsFrom]),
      [[RULE, dayAfter(29)]],
    );
  });

  it('blocks after its grace period, also a file that was validated in it', async () => {
    const who = await core.identity();
    await arrive(1);
    await setGrace(who, 30);
    assert.equal((await validate(who)).status, 200);
    await arrive(30);
    await setGrace(who, 30);
    assert.equal((await validate(who)).status, 422);
  });

  it('holds for the files of a project, which are judged again after it', async () => {
    const who = await core.identity();
    await arrive(1);
    const gate = async (): Promise<number> => {
      const { body } = await submit(who, zip([{ name: 'Main.xaml', content: FILE }]), 'robot.zip', {
        enforcement_mode: 'blocking',
      });
      await completed(who, body.projectValidationId);
      const url = `${gateway.url}${PATH}/${body.projectValidationId}?gate=true`;
      return (await fetch(url, { headers: headers(who) })).status;
    };
    assert.equal(await gate(), 422);
    await setGrace(who, 30);
    assert.equal(await gate(), 200);
    await setGrace(who, 0);
    assert.equal(await gate(), 422);
  });

  it('has no grace period under a policy pack, and a dry run shows what will block', async () => {
    const who = await core.identity();
    await arrive(1);
    await setGrace(who, 30);
    assert.equal((await validate(who)).status, 200);
    const path = `/api/v1/policy-packs/test/versions/${await publish(who)}/dry-run`;
    const { body: started } = await callAs(who, gateway, 'POST', path, {});
    await work();
    const ended = await until('the dry run has ended', async () => {
      const { body } = await callAs(who, gateway, 'GET', `/api/v1/policy-dry-runs/${started.id}`);
      return body.status === 'running' ? null : body;
    });
    assert.deepEqual([ended.result.passToFail, ended.result.flips[0].rules], [1, [RULE]]);
    assert.equal((await validate(who, { policy_pack: 'test' })).status, 422);
  });

  it('makes no ruleset as strict as a pack that has the rule', async () => {
    const who = await core.identity();
    await arrive(1);
    const policyPack = `test@${await publish(who)}`;
    const assigned = await callAs(who, gateway, 'PUT', '/api/v1/policy-assignments', { policyPack });
    assert.equal(assigned.status, 200);
    assert.equal((await validate(who, { ruleset: 'strict' })).status, 422, 'the finding blocks');
    await setGrace(who, 30);
    const { status, body } = await validate(who, { ruleset: 'strict' });
    assert.deepEqual([status, body.error.code], [400, 'policy_fixed']);
    assert.match(body.error.message, /the severity of UIP-REL-001 must be high or worse/);
  });

  it('cannot have a grace period of more than 90 days', async () => {
    const who = await core.identity();
    const settings = '/api/v1/organisation/settings';
    const { status, body } = await callAs(who, gateway, 'PATCH', settings, { newRuleGraceDays: 91 });
    assert.deepEqual([status, body.error?.code ?? body], [400, 'invalid_field']);
  });
});

describe('the record of rules', () => {
  const arrivals = async (): Promise<Readonly<Record<string, boolean>>> => {
    const rows = await owner<{ ruleId: string; isOld: boolean }[]>`
      select rule_id, arrived_at = '-infinity' as is_old from rule_arrivals order by rule_id`;
    return Object.fromEntries(rows.map(({ ruleId, isOld }) => [ruleId, isOld]));
  };
  const record = (ids: Readonly<Record<string, readonly string[]>>) =>
    owner.begin((sql) => recordRules(sql, ids));

  it('takes the rules of a new database as old, later ones as new, and a new name as the old rule', async () => {
    await owner`delete from rule_arrivals`;
    await record({ A: [], B: [] });
    assert.deepEqual(await arrivals(), { A: true, B: true });
    await record({ A: [], B: [], C: [], D: ['B'], E: ['X'] });
    assert.deepEqual(await arrivals(), { A: true, B: true, C: false, D: true, E: false });
  });
});
