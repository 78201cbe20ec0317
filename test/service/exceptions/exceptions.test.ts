/** Exceptions over gRPC and REST, with a whole core behind both: who may do what, and what a run makes of it. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { AuditActor } from '../../../src/contract/audit.ts';
import { RunServiceService as Runs } from '../../../src/gen/flowarden/internal/v1/run.ts';
import {
  ExceptionServiceService as Exceptions,
  RequestExceptionRequest,
} from '../../../src/gen/flowarden/v1/exception.ts';
import { ValidationServiceService as Validations } from '../../../src/gen/flowarden/v1/validation.ts';
import { connectCore } from '../../../src/infra/core/core-client.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { rotateKey } from '../../../src/service/access/api-keys.ts';
import { removeMember } from '../../../src/service/access/members.ts';
import { findMemberBySubject, insertMember, touchMember } from '../../../src/service/access/members-store.ts';
import { SCOPES } from '../../../src/service/access/scopes.ts';
import { audit } from '../../../src/service/audit/audit-store.ts';
import { approveException, rejectException } from '../../../src/service/exceptions/decide-exceptions.ts';
import { EXCEPTIONS_PER_FILE_MAX } from '../../../src/service/exceptions/exceptions-store.ts';
import { EXCEPTION_LIMITS } from '../../../src/service/exceptions/limits.ts';
import { requestException } from '../../../src/service/exceptions/request-exception.ts';
import { findFinding } from '../../../src/service/projects/find-finding.ts';
import { callAs } from '../../gateway/support/api.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { validateRequest } from '../../support/files/bot.ts';
import { type Identity, testCore } from '../../support/service/core.ts';
import { SECRETS_KEY } from '../../support/service/webhook.ts';

const core = await testCore();
const { owner, app } = core.database;
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const peer = connectCore(`127.0.0.1:${core.server.port}`, SECRETS_KEY);
after(() => peer.close());

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const sample = (path: string) => readFileSync(join(import.meta.dirname, '../../../samples', path));
const SAMPLE = sample('automation-anywhere/Send Reminders.json');
const XAML = sample('uipath/Main.xaml');

type Upload = Parameters<typeof validateRequest>[0];
async function validate(identity: Identity, changes: Upload = {}) {
  const upload = {
    file: Buffer.from(SAMPLE),
    filename: 'Send.json',
    enforcementMode: 'blocking',
    ...changes,
  };
  const { validation, blocked } = await core.call(Validations.validate, validateRequest(upload), identity);
  assert.ok(validation);
  return { ...validation, blocked };
}
type Run = Awaited<ReturnType<typeof validate>>;
const blockingOf = ({ blockingFindings }: Run) => blockingFindings[0] ?? assert.fail('nothing blocks');
const statusIn = ({ findings }: Run, id: string) =>
  findings.find((finding) => finding.id === id)?.exceptionStatus;

const input = (changes: Partial<RequestExceptionRequest> = {}): RequestExceptionRequest => ({
  ...RequestExceptionRequest.decode(new Uint8Array()),
  reason: 'The vault comes in May.',
  expiresAt: inDays(7),
  ...changes,
});
const forFinding = (run: Run, findingId: string, changes: Partial<RequestExceptionRequest> = {}) =>
  input({ validationId: run.validationId, findingId, ...changes });
async function request(identity: Identity, changes: Partial<RequestExceptionRequest>) {
  const { exception } = await core.call(Exceptions.requestException, input(changes), identity);
  return exception ?? assert.fail();
}
const rejected = async (identity: Identity, changes: Partial<RequestExceptionRequest>) =>
  (await core.rejection(Exceptions.requestException, input(changes), identity)).reason;
const approve = async (identity: Identity, id: string, note = '') =>
  (await core.call(Exceptions.approveException, { id, note }, identity)).exception ?? assert.fail();
const revoke = async (identity: Identity, id: string) =>
  (await core.call(Exceptions.revokeException, { id, note: '' }, identity)).exception ?? assert.fail();
/** Creates two people of one organisation, each with a key that no one of the organisation has made. */
async function two() {
  const requester = await core.identity();
  return { requester, approver: await core.identity(undefined, requester.orgId) };
}
const PATTERN = { ruleId: 'XPL-ENG-002', fileName: 'Invoices.bot', location: '*' };
const setWildcards = (orgId: string, severity: string) => owner`
  insert into organisation_settings (org_id, exception_wildcard_severity) values (${orgId}, ${severity})
  on conflict (org_id) do update set exception_wildcard_severity = ${severity}`;

