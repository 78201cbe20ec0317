/** Teams over REST: what they are made of, and what is rejected. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { testCore } from '../../support/service/core.ts';
import { callAs } from '../support/api.ts';
import { startTestGateway } from '../support/support.ts';

const PATH = '/api/v1/teams';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const admin = await core.identity();
const send = (method: string, path: string, body?: unknown, headers = {}) =>
  callAs(admin, gateway, method, path, body, headers);

let made = 0;
const newTeam = (change: object = {}) => {
  made += 1;
  return { name: `team ${made}`, ...change };
};
async function newMember(): Promise<string> {
  made += 1;
  const { body } = await send('POST', '/api/v1/members', { email: `m${made}@example.com`, role: 'viewer' });
  return body.id;
}

describe('teams', () => {
  it('are added, listed, changed against their version and deleted, with every change in the audit log', async () => {
    const memberId = await newMember();
    const wanted = newTeam({
      description: 'Transfers and cards',
      handles: ['@Bank/Payments', '@bank/payments', ' payments@bank.example '],
      memberIds: [memberId, memberId.toUpperCase()],
      patterns: [
        { repository: 'bank/payment-*', path: null },
        { repository: 'bank/robots', path: '/payments/' },
      ],
    });
    const added = await send('POST', PATH, wanted);
    assert.equal(added.status, 201);
    assert.equal(added.headers.get('location'), `${PATH}/${added.body.id}`);
    assert.deepEqual(added.body.handles, ['@bank/payments', 'payments@bank.example']);
    assert.deepEqual(added.body.memberIds, [memberId]);
    assert.deepEqual(added.body.members[0].email, `m${made - 1}@example.com`);
    assert.deepEqual(added.body.patterns, [
      { repository: 'bank/payment-*', path: null },
      { repository: 'bank/robots', path: '/payments/' },
    ]);
    const path = `${PATH}/${added.body.id}`;
    assert.deepEqual((await send('GET', path)).body, added.body);
    assert.deepEqual((await send('GET', PATH)).body.teams, [added.body]);
    const patterns = [{ repository: 'bank/robots', path: '/payments/' }, { repository: 'bank/cards' }];
    const changed = await send('PATCH', path, { patterns, memberIds: [] }, { 'If-Match': '"1"' });
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.body.members, []);
    assert.deepEqual(
      changed.body.patterns.map(({ repository }: { repository: string }) => repository),
      ['bank/robots', 'bank/cards'],
    );
    assert.equal((await send('PATCH', path, { name: 'late' }, { 'If-Match': '"1"' })).status, 412);
    assert.equal((await send('DELETE', path)).status, 204);
    assert.equal((await send('GET', path)).status, 404);
    const { entries } = (await send('GET', '/api/v1/audit-log')).body;
    const ofTeams = entries.filter(({ action }: { action: string }) => action.startsWith('team.'));
    assert.deepEqual(
      ofTeams.map(({ action }: { action: string }) => action),
      ['team.deleted', 'team.updated', 'team.created'],
    );
    assert.deepEqual(
      ofTeams[1].changes.map(({ field }: { field: string }) => field),
      ['memberIds', 'patterns'],
    );
  });

  it('lose a member who leaves the organisation, and stay', async () => {
    const memberId = await newMember();
    const { body: team } = await send('POST', PATH, newTeam({ memberIds: [memberId] }));
    assert.equal((await send('DELETE', `/api/v1/members/${memberId}`)).status, 204);
    const { status, body } = await send('GET', `${PATH}/${team.id}`);
    assert.deepEqual([status, body.memberIds, body.members], [200, [], []]);
  });

  it('with the name of another or a handle of another are rejected', async () => {
    const { body: team } = await send('POST', PATH, newTeam({ handles: ['@bank/cards'] }));
    assert.equal((await send('POST', PATH, { name: team.name })).status, 409);
    const taken = await send('POST', PATH, newTeam({ handles: ['@Bank/Cards'] }));
    assert.equal(taken.status, 409);
    assert.match(taken.body.error.message, new RegExp(`means the team "${team.name}" already`));
    const own = await send('PATCH', `${PATH}/${team.id}`, { handles: ['@bank/cards', '@bank/money'] });
    assert.equal(own.status, 200);
  });

  for (const [what, change, code, sentence] of [
    ['no name', { name: ' ' }, 'missing_field', /name/],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'invalid_field', /name/],
    [
      'a member of nobody',
      { memberIds: [`0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e`] },
      'invalid_field',
      /no member/,
    ],
    ['a member id that is none', { memberIds: ['ada'] }, 'invalid_field', /memberIds/],
    [
      'a pattern without a repository',
      { patterns: [{ path: '/a' }] },
      'invalid_field',
      /patterns\[0\]\.repository is missing/,
    ],
    [
      'an unknown member of a pattern',
      { patterns: [{ repo: 'a' }] },
      'invalid_field',
      /patterns\[0\]\.repo is not known/,
    ],
    ['a pattern that is a text', { patterns: ['a'] }, 'invalid_field', /patterns\[0\] must be an object/],
    [
      'a path that is no text',
      { patterns: [{ repository: 'a', path: 1 }] },
      'invalid_field',
      /must be a text/,
    ],
    [
      'a path that is too long',
      { patterns: [{ repository: 'a', path: 'x'.repeat(513) }] },
      'invalid_field',
      /at most 512/,
    ],
    [
      'a control character in a path',
      { patterns: [{ repository: 'a', path: '\u0007' }] },
      'invalid_field',
      /control/,
    ],
    ['a control character', { name: 'a\u0007b' }, 'invalid_field', /control character/],
  ] as const)
    it(`with ${what} are rejected`, async () => {
      const { status, body } = await send('POST', PATH, newTeam(change));
      assert.deepEqual([status, body.error.code], [400, code]);
      assert.match(body.error.message, sentence);
    });

  it('have up to so many patterns, of which fewer have * in the repository', async () => {
    const { teamRepositoryGlobsMax } = CONTRACT_LIMITS;
    const globs = Array.from({ length: teamRepositoryGlobsMax + 1 }, (_, index) => ({
      repository: `g${index}/*`,
    }));
    const rejected = await send('POST', PATH, newTeam({ patterns: globs }));
    assert.deepEqual([rejected.status, rejected.body.error.code], [409, 'state_conflict']);
    assert.match(rejected.body.error.message, /can have 200 patterns with \* in the repository/);
    const many = Array.from({ length: 1_001 }, (_, index) => ({ repository: `r${index}` }));
    const tooMany = await send('POST', PATH, newTeam({ patterns: many }));
    assert.deepEqual([tooMany.status, tooMany.body.error.code], [400, 'invalid_field']);
  });

  it('are read by those who read results, and changed by admins alone', async () => {
    const { body: team } = await send('POST', PATH, newTeam());
    const viewer = await core.identity(['analysis:read'], admin.orgId);
    const as = (method: string, path: string, body?: unknown) => callAs(viewer, gateway, method, path, body);
    assert.equal((await as('GET', `${PATH}/${team.id}`)).status, 200);
    assert.equal((await as('POST', PATH, newTeam())).body.error.code, 'insufficient_scope');
    assert.equal((await as('PATCH', `${PATH}/${team.id}`, { name: 'x' })).status, 403);
    assert.equal((await as('DELETE', `${PATH}/${team.id}`)).status, 403);
  });
});
