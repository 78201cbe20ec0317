/** Findings of one result over REST: filters, groups, counts, one with its history and exceptions, and what was checked. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NO_DIFF } from '../../../src/analysis/model/diff.ts';
import type { Finding } from '../../../src/analysis/model/finding.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import type { ValidationRecord } from '../../../src/service/validations/validation-record.ts';
import { insertValidation } from '../../../src/service/validations/validations-store.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { type Identity, testCore } from '../../support/service/core.ts';
import { finding, validationRecord } from '../../support/service/validation-record.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies as they come; other tests hold them against the schemas
type Body = any;

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const { app } = core.database;
const DAY_MS = 86_400_000;

async function request(path: string, who: Identity, body?: object): Promise<Body> {
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `ApiKey ${who.key}`,
      'X-Org-Id': who.orgId,
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

async function store(orgId: string, changes: Partial<ValidationRecord>): Promise<string> {
  const record = validationRecord(orgId, {
    filename: 'src/Main.xaml',
    enforcementMode: 'blocking',
    ...changes,
  });
  await withOrganisation(app, orgId, (sql) => insertValidation(sql, record));
  return record.id;
}

const idOf = (letter: string) => `0190d5a4-7c1e-4a3b-9f00-00000000000${letter}`;

/** A finding by a letter. */
function one(letter: string, names: readonly string[], changes: Partial<Finding> = {}): Finding {
  return finding({
    id: idOf(letter),
    location: { names, path: `/${letter}`, line: 3, column: 7, editorLine: 2 },
    fingerprints: { element: letter, strong: `strong-${letter}`, medium: letter, weak: letter },
    ...changes,
  });
}

const FINDINGS = [
  one('a', ['Main', 'Log in']),
  one('b', ['Main', 'Catch'], {
    ruleId: 'UIP-REL-001',
    rule: 'Empty catch',
    severity: 'high',
    category: 'reliability',
    trace: [
      {
        how: 'source',
        file: 'Login.xaml',
        location: { names: ['Main', 'Get login'], path: '/s', line: 5, column: 2 },
        node: 1,
        property: 'Password',
        sentence: '"Get login" gives the password.',
        omitted: 3,
      },
    ],
  }),
  one('c', ['Main', 'Log out'], { severity: 'low', exceptionStatus: 'approved', exceptionId: idOf('e') }),
  one('d', ['Other', 'Loop 100%'], {
    ruleId: 'UIP-REL-001',
    rule: 'Empty catch',
    severity: 'low',
    category: 'reliability',
  }),
];

let who: Identity;
let id = '';

before(async () => {
  who = await core.identity();
  const at = (days: number) => new Date(Date.now() - days * DAY_MS);
  await store(who.orgId, { validatedAt: at(3), findings: [] });
  await store(who.orgId, { validatedAt: at(2), findings: FINDINGS.slice(0, 1) });
  id = await store(who.orgId, {
    validatedAt: at(1),
    findings: FINDINGS,
    checkedRules: { security: 2, reliability: 3 },
    diff: {
      ...NO_DIFF,
      previousValidatedAt: at(2),
      changes: [
        {
          ruleId: 'UIP-REL-001',
          status: 'new',
          location: 'Main › Catch',
          currentSeverity: 'high',
          previousSeverity: null,
        },
      ],
    },
  });
});