describe('an exception for a finding', () => {
  it('unblocks a pipeline from its approval to its revocation, and is shown all along', async () => {
    const { requester, approver } = await two();
    const first = await validate(requester);
    assert.equal(first.blocked, true);
    const ids = first.blockingFindings.map(({ id }) => id);
    const made = [];
    for (const id of ids) made.push((await request(requester, forFinding(first, id))).id);
    const pending = await validate(requester);
    assert.deepEqual([pending.blocked, pending.score], [true, first.score]);
    assert.equal(pending.blockingFindings[0]?.exceptionStatus, 'pending');
    assert.equal(pending.blockingFindings[0]?.exceptionId, made[0]);
    assert.equal(pending.diff?.waiverChangedCount, ids.length);
    for (const id of made) await approve(approver, id);
    const waived = await validate(requester);
    assert.deepEqual([waived.blocked, waived.passed, waived.blockingFindings], [false, true, []]);
    assert.ok(waived.score > first.score, `${waived.score} after ${first.score}`);
    assert.deepEqual([statusIn(waived, ids[0]!), waived.diff?.waiverChangedCount], ['approved', ids.length]);
    assert.deepEqual(waived.summary, first.summary);
    await revoke(approver, made[0]!);
    const again = await validate(requester);
    assert.deepEqual(
      again.blockingFindings.map(({ id, exceptionStatus }) => [id, exceptionStatus]),
      [[ids[0], 'revoked']],
    );
    const entries = await owner`
      select action, target_name, changes[0] as change from audit_entries
      where org_id = ${requester.orgId} and target_id = ${made[0]!}
      order by sequence`;
    assert.deepEqual(
      entries.map(({ action, change: { field, from, to } }) => [action, field, from, to]),
      [
        ['exception.requested', 'status', null, 'pending'],
        ['exception.approved', 'status', 'pending', 'approved'],
        ['exception.revoked', 'status', 'approved', 'revoked'],
      ],
    );
    assert.match(entries[0]?.targetName, / in Send\.json$/);
  });

  it('waives in asynchronous runs too', async () => {
    const { requester, approver } = await two();
    const first = await validate(requester);
    const { id } = blockingOf(first);
    await approve(approver, (await request(requester, forFinding(first, id))).id);
    const upload = { file: Buffer.from(SAMPLE), filename: 'Send.json', enforcementMode: 'blocking' };
    const { run } = await core.call(
      Validations.submitValidation,
      { ...validateRequest(upload), webhookUrl: '' },
      requester,
    );
    const validationId = run?.validationId ?? assert.fail();
    await peer.call(
      Runs.runValidation,
      { orgId: requester.orgId, validationId },
      { signal: new AbortController().signal, timeMsMax: 60_000 },
    );
    const { validation } = await core.call(
      Validations.getValidation,
      { validationId, waitSeconds: 0 },
      requester,
    );
    assert.ok(validation);
    assert.equal(statusIn({ ...validation, blocked: true }, id), 'approved');
    assert.ok(!validation.blockingFindings.some((finding) => finding.id === id));
  });

  it('is not lost among thousands that are over', async () => {
    const { requester, approver } = await two();
    const first = await validate(requester);
    const { id } = blockingOf(first);
    const made = await request(requester, forFinding(first, id));
    await approve(approver, made.id);
    await owner`
      insert into exceptions (org_id, id, decision, rule_id, file_name, fingerprint, location, severity, reason,
                              expires_at, requested_at, requested_by_kind, requested_by_id, requested_by_name, decided_at)
      select org_id, ('f' || substr(gen_random_uuid()::text, 2))::uuid, 'rejected', rule_id, file_name, fingerprint,
        location, severity, reason, expires_at, now(), 'key', 'k', 'n', now()
      from exceptions, generate_series(1, ${EXCEPTIONS_PER_FILE_MAX + 1}) where id = ${made.id}`;
    assert.equal(statusIn(await validate(requester), id), 'approved');
  });

  it('ends at its very moment, whether anybody looks or not', async () => {
    const { requester, approver } = await two();
    const first = await validate(requester);
    const { id } = blockingOf(first);
    const made = await request(requester, forFinding(first, id));
    await approve(approver, made.id);
    assert.equal(statusIn(await validate(requester), id), 'approved');
    await owner`update exceptions set expires_at = now() where id = ${made.id}`;
    assert.equal(statusIn(await validate(requester), id), 'expired');
    const { exception } = await core.call(Exceptions.getException, { id: made.id }, requester);
    assert.equal(exception?.status, 'expired');
    const late = await core.rejection(Exceptions.revokeException, { id: made.id, note: '' }, approver);
    assert.equal(late.reason, 'STATE_CONFLICT');
  });

  it('holds in its repository, or solution, alone', async () => {
    const { requester, approver } = await two();
    const inRepository = (pipeline: object) => ({ metadata: JSON.stringify({ pipeline }) });
    const first = await validate(requester, inRepository({ repository: 'bank/a', solution_name: 'S' }));
    const { id } = blockingOf(first);
    const made = await request(requester, forFinding(first, id));
    assert.equal(made.repository, 'bank/a');
    await approve(approver, made.id);
    const seen: (readonly [string | undefined, object])[] = [];
    for (const pipeline of [{ repository: 'bank/a' }, { repository: 'bank/b' }, { solution_name: 'S' }, {}]) {
      const run = await validate(requester, inRepository(pipeline));
      seen.push([blockingOf(run).exceptionStatus, pipeline]);
      assert.equal(
        run.findings.some(({ exceptionStatus }) => exceptionStatus === 'approved'),
        seen.length === 1,
      );
    }
    const solution = await validate(requester, inRepository({ solution_name: 'S' }));
    assert.equal((await request(requester, forFinding(solution, id))).repository, 'S');
    const everywhere = { repository: '*' };
    assert.equal(await rejected(requester, forFinding(first, id, everywhere)), 'EXCEPTION_TOO_BROAD');
    await setWildcards(requester.orgId, 'critical');
    const wide = await request(requester, forFinding(first, id, everywhere));
    await approve(approver, wide.id);
    assert.equal(statusIn(await validate(requester), id), 'approved');
  });

  it('may be for a pattern of the file name where wildcards are allowed', async () => {
    const { requester, approver } = await two();
    const upload = { file: XAML, platform: 'uipath' };
    const first = await validate(requester, { ...upload, filename: 'Main (1).xaml' });
    const { id } = first.findings.find(({ severity }) => severity === 'medium') ?? assert.fail();
    assert.equal(await rejected(requester, forFinding(first, id, { fileName: 'Other*' })), 'INVALID_FIELD');
    const made = await request(requester, forFinding(first, id, { fileName: 'Main*.xaml' }));
    await approve(approver, made.id);
    const waivedIn = async (filename: string) => {
      const { findings } = await validate(requester, { ...upload, filename });
      return findings.filter(({ exceptionId }) => exceptionId === made.id).length;
    };
    assert.deepEqual([await waivedIn('Main (2).xaml'), await waivedIn('Copy of Main.xaml')], [1, 0]);
  });

  it('holds for the path of its file, and one from before paths were stored for the base name', async () => {
    const { requester, approver } = await two();
    const inFolder = (filename: string, repository = 'bank/a') =>
      validate(requester, { filename, metadata: JSON.stringify({ pipeline: { repository } }) });
    const first = await inFolder('src/Send.json');
    const { id } = blockingOf(first);
    const made = await request(requester, forFinding(first, id));
    assert.equal(made.fileName, 'src/Send.json');
    await approve(approver, made.id);
    const waived = async (...run: Parameters<typeof inFolder>) =>
      (await inFolder(...run)).findings.filter(({ exceptionId }) => exceptionId === made.id).length;
    assert.deepEqual(
      [await waived('src\\Send.json'), await waived('lib/Send.json'), await waived('Send.json')],
      [1, 0, 0],
    );
    await owner`update exceptions set file_name = 'Send.json', by_base_name = true where id = ${made.id}`;
    assert.deepEqual(
      [await waived('src/Send.json'), await waived('lib/Send.json'), await waived('lib/Send.json', 'bank/b')],
      [1, 1, 0],
    );
  });

  it('requested for a finding of a run without a path holds for the base name', async () => {
    const { requester, approver } = await two();
    const first = await validate(requester);
    await owner`update validations set has_path = false where id = ${first.validationId}`;
    const made = await request(requester, forFinding(first, blockingOf(first).id));
    await approve(approver, made.id);
    const { findings } = await validate(requester, { filename: 'src/Send.json' });
    assert.equal(findings.filter(({ exceptionId }) => exceptionId === made.id).length, 1);
  });

  it('is requested once at a time, also by concurrent requests', async () => {
    const { requester, approver } = await two();
    const first = await validate(requester);
    const wanted = forFinding(first, blockingOf(first).id);
    const results = await Promise.allSettled([1, 2, 3].map(() => request(requester, wanted)));
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 2);
    assert.equal(await rejected(requester, wanted), 'STATE_CONFLICT');
    const { exceptions } = await core.call(Exceptions.listExceptions, LIST, requester);
    await approve(approver, exceptions[0]!.id);
    assert.equal((await request(requester, wanted)).status, 'pending', 'an approved one can be renewed');
  });
});

