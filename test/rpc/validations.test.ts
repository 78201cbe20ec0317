/** Validating a file over gRPC, reading the result and the feed, and the wall between organisations. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { FIELD_LIMITS } from '../../src/gen/contract/field-limits.ts';
import { ValidationServiceService as Methods } from '../../src/gen/flowarden/v1/validation.ts';
import { bot, validateRequest } from '../support/files/bot.ts';
import { BASE_URL, type Identity, testCore } from '../support/service/core.ts';
import { insertTestWebhook } from '../support/service/webhook.ts';

const LIST = {
  pageSize: 0,
  cursor: '',
  validatedAfter: undefined,
  validatedBefore: undefined,
};

const core = await testCore();
const writer = await core.identity();

describe('validations', () => {
  const validate = async (changes: Parameters<typeof validateRequest>[0] = {}, identity = writer) => {
    const response = await core.call(Methods.validate, validateRequest(changes), identity);
    assert.ok(response.validation);
    return { ...response.validation, blocked: response.blocked };
  };

  it('answers with the result, its mode, summary and links', async () => {
    const result = await validate({
      file: bot(2),
      label: 'nightly',
      source: 'cicd',
      metadata: '{"provider":"ci","pipeline":{"pr_url":"https://pr/1"}}',
    });
    assert.equal(result.blocked, false);
    assert.equal(result.passed, true);
    assert.equal(result.orgId, writer.orgId);
    assert.equal(result.platform, 'platform_3');
    assert.equal(result.ruleset, 'default');
    assert.equal(result.enforcementMode, 'warning');
    assert.equal(result.filename, 'Invoices.bot');
    assert.equal(result.label, 'nightly');
    assert.equal(result.source, 'cicd');
    assert.equal(result.ownerName, 'Test key');
    assert.equal(result.pipeline?.provider, 'ci');
    assert.equal(result.pipeline?.prUrl, 'https://pr/1');
    assert.equal(result.pipeline?.branch, undefined);
    assert.equal(result.reportUrl, `${BASE_URL}/validations/${result.validationId}`);
    assert.ok(result.score >= 1 && result.score <= 100);
    assert.equal(result.summary?.total, result.findings.length);
    assert.ok(result.findings.some(({ catalogRuleId }) => catalogRuleId === 'XPL-ENG-002'));
    assert.deepEqual(result.blockingFindings, []);
    assert.ok(Math.abs(Date.now() - result.validatedAt!.getTime()) < 60_000);
  });

  it('gives every member of a finding', async () => {
    const { findings } = await validate({ file: bot(1), filename: 'finding.bot' });
    const finding = findings.find(({ catalogRuleId }) => catalogRuleId === 'XPL-ENG-002');
    assert.ok(finding);
    assert.match(finding.id, /^[0-9a-f-]{36}$/);
    assert.equal(finding.severity, 'medium');
    assert.equal(finding.category, 'engine');
    assert.equal(finding.detectorId, 'XPL-ENG-002@3');
    assert.equal(finding.exceptionStatus, 'none');
    assert.equal(finding.exceptionId, undefined);
    assert.ok(finding.sourceXPath.startsWith('/'));
    assert.ok(finding.sourceLineNumber >= 1);
    assert.ok(
      finding.description.length > 0 && finding.remediation.length > 0 && finding.location.length > 0,
    );
  });

  it('reads the same result back', async () => {
    const { blocked: _, ...written } = await validate({ file: bot(1), filename: 'again.bot' });
    const { validation } = await core.call(
      Methods.getValidation,
      { validationId: written.validationId, waitSeconds: 0 },
      writer,
    );
    assert.deepEqual(validation, written);
  });

  it('compares with the previous run of the same file and carries ids on', async () => {
    const first = await validate({ file: bot(1), filename: 'diff.bot' });
    assert.deepEqual(
      [first.diff?.isRegression, first.diff?.scoreDelta, first.diff?.previousScore, first.diff?.changes],
      [false, undefined, undefined, []],
    );
    const second = await validate({ file: bot(2), filename: 'diff.bot' });
    assert.equal(second.diff?.newFindingsCount, second.findings.length - first.findings.length);
    assert.equal(second.diff?.unchangedFindingsCount, first.findings.length);
    assert.equal(second.diff?.previousScore, first.score);
    assert.deepEqual(second.diff?.previousValidatedAt, first.validatedAt);
    assert.equal(second.diff?.changes[0]?.status, 'new');
    assert.equal(second.diff?.changes[0]?.fileName, 'diff.bot');
    const ids = new Set(second.findings.map(({ id }) => id));
    for (const { id } of first.findings) assert.ok(ids.has(id));
  });

  it('stores the event beside the result, with at most ten findings', async () => {
    const who = await core.identity();
    await insertTestWebhook(core.database.app, who.orgId, 9);
    const { validationId } = await validate({ file: bot(12), filename: 'event.bot', label: 'x' }, who);
    const rows = await core.database.owner`
      select kind, data from events where data ->> 'validationId' = ${validationId}`;
    assert.equal(rows.length, 1);
    assert.equal(rows[0]?.kind, 'validation.completed');
    assert.equal(rows[0]?.data.findings.length, 10);
    assert.equal(rows[0]?.data.fileName, 'event.bot');
    assert.equal(rows[0]?.data.platform, 'platform_3');
  });

  it('blocks in the blocking mode only, and names every critical and high finding', async () => {
    const owner = await core.identity();
    const file = readFileSync(
      join(import.meta.dirname, '../../samples/automation-anywhere/Send Reminders.json'),
    );
    const results = [];
    for (const enforcementMode of ['', 'advisory', 'warning', 'blocking']) {
      results.push(await validate({ file: Buffer.from(file), enforcementMode }, owner));
    }
    const blocked = results.pop()!;
    const serious = blocked.findings.filter(({ severity }) => ['critical', 'high'].includes(severity));
    assert.ok(serious.length > 0);
    assert.deepEqual([blocked.blocked, blocked.passed], [true, false]);
    assert.deepEqual(
      blocked.blockingFindings.map(({ id, severity, rule, sourceLineNumber }) => [
        id,
        severity,
        rule,
        sourceLineNumber,
      ]),
      serious.map(({ id, severity, rule, sourceLineNumber }) => [id, severity, rule, sourceLineNumber]),
    );
    for (const result of results) {
      assert.deepEqual([result.blocked, result.passed, result.blockingFindings], [false, true, []]);
      assert.equal(result.findings.length, blocked.findings.length);
      assert.equal(result.score, blocked.score);
    }
    const { validations } = await core.call(Methods.listValidations, LIST, owner);
    assert.deepEqual(
      validations.map(({ passed, wouldBlock, enforcementMode }) => [passed, wouldBlock, enforcementMode]),
      [
        [false, serious.length, 'blocking'],
        [true, serious.length, 'warning'],
        [true, serious.length, 'advisory'],
        [true, serious.length, 'warning'],
      ],
    );
  });

  it('does not block a file without critical and high findings', async () => {
    const clean = await validate({ filename: 'clean.bot', enforcementMode: 'blocking' });
    assert.deepEqual([clean.blocked, clean.passed, clean.blockingFindings], [false, true, []]);
  });

  it('accepts the other spellings of a platform and answers with the published one', async () => {
    for (const platform of ['automation_anywhere', 'automation-anywhere', 'PLATFORM_3']) {
      assert.equal((await validate({ platform })).platform, 'platform_3');
    }
  });

  it('stores the path of a file, without drive, NULs and control characters', async () => {
    assert.equal((await validate({ filename: 'C:\\work\\a\u0000b\nc.bot' })).filename, 'work/a b c.bot');
    const long = (await validate({ filename: `${'x'.repeat(400)}.bot` })).filename;
    assert.equal(long?.length, 255);
    assert.ok(long?.endsWith('x.bot'));
  });

  it('stores NULs and half characters of the metadata in a form that Postgres holds', async () => {
    const result = await validate({ metadata: '{"pipeline":{"branch":"a\\u0000b\\ud800"}}' });
    const { validation } = await core.call(
      Methods.getValidation,
      { validationId: result.validationId, waitSeconds: 0 },
      writer,
    );
    assert.equal(validation?.pipeline?.branch, 'a\uFFFDb\uFFFD');
  });

  it('pages through the feed and narrows it', async () => {
    const reader = await core.identity();
    let total: number | undefined;
    for (const label of ['a', 'b', 'a']) {
      const { summary } = await validate(
        { label, source: 'cicd', metadata: '{"pipeline":{"branch":"main"}}' },
        reader,
      );
      total = summary?.total;
    }
    const first = await core.call(Methods.listValidations, { ...LIST, pageSize: 2 }, reader);
    assert.equal(first.validations.length, 2);
    assert.notEqual(first.nextCursor, '');
    const rest = await core.call(
      Methods.listValidations,
      { ...LIST, pageSize: 2, cursor: first.nextCursor },
      reader,
    );
    assert.equal(rest.validations.length, 1);
    assert.equal(rest.nextCursor, '');
    assert.deepEqual(
      [...first.validations, ...rest.validations].map(({ label }) => label),
      ['a', 'b', 'a'],
    );
    const filtered = await core.call(
      Methods.listValidations,
      { ...LIST, label: 'a', source: 'cicd', platform: 'platform_3', passed: true, branch: 'main' },
      reader,
    );
    assert.equal(filtered.validations.length, 2);
    const [entry] = filtered.validations;
    assert.equal(entry?.reportUrl, `${BASE_URL}/validations/${entry?.validationId}`);
    assert.equal(entry?.pipeline?.branch, 'main');
    assert.equal(entry?.summary?.total, total);
    const later = { ...LIST, validatedAfter: new Date(Date.now() + 60_000) };
    assert.deepEqual((await core.call(Methods.listValidations, later, reader)).validations, []);
    // As long as REST allows, which is longer than any that is stored.
    const long = { ...LIST, source: '💥'.repeat(FIELD_LIMITS['FeedFilters.repository'].maxLength) };
    assert.deepEqual((await core.call(Methods.listValidations, long, reader)).validations, []);
  });

  it('shows nothing of one organisation to another', async () => {
    const mine = await validate({ filename: 'mine.bot' });
    const stranger = await core.identity();
    const rejection = await core.rejection(
      Methods.getValidation,
      { validationId: mine.validationId, waitSeconds: 0 },
      stranger,
    );
    assert.deepEqual([rejection.status, rejection.reason], [status.NOT_FOUND, 'NOT_FOUND']);
    assert.deepEqual((await core.call(Methods.listValidations, LIST, stranger)).validations, []);
    const same = await validate({ filename: 'mine.bot' }, stranger);
    assert.equal(same.diff?.previousScore, undefined);
  });

  it('lets a key that may only write read what it wrote, and nothing else', async () => {
    const one = await core.identity(['analysis:write']);
    const other = await core.identity(['analysis:write'], one.orgId);
    const { validationId } = await validate({}, one);
    assert.ok((await core.call(Methods.getValidation, { validationId, waitSeconds: 0 }, one)).validation);
    const rejection = await core.rejection(Methods.getValidation, { validationId, waitSeconds: 0 }, other);
    assert.equal(rejection.reason, 'INSUFFICIENT_SCOPE');
    assert.equal(rejection.metadata.scope, 'analysis:read');
    assert.equal((await core.rejection(Methods.listValidations, LIST, one)).reason, 'INSUFFICIENT_SCOPE');
  });

  it('lists findings that are gone only to readers and to the submitter of the run before', async () => {
    const reader = await core.identity();
    const one = await core.identity(['analysis:write'], reader.orgId);
    const other = await core.identity(['analysis:write'], reader.orgId);
    const submit = (count: number, identity: Identity) =>
      validate({ file: bot(count), filename: 'shared.bot' }, identity);
    const resolved = ({ diff }: Pick<Awaited<ReturnType<typeof submit>>, 'diff'>) => [
      diff!.resolvedFindingsCount,
      diff!.changes.filter(({ status }) => status === 'resolved').length,
    ];
    await submit(2, one);
    const [gone, listed] = resolved(await submit(0, one));
    assert.ok(gone! > 0);
    assert.equal(listed, gone, 'of a run of its own');
    await submit(2, one);
    const probe = await submit(0, other);
    assert.deepEqual(resolved(probe), [gone, 0]);
    const request = { validationId: probe.validationId, waitSeconds: 0 };
    for (const [identity, expected] of [
      [other, 0],
      [reader, gone],
    ] as const) {
      const { validation } = await core.call(Methods.getValidation, request, identity);
      assert.deepEqual(resolved(validation!), [gone, expected]);
    }
  });

  it('takes a run whose caller has gone out of the queue and stores nothing of it', async () => {
    const impatient = await core.identity();
    const busy = core.pool.analyse(
      {
        bytes: bot(0, 60_000),
        filename: 'busy.bot',
        platform: undefined,
        ruleset: 'default',
        findingsMax: 1,
      },
      { timeoutMs: 30_000 },
    );
    const abandoned = core.call(Methods.validate, validateRequest({ filename: 'gone.bot' }), impatient, {
      cancelWhen: async () => {
        while (core.pool.load().waiting === 0) await sleep(1);
      },
    });
    await assert.rejects(abandoned, { code: status.CANCELLED });
    while (core.pool.load().waiting > 0) await sleep(1);
    await busy;
    await validate({ filename: 'after.bot' }, impatient);
    const { validations } = await core.call(Methods.listValidations, LIST, impatient);
    assert.deepEqual(
      validations.map(({ filename }) => filename),
      ['after.bot'],
    );
  });
});