describe('the findings of a result', () => {
  const lettersBy = async (query: string): Promise<string> => {
    const { findings, error } = await request(`/results/${id}/findings?${query}`, who);
    assert.equal(error, undefined, JSON.stringify(error));
    return findings.map((found: Body) => found.id.at(-1)).join('');
  };

  it('have what the result has, and more', async () => {
    const { findings, total, listed, nextCursor } = await request(`/results/${id}/findings`, who);
    assert.deepEqual([total, listed, nextCursor], [4, 4, null]);
    const [first, second, third] = findings;
    assert.equal(first.catalogRuleId, 'UIP-SEC-001');
    assert.deepEqual(
      [first.confidence, first.subject, first.column, first.editorLine, first.placeCount],
      ['high', 'Password', 7, 2, 1],
    );
    assert.deepEqual([first.change, second.change], ['unchanged', 'new']);
    assert.deepEqual([first.blocks, third.blocks, third.wouldBlock], [true, false, false]);
  });

  it('are narrowed by every filter, and by all together', async () => {
    for (const [query, expected] of [
      ['severity=low', 'cd'],
      ['severity=critical,high', 'ab'],
      ['category=reliability', 'bd'],
      ['ruleId=UIP-SEC-001', 'ac'],
      ['status=approved', 'c'],
      ['change=new', 'b'],
      ['file=Other', 'd'],
      ['q=LOG%20OUT', 'c'],
      ['q=100%25', 'd'],
      ['q=_', ''],
      ['severity=low&category=reliability&q=loop', 'd'],
    ] as const)
      assert.equal(await lettersBy(query), expected, query);
  });

  it('stand in groups, the worst first, page by page', async () => {
    assert.equal(await lettersBy('groupBy=rule'), 'acbd');
    assert.equal(await lettersBy('groupBy=severity'), 'abcd');
    assert.equal(await lettersBy('groupBy=category'), 'acbd');
    assert.equal(await lettersBy('groupBy=file'), 'abcd');
    const first = await request(`/results/${id}/findings?groupBy=rule&pageSize=3`, who);
    const rest = await request(
      `/results/${id}/findings?groupBy=rule&pageSize=3&cursor=${first.nextCursor}`,
      who,
    );
    assert.deepEqual(
      [...first.findings, ...rest.findings].map((found: Body) => found.id.at(-1)).join(''),
      'acbd',
    );
    assert.equal(rest.nextCursor, null);
  });

  it('are counted by the values of each filter, which ignores itself', async () => {
    const { total, facets } = await request(`/results/${id}/findings?severity=low`, who);
    assert.equal(total, 2);
    const values = Object.fromEntries(facets.map(({ name, values: list }: Body) => [name, list]));
    assert.deepEqual(
      values.severity.map(({ value, count }: Body) => [value, count]),
      [
        ['low', 2],
        ['critical', 1],
        ['high', 1],
      ],
    );
    assert.deepEqual(values.ruleId, [
      { value: 'UIP-REL-001', count: 1, label: 'Empty catch' },
      { value: 'UIP-SEC-001', count: 1, label: 'Hard-coded password' },
    ]);
  });

  it('are for who may read the result, and only of one that is completed', async () => {
    const writer = await core.identity(['analysis:write'], who.orgId);
    assert.equal((await request(`/results/${id}/findings`, writer)).error.code, 'insufficient_scope');
    const stranger = await core.identity();
    assert.equal((await request(`/results/${id}/findings`, stranger)).error.code, 'not_found');
    for (const query of ['severity=worst', 'change=resolved', 'groupBy=line', 'status=open'])
      assert.equal(
        (await request(`/results/${id}/findings?${query}`, who)).error.code,
        'invalid_field',
        query,
      );
    assert.equal((await request(`/results/${id}/findings?cursor=x`, who)).error.code, 'invalid_cursor');
  });
});

describe('a finding', () => {
  it('has its way, its place and the runs that had it', async () => {
    const detail = await request(`/results/${id}/findings/${idOf('a')}`, who);
    assert.deepEqual(detail.way, ['Main', 'Log in']);
    assert.deepEqual(detail.places[0].way, ['Main', 'Log in']);
    assert.deepEqual([detail.seenInRuns, detail.runsExamined, detail.isHistoryComplete], [2, 3, true]);
    assert.ok(Date.now() - Date.parse(detail.firstSeenAt) > 1.5 * DAY_MS);
    const fresh = await request(`/results/${id}/findings/${idOf('b')}`, who);
    assert.equal(fresh.seenInRuns, 1);
    assert.deepEqual([detail.trace, fresh.trace.length], [[], 1]);
    assert.deepEqual(fresh.trace[0], {
      how: 'source',
      way: ['Main', 'Get login'],
      sourceXPath: '/s',
      sourceLineNumber: 5,
      column: 2,
      property: 'Password',
      sentence: '"Get login" gives the password.',
      omittedSteps: 3,
      file: 'Login.xaml',
    });
    assert.equal((await request(`/results/${id}/findings/${idOf('9')}`, who)).error.code, 'not_found');
  });

  it('has the exceptions for its place, for a caller who may read them', async () => {
    const made = await request('/exceptions', who, {
      validationId: id,
      findingId: idOf('a'),
      reason: 'r',
      expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
    });
    const { exceptions, missingScope } = await request(`/results/${id}/findings/${idOf('a')}`, who);
    assert.deepEqual([exceptions.map((found: Body) => found.id), missingScope], [[made.id], null]);
    assert.deepEqual((await request(`/results/${id}/findings/${idOf('b')}`, who)).exceptions, []);
    const reader = await core.identity(['analysis:read'], who.orgId);
    const hidden = await request(`/results/${id}/findings/${idOf('a')}`, reader);
    assert.deepEqual([hidden.exceptions, hidden.missingScope], [[], 'exceptions:read']);
  });
});