describe('a request', () => {
  const DAYS = { critical: 30, high: 90, medium: 365 } as const;
  for (const [severity, days] of Object.entries(DAYS)) {
    it(`for a ${severity} finding lasts at most ${days} days`, async () => {
      const { requester } = await two();
      await setWildcards(requester.orgId, 'critical');
      const ruleId = RULES.find((rule) => rule.severity === severity)?.id ?? assert.fail();
      const wanted = { ...PATTERN, ruleId };
      assert.equal(await rejected(requester, { ...wanted, expiresAt: inDays(days + 0.01) }), 'INVALID_FIELD');
      assert.equal(
        (await request(requester, { ...wanted, expiresAt: inDays(days - 0.01) })).severity,
        severity,
      );
    });
  }

  const REJECTED: readonly (readonly [string, Partial<RequestExceptionRequest>, string])[] = [
    ['nothing to waive', {}, 'MISSING_FIELD'],
    ['no file', { ...PATTERN, fileName: '' }, 'MISSING_FIELD'],
    ['no reason', { ...PATTERN, reason: ' ' }, 'MISSING_FIELD'],
    ['no end', { ...PATTERN, expiresAt: undefined }, 'MISSING_FIELD'],
    ['an end in the past', { ...PATTERN, expiresAt: inDays(-1) }, 'INVALID_FIELD'],
    ['an unknown rule', { ...PATTERN, ruleId: 'UIP-SEC-999' }, 'NOT_FOUND'],
    ['an exact place without its finding', { ...PATTERN, location: 'Main › Login' }, 'INVALID_FIELD'],
    ['a pattern beside a finding', { ...PATTERN, validationId: 'x', findingId: 'y' }, 'INVALID_FIELD'],
    ['a finding without its validation', { findingId: 'y' }, 'MISSING_FIELD'],
    ['an unknown validation', { validationId: 'x', findingId: 'y' }, 'NOT_FOUND'],
    ['a long reason', { ...PATTERN, reason: 'x'.repeat(1_001) }, 'INVALID_FIELD'],
    ['a high finding at any place', { ...PATTERN, ruleId: 'XPL-ENG-001' }, 'EXCEPTION_TOO_BROAD'],
  ];
  for (const [what, changes, reason] of REJECTED) {
    it(`with ${what} is rejected`, async () => {
      const { requester } = await two();
      assert.equal(await rejected(requester, changes), reason);
    });
  }

  it('for a finding that the validation does not have is rejected', async () => {
    const { requester } = await two();
    const run = await validate(requester);
    assert.equal(await rejected(requester, forFinding(run, run.validationId)), 'NOT_FOUND');
  });

  it('is not allowed to be a wildcard where the organisation allows none, nor approved when it no longer does', async () => {
    const { requester, approver } = await two();
    const made = await request(requester, PATTERN);
    await setWildcards(requester.orgId, 'none');
    assert.equal(await rejected(requester, { ...PATTERN, fileName: '*' }), 'EXCEPTION_TOO_BROAD');
    const late = await core.rejection(Exceptions.approveException, { id: made.id, note: '' }, approver);
    assert.equal(late.reason, 'EXCEPTION_TOO_BROAD');
  });

  const MANY = [
    ['as many as it may', EXCEPTION_LIMITS.exceptionsLiveMax, 'n::text'],
    ['as many for patterns as it may', EXCEPTION_LIMITS.exceptionsForPatternsMax, 'null'],
  ] as const;
  for (const [what, count, fingerprint] of MANY) {
    it(`is rejected when the organisation has ${what}`, async () => {
      const { requester } = await two();
      await owner`
        insert into exceptions (org_id, id, decision, rule_id, file_name, fingerprint, location, severity, reason,
                                expires_at, requested_at, requested_by_kind, requested_by_id, requested_by_name)
        select ${requester.orgId}, gen_random_uuid(), 'pending', 'R', n::text, ${owner.unsafe(fingerprint)}, 'l', 'low',
          'r', now() + interval '1 day', now(), 'key', 'k', 'n'
        from generate_series(1, ${count}) n`;
      assert.equal(await rejected(requester, PATTERN), 'STATE_CONFLICT');
      await owner`update exceptions set expires_at = now() where org_id = ${requester.orgId} and file_name = '1'`;
      await request(requester, PATTERN);
    });
  }
});

