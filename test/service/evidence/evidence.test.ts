/** Evidence by control: rules, findings, exceptions with who decided, and the runs that were covered. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { FRAMEWORKS } from '../../../src/contract/lists/estate.ts';
import { signedInAdmin } from '../../support/service/browser.ts';
import { addArtefact, addSource } from '../../support/service/drift-rows.ts';
import { estateService } from '../../support/service/estate-service.ts';
import { type Body, headers } from '../../support/service/project-service.ts';

const { core, gateway, call, get, run } = await estateService();

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const schema = join(import.meta.dirname, '../../../docs/evidence.schema.json');
const isEvidence = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));

const DAY_MS = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const query = (framework: string, from = day(-1), to = day(1)) =>
  new URLSearchParams({ framework, from, to });
const SECRETS = 'ISO27001:A.5.17';

describe('evidence', () => {
  it('has the findings, the exception and who decided it under each control of its rule', async () => {
    const who = await core.identity();
    const approver = await core.identity(undefined, who.orgId);
    const validationId = await run(who, { parts: ['secret'] });
    await run(who, { path: 'Other.xaml', parts: ['secret'] });
    const [{ findingId, ruleId }] = (await get(who, `/findings?severity=critical&q=Main`)).items;
    const request = { validationId, findingId, reason: 'The vault comes.', expiresAt: day(20) };
    const { body: exception } = await call(who, 'POST', '/exceptions', request);
    await call(approver, 'POST', `/exceptions/${exception.id}/approve`, { note: 'Until April.' });
    await run(who, { parts: ['secret'] });
    const page = await get(who, `/evidence?${query('ISO27001')}`);
    assert.equal(isEvidence(page), true, JSON.stringify(isEvidence.errors));
    assert.equal(page.runs.length, 1);
    assert.equal(page.runs[0].runs, 3);
    const control = page.items.find(({ control }: Body) => control === SECRETS);
    const rule = control.rules.find((one: Body) => one.ruleId === ruleId);
    assert.deepEqual(rule.rulesets, ['default', 'strict', 'security']);
    const { open, waived, critical, firstSeen, workflows } = control.findings;
    assert.deepEqual(
      { open, waived, critical, firstSeen, workflows },
      { open: 1, waived: 1, critical: 1, firstSeen: 2, workflows: 2 },
    );
    assert.equal(control.coveredRuns, 3);
    assert.equal(control.title, 'Secrets for sign-in');
    assert.match(control.reason, /secret/);
    assert.deepEqual(control.answers, ['rules', 'exceptions', 'runs']);
    assert.equal(control.blockedRuns, page.runs[0].blocked);
    const behind = await get(who, `/findings?control=${SECRETS}&status=all`);
    assert.equal(behind.items.length, open + waived);
    const first = `since=${day(-1)}&before=${day(1)}&status=all`;
    assert.equal((await get(who, `/findings?control=${SECRETS}&${first}`)).items.length, firstSeen);
    assert.equal((await get(who, `/findings?before=${day(-1)}&status=all`)).items.length, 0);
    assert.deepEqual((await get(who, '/findings?control=DORA:Art.99&status=all')).items, []);
    assert.equal(control.packRuns, 0);
    assert.equal(control.exceptionCount, 1);
    const [listed] = control.exceptions;
    assert.equal(listed.exceptionId, exception.id);
    assert.equal(listed.decision, 'approved');
    assert.equal(listed.decisionNote, 'Until April.');
    assert.ok(listed.decidedBy);
    const clean = page.items.find(({ rules }: Body) =>
      rules.every((one: Body) => one.platforms.every((name: string) => name !== 'uipath')),
    );
    assert.equal(clean?.coveredRuns ?? 0, 0);
  });

  it('has the coverage of each source, and never more than was seen', async () => {
    const who = await core.identity();
    const { owner } = core.database;
    const [seen, unseen] = [
      await addSource(owner, who.orgId, 'Orchestrator'),
      await addSource(owner, who.orgId, 'Test tenant'),
    ];
    await addArtefact(owner, who.orgId, seen, { name: 'Judged' });
    await addArtefact(owner, who.orgId, seen, { name: 'Compiled', reason: 'compiled' });
    await addArtefact(owner, who.orgId, seen, { name: 'Hidden', presence: 'no_access' });
    await addArtefact(owner, who.orgId, seen, { name: 'Deleted', presence: 'gone' });
    const part = (path: string, state: string, listedAt: string | null) => owner`
      insert into source_parts (org_id, source_id, key, path, kind, state, listed_at)
      values (${who.orgId}, ${seen}, ${path}, ${path}, 'folder', ${state}, ${listedAt})`;
    await part('Finance', 'ok', '2026-03-02T09:00:00Z');
    await part('Finance/Prod', 'no_access', '2026-03-01T09:00:00Z');
    const read = async () => {
      const page = await get(who, `/evidence?${query('DORA')}`);
      assert.equal(isEvidence(page), true, JSON.stringify(isEvidence.errors));
      return page.coverage;
    };
    const [first, second] = await read();
    assert.deepEqual(first, {
      sourceId: seen,
      name: 'Orchestrator',
      kind: 'uipath',
      coverage: {
        known: 3,
        atLeast: true,
        judged: 1,
        reasons: [
          { reason: 'compiled', artefacts: 1 },
          { reason: 'no_access', artefacts: 1 },
        ],
      },
      parts: 2,
      unseenPartCount: 1,
      unseenParts: [{ path: 'Finance/Prod', state: 'no_access' }],
      listedSince: '2026-03-01T09:00:00.000Z',
      lastCompleteAt: null,
    });
    assert.equal(second.sourceId, unseen);
    assert.deepEqual(second.coverage, { known: 0, atLeast: true, judged: 0, reasons: [] });
    assert.equal(second.listedSince, null);

    await owner`
      insert into source_parts (org_id, source_id, key, path, kind, state)
      select ${who.orgId}, ${seen}, 'more ' || at, 'more ' || at, 'folder', 'failed' from generate_series(1, 60) as at`;
    const [many] = await read();
    assert.equal(many.unseenPartCount, 61);
    assert.equal(many.unseenParts.length, 50);
    assert.equal(many.listedSince, null, 'a part never was listed');
    const stranger = await core.identity();
    assert.deepEqual((await get(stranger, `/evidence?${query('DORA')}`)).coverage, []);
  });

  it('leaves out runs and exceptions of another time', async () => {
    const who = await core.identity();
    const validationId = await run(who, { parts: ['secret'] });
    const [{ findingId }] = (await get(who, '/findings?severity=critical')).items;
    await call(who, 'POST', '/exceptions', { validationId, findingId, reason: 'Soon.', expiresAt: day(20) });
    const before = await get(who, `/evidence?${query('ISO27001', day(-30), day(-20))}`);
    assert.deepEqual(before.runs, []);
    const control = before.items.find((item: Body) => item.control === SECRETS);
    assert.equal(control.exceptionCount, 0);
    assert.equal(control.coveredRuns, 0);
    assert.equal(control.findings.open, 1, 'what is open is as of now');
    assert.equal(control.findings.firstSeen, 0);
  });

  it('is paged by control, and says which frameworks there are', async () => {
    const who = await core.identity();
    const whole = await get(who, `/evidence?${query('PCI')}`);
    const controls = whole.items.map(({ control }: Body) => control);
    assert.ok(controls.length > 3 && controls.every((control: string) => control.startsWith('PCI:')));
    const paged: string[] = [];
    let cursor = '';
    do {
      const page: Body = await get(who, `/evidence?${query('PCI')}&pageSize=2${cursor}`);
      paged.push(...page.items.map(({ control }: Body) => control));
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    assert.deepEqual(paged, controls);
    for (const framework of FRAMEWORKS)
      assert.ok((await get(who, `/evidence?${query(framework)}`)).items.length > 0, framework);
    const { status, body } = await call(who, 'GET', `/evidence?${query('BSI')}`);
    assert.equal(status, 400);
    assert.match(body.error.message, /ISO27001/);
    assert.equal((await call(who, 'GET', `/evidence?${query('PCI', day(1), day(-1))}`)).status, 400);
  });

  it('is signed off by a person, with the numbers of that moment in the audit log', async () => {
    const { browser, orgId } = await signedInAdmin(core.database, gateway.url, 'auditor@example.com');
    const key = await core.identity(undefined, orgId);
    await run(key, { parts: ['secret'] });
    const time = { from: day(-1), to: day(1) };
    const request = { framework: 'DORA', ...time, note: 'Reviewed with the owners.' };
    const send = (body: object) =>
      browser.send('POST', '/api/v1/evidence/sign-offs', body, { 'X-Org-Id': orgId });
    const signed = await send(request);
    assert.equal(signed.status, 201, JSON.stringify(signed.body));
    assert.equal(signed.body.note, 'Reviewed with the owners.');
    assert.equal(signed.body.signedBy, 'Ada Example');
    const page = await get(key, `/evidence?${query('DORA', time.from, time.to)}`);
    assert.deepEqual(page.signOffs, [signed.body]);
    assert.equal(isEvidence(page), true, JSON.stringify(isEvidence.errors));
    assert.deepEqual((await get(key, `/evidence?${query('NIS2', time.from, time.to)}`)).signOffs, []);
    const [entry] = (await get(key, '/audit-log?action=evidence.signed_off')).entries;
    assert.equal(entry.sequence, signed.body.auditSequence);
    const secrets = page.items.find((item: Body) => item.control === 'DORA:Art.9(4)(d)');
    assert.deepEqual(entry.details.controls['DORA:Art.9(4)(d)'], {
      open: secrets.findings.open,
      waived: 0,
      exceptions: 0,
      runs: 1,
    });
    assert.equal(Object.keys(entry.details.controls).length, page.items.length);
    const byKey = await call(key, 'POST', '/evidence/sign-offs', request);
    assert.deepEqual([byKey.status, byKey.body.error.code], [403, 'reauthentication_required']);
    assert.equal((await send({ ...request, note: '' })).status, 400);
    assert.equal((await send({ ...request, to: day(-2) })).code, 'invalid_time_range');
    assert.equal((await get(key, '/audit-log?action=evidence.signed_off')).entries.length, 1);
  });

  it('is for those who may read the audit log', async () => {
    const { orgId } = await core.identity();
    const reader = await core.identity(['analysis:read'], orgId);
    const auditor = await core.identity(['audit:read'], orgId);
    const status = async (who: typeof reader) =>
      (await fetch(`${gateway.url}/api/v1/evidence?${query('PCI')}`, { headers: headers(who) })).status;
    assert.deepEqual([await status(reader), await status(auditor)], [403, 200]);
  });
});