describe('the checks of a run', () => {
  it('count the rules by category', async () => {
    const checks = await request(`/results/${id}/checks`, who);
    assert.deepEqual([checks.rulesEvaluated, checks.rules[0]], [5, { category: 'reliability', count: 3 }]);
  });

  it('are there after a real validation', async () => {
    const form = new FormData();
    form.set('platform', 'uipath');
    const xaml =
      '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"><Sequence DisplayName="Main"/></Activity>';
    form.set('file', new Blob([xaml]), 'Clean.xaml');
    const headers = { Authorization: `ApiKey ${who.key}`, 'X-Org-Id': who.orgId };
    const response = await fetch(`${gateway.url}/api/v1/validate`, { method: 'POST', headers, body: form });
    const { validationId } = (await response.json()) as Body;
    const checks = await request(`/results/${validationId}/checks`, who);
    assert.ok(checks.rulesEvaluated > 20, JSON.stringify(checks));
    assert.ok(checks.rules.some(({ category }: Body) => category === 'security'));
    assert.equal(checks.metrics.workflows, 1);
  });
});

describe('exceptions', () => {
  const submit = (identity: Identity, fileName: string) =>
    request('/exceptions', identity, {
      ruleId: 'UIP-MNT-001',
      fileName,
      location: '*',
      reason: 'r',
      expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
    });

  it('are decided together, each with a result of its own', async () => {
    const approver = await core.identity();
    const requester = await core.identity(['exceptions:request', 'exceptions:read'], approver.orgId);
    const own = await submit(approver, 'own.xaml');
    const theirs = await submit(requester, 'theirs.xaml');
    assert.deepEqual([own.decidableByCaller, own.whyNot.code], [false, 'own_request']);
    const seen = await request('/exceptions', approver);
    assert.deepEqual(
      seen.exceptions.map(({ decidableByCaller, whyNot }: Body) => [decidableByCaller, whyNot?.code ?? null]),
      [
        [true, null],
        [false, 'own_request'],
      ],
    );
    const whyNot = async () => (await request(`/exceptions/${theirs.id}`, requester)).whyNot;
    assert.deepEqual(await whyNot(), {
      code: 'missing_scope',
      message: 'Deciding needs the scope exceptions:approve.',
    });
    for (const [name, role] of [
      ['Clara', 'approver'],
      ['Ben', 'developer'],
    ])
      await core.database.owner`
        insert into organisation_members (org_id, id, role, name, email, joined_at, created_by_name)
        values (${approver.orgId}, gen_random_uuid(), ${role!}, ${name!}, ${`${name}@bank.example`}, now(), 'Ada')`;
    assert.match((await whyNot()).message, /exceptions:approve\. These members have it: Clara\.$/);
    const unknown = '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e';
    const decided = await request('/exceptions/decisions', approver, {
      ids: [own.id, theirs.id, unknown],
      decision: 'approve',
      note: 'n',
    });
    assert.deepEqual(
      decided.results.map(({ exception, error }: Body) => exception?.status ?? error.code),
      ['self_approval', 'approved', 'not_found'],
    );
    assert.deepEqual([decided.decidedCount, decided.failedCount], [1, 2]);
    assert.equal((await request(`/exceptions/${theirs.id}`, approver)).whyNot.code, 'not_pending');
    const log = await request('/audit-log?action=exception.approved', approver);
    assert.equal(log.entries.length, 1);
    for (const body of [
      { ids: [], decision: 'approve' },
      { ids: [own.id], decision: 'revoke' },
    ])
      assert.equal((await request('/exceptions/decisions', approver, body)).error.code, 'invalid_field');
    const denied = await request('/exceptions/decisions', requester, { ids: [own.id], decision: 'reject' });
    assert.equal(denied.error.code, 'insufficient_scope');
  });

  it('are previewed: what they would cover now, and why they could not be requested', async () => {
    const pattern = { ruleId: 'UIP-SEC-001', fileName: 'src/*', location: '*Log*' };
    const preview = await request('/exceptions/preview', who, pattern);
    assert.deepEqual(
      [preview.findingsCount, preview.filesCount, preview.isPattern, preview.severity, preview.daysMax],
      [1, 1, true, 'critical', 30],
    );
    assert.equal(preview.findings[0].findingId, idOf('a'));
    assert.deepEqual([preview.problem?.code ?? null, preview.isComplete], ['exception_too_broad', true]);
    const exact = await request('/exceptions/preview', who, { validationId: id, findingId: idOf('b') });
    assert.deepEqual(
      [exact.findingsCount, exact.isPattern, exact.problem, exact.daysMax],
      [1, false, null, 90],
    );
    const none = await request('/exceptions/preview', who, { ...pattern, fileName: 'elsewhere/*' });
    assert.equal(none.findingsCount, 0);
  });
});