describe('a decision', () => {
  it('is made once, also when many make it at once, and says who made it', async () => {
    const { requester, approver } = await two();
    const { id } = await request(requester, PATTERN);
    const results = await Promise.allSettled([
      approve(approver, id, 'Until May.'),
      core.call(Exceptions.rejectException, { id, note: 'No.' }, approver),
      approve(approver, id),
    ]);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    const { exception } = await core.call(Exceptions.getException, { id }, requester);
    assert.ok(exception?.decidedAt && ['approved', 'rejected'].includes(exception.status));
    assert.equal(exception.decidedBy, 'Test key');
    for (const method of [Exceptions.approveException, Exceptions.rejectException])
      assert.equal((await core.rejection(method, { id, note: '' }, approver)).reason, 'STATE_CONFLICT');
  });

  it('on a request whose end has passed is rejected', async () => {
    const { requester, approver } = await two();
    const { id } = await request(requester, PATTERN);
    await owner`update exceptions set expires_at = now() where id = ${id}`;
    const error = await core.rejection(Exceptions.approveException, { id, note: '' }, approver);
    assert.deepEqual([error.reason, error.metadata.status], ['STATE_CONFLICT', 'expired']);
  });

  it('needs its scope; a requester can take back its own request only', async () => {
    const {
      requester: { orgId },
      approver,
    } = await two();
    const developer = await core.identity(['exceptions:request'], orgId);
    const colleague = await core.identity(['exceptions:request'], orgId);
    const viewer = await core.identity(['exceptions:read'], orgId);
    const { id } = await request(developer, PATTERN);
    const wanted = { id, note: '' };
    const reasons = [
      (await core.rejection(Exceptions.approveException, wanted, colleague)).reason,
      (await core.rejection(Exceptions.rejectException, wanted, viewer)).reason,
      (await core.rejection(Exceptions.revokeException, wanted, viewer)).reason,
      (await core.rejection(Exceptions.revokeException, wanted, colleague)).reason,
      (await core.rejection(Exceptions.requestException, input(PATTERN), viewer)).reason,
    ];
    assert.deepEqual(new Set(reasons), new Set(['INSUFFICIENT_SCOPE']));
    for (const reader of [viewer, developer, await core.identity(['exceptions:approve'], orgId)])
      await core.call(Exceptions.getException, { id }, reader);
    const outsider = await core.identity(['analysis:write'], orgId);
    assert.equal(
      (await core.rejection(Exceptions.getException, { id }, outsider)).reason,
      'INSUFFICIENT_SCOPE',
    );
    assert.equal((await revoke(developer, id)).status, 'revoked');
    const gone = await core.rejection(Exceptions.approveException, wanted, approver);
    assert.equal(gone.reason, 'STATE_CONFLICT');
  });
});

describe('who requested', () => {
  const deps = {
    sql: app,
    now: () => new Date(),
    baseUrl: 'https://flowarden.example',
    findRule: async (id: string) => RULES.find((rule) => rule.id === id),
    findFinding,
  };
  const user = (id: string, email: string | null = null): AuditActor => ({
    kind: 'user',
    id,
    name: id,
    email,
  });
  /** Creates a key of the organisation with this maker. */
  async function keyOf(orgId: string, maker: AuditActor | null): Promise<AuditActor> {
    const { key } = await core.identity(undefined, orgId);
    const id = key.split('_')[2]!;
    await owner`
      update api_keys set created_by_kind = ${maker?.kind ?? null}, created_by_id = ${maker?.id ?? null},
        created_by_email = ${maker?.email ?? null}
      where id = ${id}`;
    return { kind: 'key', id, name: 'Key', email: null };
  }
  /** Rotates the key as this actor. */
  async function rotatedBy(orgId: string, key: AuditActor, actor: AuditActor): Promise<AuditActor> {
    const manager = { orgId, actor, scopes: SCOPES, requestId: null };
    const input = { overlapSeconds: 0, expiresAt: null };
    await rotateKey({ sql: app, pepper: 'p'.repeat(32), now: () => new Date() }, manager, key.id, input);
    return key;
  }
  /** A member who was invited under the first address, and came with tokens that name these. */
  async function memberOf(
    orgId: string,
    subject: string,
    addresses: readonly (string | null)[],
  ): Promise<void> {
    const id = uuidV7();
    await withOrganisation(app, orgId, async (sql) => {
      const email = addresses[0]!;
      await insertMember(sql, {
        orgId,
        id,
        role: 'approver',
        issuer: 'i',
        subject,
        email,
        createdByName: 'root',
      });
      for (const address of addresses)
        await touchMember(sql, { id }, { name: subject, email: address ?? undefined, seenAt: new Date() });
    });
  }
  /** Adds a member who has come, by an actor. */
  async function memberAddedBy(orgId: string, actor: AuditActor, subject: string): Promise<AuditActor> {
    await memberOf(orgId, subject, [`${subject}@bank.example`]);
    await grantedTo(orgId, actor, subject, 'member.added');
    return user(subject, `${subject}@bank.example`);
  }
  async function grantedTo(
    orgId: string,
    actor: AuditActor,
    subject: string,
    action: 'member.added' | 'member.role_changed',
  ): Promise<void> {
    await withOrganisation(app, orgId, async (sql) => {
      const member = (await findMemberBySubject(sql, { issuer: 'i', subject }))!;
      const target = { kind: 'member', id: member.id, name: subject } as const;
      await audit(sql, { actor, action, target, details: {}, requestId: null });
    });
  }
  const setGrantDays = (orgId: string, days: number) =>
    owner`
      insert into organisation_settings (org_id, exception_grant_days) values (${orgId}, ${days})
      on conflict (org_id) do update set exception_grant_days = excluded.exception_grant_days`;
  /** The log cannot be changed, but its owner can put its trigger aside. */
  const ageGrants = (orgId: string, days: number) =>
    owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update audit_entries set occurred_at = occurred_at - ${days} * interval '1 day' where org_id = ${orgId}`;
    });
  const operator: AuditActor = { kind: 'operator', id: 'root', name: 'root', email: null };

  type Pair = (orgId: string) => Promise<readonly [AuditActor, AuditActor]>;
  const CASES: readonly (readonly [string, 'self_approval' | null, Pair])[] = [
    ['a user', 'self_approval', async () => [user('ada'), user('ada')]],
    ['another user', null, async () => [user('ada'), user('grace')]],
    [
      'a user under another subject',
      'self_approval',
      async () => [user('ada', 'ada@bank.example'), user('oidc|7', 'Ada@Bank.example')],
    ],
    ['by a key: its maker', 'self_approval', async (orgId) => [await keyOf(orgId, user('ada')), user('ada')]],
    [
      'a user: a key of theirs',
      'self_approval',
      async (orgId) => [user('ada'), await keyOf(orgId, user('ada'))],
    ],
    [
      'by a key: another key of the same user',
      'self_approval',
      async (orgId) => [await keyOf(orgId, user('ada')), await keyOf(orgId, user('ada'))],
    ],
    [
      'by a key that a key of a user made: that user',
      'self_approval',
      async (orgId) => [await keyOf(orgId, await keyOf(orgId, user('ada'))), user('ada')],
    ],
    [
      'by a key: the key that made it',
      'self_approval',
      async (orgId) => {
        const maker = await keyOf(orgId, operator);
        return [await keyOf(orgId, maker), maker];
      },
    ],
    [
      'by a key: a sister of it that an admin key made',
      null,
      async (orgId) => {
        const maker = await keyOf(orgId, operator);
        return [await keyOf(orgId, maker), await keyOf(orgId, maker)];
      },
    ],
    [
      "by a key of the operator: another one of the operator's",
      null,
      async (orgId) => [await keyOf(orgId, operator), await keyOf(orgId, operator)],
    ],
    ['by a key: a user', null, async (orgId) => [await keyOf(orgId, user('ada')), user('grace')]],
    [
      'by a key: a user who was shown a secret of it when it was rotated',
      'self_approval',
      async (orgId) => [
        await rotatedBy(orgId, await keyOf(orgId, user('ada')), user('grace')),
        user('grace'),
      ],
    ],
    [
      'a user: a key whose secret a key of theirs was shown',
      'self_approval',
      async (orgId) => {
        const own = await keyOf(orgId, user('grace'));
        return [user('grace'), await rotatedBy(orgId, await keyOf(orgId, operator), own)];
      },
    ],
    [
      'a key: the key that made the key that made it, fifty keys ago',
      'self_approval',
      async (orgId) => {
        const first = await keyOf(orgId, operator);
        let key = first;
        for (let count = 0; count < 50; count += 1) key = await keyOf(orgId, key);
        return [key, first];
      },
    ],
    [
      'a user: fifty keys behind the last that they made',
      'self_approval',
      async (orgId) => {
        let key = await keyOf(orgId, user('ada'));
        for (let count = 0; count < 50; count += 1) key = await keyOf(orgId, key);
        return [user('ada'), key];
      },
    ],
    [
      'by a key with more keys behind it than are read: another user',
      'self_approval',
      async (orgId) => {
        const key = await keyOf(orgId, operator);
        await owner`
          insert into api_keys (org_id, id, name, key_hash, scopes, expires_at, created_by_kind, created_by_id)
          select ${orgId}, left(md5(${orgId} || number), 8), 'Successor', decode(md5('' || number), 'hex'), '{keys:manage}',
            now() + interval '1 day', 'key', left(md5(${orgId} || number + 1), 8)
          from generate_series(1, 2100) as number`;
        const [last] = await owner<{ id: string }[]>`select left(md5(${orgId} || 1), 8) as id`;
        await owner`update api_keys set created_by_kind = 'key', created_by_id = ${last!.id} where id = ${key.id}`;
        return [key, user('grace')];
      },
    ],
    [
      'a user: the same member under another subject, whose token names no address',
      'self_approval',
      async (orgId) => {
        await memberOf(orgId, 'oidc|8', ['ada@bank.example', null]);
        return [user('ada', 'ada@bank.example'), user('oidc|8')];
      },
    ],
    [
      'a user: a member who came under the same address and has another one today',
      'self_approval',
      async (orgId) => {
        await memberOf(orgId, 'oidc|9', ['ada@bank.example', 'lovelace@bank.example']);
        return [user('ada', 'ada@bank.example'), user('oidc|9', 'lovelace@bank.example')];
      },
    ],
    [
      'by a key that has rotated itself: another user',
      null,
      async (orgId) => {
        let key = await keyOf(orgId, user('ada'));
        for (let time = 0; time < 5; time += 1) key = await rotatedBy(orgId, key, key);
        return [key, user('grace')];
      },
    ],
    [
      'a user: a member whom they invited today',
      'self_approval',
      async (orgId) => [user('ada'), await memberAddedBy(orgId, user('ada'), 'second')],
    ],
    [
      'a user: a key of a member whom they invited',
      'self_approval',
      async (orgId) => [user('ada'), await keyOf(orgId, await memberAddedBy(orgId, user('ada'), 'second'))],
    ],
    [
      'a user: a kept key of a member whom they invited and removed',
      'self_approval',
      async (orgId) => {
        const second = await memberAddedBy(orgId, user('ada'), 'second');
        const key = await keyOf(orgId, second);
        const manager = { orgId, actor: user('ada'), requestId: null };
        const [{ id }] = await owner<[{ id: string }]>`
          select id from organisation_members where org_id = ${orgId} and subject = 'second'`;
        await removeMember({ sql: app }, manager, id, true);
        return [user('ada'), key];
      },
    ],
    [
      'by a key of a user: a member whom that user invited',
      'self_approval',
      async (orgId) => [await keyOf(orgId, user('ada')), await memberAddedBy(orgId, user('ada'), 'second')],
    ],
    [
      'a user: a member whom a key of theirs added',
      'self_approval',
      async (orgId) => [user('ada'), await memberAddedBy(orgId, await keyOf(orgId, user('ada')), 'second')],
    ],
    [
      'a user: a member whom a member invited whom they invited',
      'self_approval',
      async (orgId) => {
        const second = await memberAddedBy(orgId, user('ada'), 'second');
        return [user('ada'), await memberAddedBy(orgId, second, 'third')];
      },
    ],
    [
      'a user: a member to whom they gave the role',
      'self_approval',
      async (orgId) => {
        const grace = await memberAddedBy(orgId, operator, 'grace');
        await grantedTo(orgId, user('ada'), 'grace', 'member.role_changed');
        return [user('ada'), grace];
      },
    ],
    [
      'a user: a member whom they invited, where the organisation has no such limit',
      null,
      async (orgId) => {
        await setGrantDays(orgId, 0);
        return [user('ada'), await memberAddedBy(orgId, user('ada'), 'second')];
      },
    ],
    [
      'a user: a member whom they invited long ago',
      null,
      async (orgId) => {
        const second = await memberAddedBy(orgId, user('ada'), 'second');
        await ageGrants(orgId, 31);
        return [user('ada'), second];
      },
    ],
    [
      'a member: the user who invited them',
      null,
      async (orgId) => [await memberAddedBy(orgId, user('ada'), 'second'), user('ada')],
    ],
    [
      'by a key of the operator: a member whom the operator added',
      null,
      async (orgId) => [await keyOf(orgId, operator), await memberAddedBy(orgId, operator, 'grace')],
    ],
  ];
  for (const [who, expected, pair] of CASES) {
    it(`${who} ${expected === null ? 'may' : 'may not'} approve`, async () => {
      const { orgId } = await core.identity();
      const [requester, approver] = await pair(orgId);
      const made = await requestException(
        deps,
        { orgId, actor: requester, requestId: null },
        { ...PATTERN, repository: null },
        { reason: 'Because.', expiresAt: inDays(1) },
      );
      const approval = approveException(deps, { orgId, actor: approver, requestId: null }, made.id, null);
      if (expected === null) assert.equal((await approval).decision, 'approved');
      else await assert.rejects(approval, { code: expected });
    });
  }

  it('can be written to: a user, or the user who made the key', async () => {
    const { orgId } = await core.identity();
    const ada = user('ada', 'ada@bank.example');
    const terms = { reason: 'Because.', expiresAt: inDays(1) };
    const addresses = [];
    for (const actor of [ada, await keyOf(orgId, ada), await keyOf(orgId, operator)]) {
      const where = { ...PATTERN, fileName: `${actor.id}.bot`, repository: null };
      const made = await requestException(deps, { orgId, actor, requestId: null }, where, terms);
      addresses.push(made.requestedByEmail);
    }
    assert.deepEqual(addresses, ['ada@bank.example', 'ada@bank.example', null]);
  });

  it('has events that link the exception', async () => {
    const { orgId } = await core.identity();
    const terms = { reason: 'Because.', expiresAt: inDays(1) };
    const actorOf = (id: string) => ({ orgId, actor: user(id), requestId: null });
    const made = await requestException(deps, actorOf('ada'), { ...PATTERN, repository: null }, terms);
    await rejectException(deps, actorOf('clara'), made.id, null);
    const events = await owner`select data ->> 'reportUrl' as url from events where org_id = ${orgId}`;
    const url = `${deps.baseUrl}/exceptions/${made.id}`;
    assert.deepEqual(
      events.map((event) => event.url),
      [url, url],
    );
  });
});

const LIST = { pageSize: 0, cursor: '', status: '', ruleId: '', fileName: '', mine: false };

describe('the list', () => {
  it('is newest first, in pages, narrowed by state, rule and file', async () => {
    const { requester, approver } = await two();
    const ids: string[] = [];
    for (const fileName of ['a.bot', 'b.bot', 'c.bot', 'd.bot', 'e.bot'])
      ids.unshift((await request(requester, { ...PATTERN, fileName })).id);
    await approve(approver, ids[0]!);
    await core.call(Exceptions.rejectException, { id: ids[1]!, note: '' }, approver);
    await revoke(approver, ids[2]!);
    await owner`update exceptions set expires_at = now() where id = ${ids[3]!}`;
    const list = async (changes: Partial<typeof LIST>) =>
      core.call(Exceptions.listExceptions, { ...LIST, ...changes }, requester);
    const states = ['approved', 'rejected', 'revoked', 'expired', 'pending'];
    for (const [index, status] of states.entries()) {
      const { exceptions } = await list({ status });
      assert.deepEqual(
        exceptions.map(({ id, status: shown }) => [id, shown]),
        [[ids[index], status]],
      );
    }
    const read: string[] = [];
    let cursor = '';
    do {
      const page = await list({ pageSize: 2, cursor });
      read.push(...page.exceptions.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== '');
    assert.deepEqual(read, ids);
    assert.equal((await list({ fileName: 'b.bot' })).exceptions.length, 1);
    assert.equal((await list({ ruleId: 'UIP-REL-001' })).exceptions.length, 0);
    const other = await request(approver, { ...PATTERN, fileName: 'f.bot' });
    assert.equal((await list({ mine: true })).exceptions.length, ids.length);
    const { exceptions: theirs } = await core.call(
      Exceptions.listExceptions,
      { ...LIST, mine: true },
      approver,
    );
    assert.deepEqual(
      theirs.map(({ id }) => id),
      [other.id],
    );
    const bad = await core.rejection(Exceptions.listExceptions, { ...LIST, status: 'none' }, requester);
    assert.equal(bad.reason, 'INVALID_FIELD');
  });
});

describe('over REST', () => {
  const send = (identity: Identity, method: string, path: string, body?: unknown) =>
    callAs(identity, gateway, method, `/api/v1/exceptions${path}`, body);

  it('an exception is requested, read, approved and revoked', async () => {
    const { requester, approver } = await two();
    const run = await validate(requester);
    const made = await send(requester, 'POST', '', {
      validation_id: run.validationId,
      findingId: blockingOf(run).id,
      reason: 'The vault comes in May.',
      expiresAt: inDays(7).toISOString(),
    });
    assert.deepEqual([made.status, made.body.status, made.body.repository], [201, 'pending', null]);
    assert.equal(made.headers.get('location'), `/api/v1/exceptions/${made.body.id}`);
    assert.deepEqual((await send(requester, 'GET', `/${made.body.id}`)).body, made.body);
    const own = await send(requester, 'POST', `/${made.body.id}/approve`);
    assert.deepEqual([own.status, own.body.error.code], [403, 'self_approval']);
    const approved = await send(approver, 'POST', `/${made.body.id}/approve`, { note: 'Until May.' });
    assert.deepEqual(
      [approved.status, approved.body.status, approved.body.decisionNote],
      [200, 'approved', 'Until May.'],
    );
    const again = await send(approver, 'POST', `/${made.body.id}/reject`, {});
    assert.deepEqual([again.status, again.body.error.code], [409, 'state_conflict']);
    const list = await send(requester, 'GET', '?status=approved');
    assert.deepEqual(list.body, { exceptions: [approved.body], nextCursor: null });
    const revoked = await send(approver, 'POST', `/${made.body.id}/revoke`);
    assert.deepEqual([revoked.status, revoked.body.status], [200, 'revoked']);
  });

  it('what is wrong with a request is said by name', async () => {
    const { requester } = await two();
    const end = inDays(1).toISOString();
    const cases: readonly (readonly [unknown, string])[] = [
      [{ ...PATTERN, expiresAt: end }, 'missing_field'],
      [{ ...PATTERN, reason: 'x', expiresAt: 'soon' }, 'invalid_field'],
      [{ ...PATTERN, reason: 'x', expiresAt: end, severity: 'low' }, 'unexpected_field'],
      [{ ...PATTERN, ruleId: 'XPL-ENG-001', reason: 'x', expiresAt: end }, 'exception_too_broad'],
    ];
    for (const [body, code] of cases) {
      const answer = await send(requester, 'POST', '', body);
      assert.deepEqual([answer.status, answer.body.error.code], [400, code]);
    }
    assert.equal((await send(requester, 'GET', '/0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e')).status, 404);
  });
});
