/**
 * Two teams of one organisation against every method, the exports of the gateway and every table: a caller that is narrowed to
 * one sees nothing of the other. The lists are made from the contract and the database's catalogue.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { Client, credentials } from '@grpc/grpc-js';
import { METHODS as FACTS } from '../../src/gen/contract/methods.ts';
import { SignInServiceService } from '../../src/gen/flowarden/v1/session.ts';
import { narrowedTo } from '../../src/infra/async/narrowing.ts';
import { withOrganisation } from '../../src/infra/database/database.ts';
import { listBlockedChanges } from '../../src/service/inbox/inbox-store.ts';
import { settleRepositories } from '../../src/service/teams/repositories-store.ts';
import { callAs } from '../gateway/support/api.ts';
import { startTestGateway } from '../gateway/support/support.ts';
import { ownPostgres } from '../support/database/database.ts';
import { zip } from '../support/files/zip.ts';
import { until } from '../support/processes.ts';
import { operatorLink, PASSWORD } from '../support/service/browser.ts';
import { headersOf, type Identity, testCore } from '../support/service/core.ts';
import { addArtefact, addLink, addSource } from '../support/service/drift-rows.ts';
import { callables } from './support/callables.ts';

const database = await ownPostgres();
const core = await testCore({ database });
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const admin = await core.identity();
const { METHODS, message, pathOf } = await callables();
const call = (identity: Identity, name: string, fields: object = {}) => {
  const method = METHODS.get(pathOf(name));
  assert.ok(method, name);
  const messages = (fields as { messages?: readonly object[] }).messages;
  // biome-ignore lint/suspicious/noExplicitAny: the messages of all methods go through here
  if (messages !== undefined) return core.send<unknown, any>(method, messages, identity);
  // biome-ignore lint/suspicious/noExplicitAny: the same
  return core.call<unknown, any>(method, message(method, fields), identity);
};
const rejectionOf = (identity: Identity, name: string, fields: object = {}) => {
  const method = METHODS.get(pathOf(name))!;
  return core.rejection(method, message(method, fields), identity);
};
const rest = (method: string, path: string, body?: unknown) => callAs(admin, gateway, method, path, body);

const team = async (name: string, patterns: readonly object[]) =>
  (await rest('POST', '/api/v1/teams', { name, patterns })).body;
const ours = await team('ours-team', [{ repository: 'bank/ours' }, { repository: 'bank/ours-*' }]);
const theirs = await team('theirs-team', [{ repository: 'bank/theirs' }]);
await rest('PATCH', '/api/v1/organisation/settings', { keepChannels: true });

const keyOf = async (teamId: string | null, scopes: readonly string[], name = 'narrowed') => {
  const { status, body } = await rest('POST', '/api/v1/api-keys', { name, scopes, teamId });
  assert.equal(status, 201, JSON.stringify(body));
  return { orgId: admin.orgId, key: body.secret } as Identity;
};
const TEAM_SCOPES = [
  'analysis:read',
  'analysis:write',
  'audit:read',
  'exceptions:read',
  'exceptions:request',
  'policies:read',
];
const narrowed = await keyOf(ours.id, TEAM_SCOPES);

// A step that fails in silence is a finding.
const XAML = (queue: string) =>
  `<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"><Sequence DisplayName="${queue}-step"><TryCatch DisplayName="Try"><TryCatch.Try><Sequence /></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" xmlns:s="clr-namespace:System;assembly=mscorlib"><ActivityAction x:TypeArguments="s:Exception" /></Catch></TryCatch.Catches></TryCatch><ui:AddQueueItem xmlns:ui="http://schemas.uipath.com/workflow/activities" QueueType="${queue}"/></Sequence></Activity>`;
const upload = (word: string, repository: string | null, more: object = {}) => ({
  file: Buffer.from(XAML(`${word}-queue`)),
  filename: `${word}/Main.xaml`,
  platform: 'uipath',
  label: `${word}-label`,
  metadata: JSON.stringify({ pipeline: { repository, branch: 'main', commit: 'c0ffee', ...more } }),
});
const archive = (word: string, repository: string) => ({
  messages: [
    { part: { $case: 'content', value: zip([{ name: 'Main.xaml', content: XAML(`${word}-item`) }]) } },
    {
      part: {
        $case: 'submission',
        value: {
          filename: `${word}-project.zip`,
          label: `${word}-label`,
          source: '',
          enforcementMode: '',
          ruleset: '',
          policyPack: '',
          environment: '',
          metadata: JSON.stringify({ pipeline: { repository } }),
        },
      },
    },
  ],
});
const week = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000);

/** What one team has, made by an admin. */
async function estateOf(word: string) {
  const repository = `bank/${word}`;
  const { validation } = await call(admin, 'Validation.Validate', upload(word, repository));
  const { project } = await call(admin, 'Project.SubmitProject', archive(word, repository));
  const { exception } = await call(admin, 'Exception.RequestException', {
    ruleId: 'XPL-ENG-002',
    fileName: `${word}.xaml`,
    location: '*',
    repository,
    reason: `${word}-reason`,
    expiresAt: week,
  });
  const {
    items: [workflow],
  } = await call(admin, 'Estate.ListWorkflows', { q: `${word}/Main` });
  const { changes } = await call(admin, 'Change.ListChanges', { repository });
  const found = changes.find(({ kind }: { kind: string }) => kind === 'commit');
  const artefactId = await addArtefact(database.owner, admin.orgId, source, { name: `${word}-artefact` });
  await addLink(database.owner, admin.orgId, { sourceId: source, artefactId, repository, folder: '' });
  const { view } = await call(admin, 'View.CreateView', {
    ...viewOf(word),
    teamId: (word === 'ours' ? ours : theirs).id,
  });
  return { repository, validation, project, exception, workflow, view, changeId: found.id };
}
const viewOf = (word: string) => ({ name: `${word}-view`, screen: 'findings', query: '' });
const source = await addSource(database.owner, admin.orgId, 'Production');
const own = await estateOf('ours');
const foreign = await estateOf('theirs');
await call(admin, 'Validation.Validate', upload('theirs-loose', null));
await rest('POST', '/api/v1/org-webhooks', { url: 'https://theirs-hook.example.com/' });
// As the job does.
await withOrganisation(database.app, admin.orgId, (sql) => settleRepositories(sql, false));

/** Ids and words of the other team and of the organisation, which a narrowed caller may not see. */
const MARKS = [
  'bank/theirs',
  'theirs-',
  'theirs/',
  theirs.id,
  foreign.validation.validationId,
  foreign.project.projectValidationId,
  foreign.exception.id,
  foreign.workflow.workflowId,
  foreign.changeId,
  foreign.view.id,
];
const requireNoMark = (answer: unknown, what: string) => {
  const text = JSON.stringify(answer) ?? '';
  for (const mark of MARKS) assert.ok(!text.includes(mark), `${what}: ${mark}`);
};

const day = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) };

/** Requests of methods by an id: ours is answered, theirs is as unknown as none. */
const BY_ID: Readonly<Record<string, (one: typeof own) => object>> = {
  'Change.GetChange': ({ changeId }) => ({ changeId }),
  'Change.ListChangeRuns': ({ changeId }) => ({ changeId }),
  'Change.ListChangeFindings': ({ changeId }) => ({ changeId }),
  'Estate.GetWorkflow': ({ workflow: { workflowId } }) => ({ workflowId }),
  'Estate.ListWorkflowRuns': ({ workflow: { workflowId } }) => ({ workflowId }),
  'Estate.AssignFindings': ({ workflow: { workflowId }, validation }) => ({
    findings: [{ workflowId, findingId: validation.findings[0].id }],
    comment: 'narrowed',
  }),
  'Exception.GetException': ({ exception: { id } }) => ({ id }),
  'Finding.ListResultFindings': ({ validation: { validationId } }) => ({ validationId }),
  'Finding.GetFinding': ({ validation }) => ({
    validationId: validation.validationId,
    findingId: validation.findings[0].id,
  }),
  'Finding.GetChecks': ({ validation: { validationId } }) => ({ validationId }),
  'Outline.GetOutline': ({ validation: { validationId } }) => ({ validationId }),
  'Project.GetProject': ({ project: { projectValidationId } }) => ({ projectValidationId }),
  'Project.ListProjectFindings': ({ project: { projectValidationId } }) => ({ projectValidationId }),
  'Project.GetCallGraph': ({ project: { projectValidationId } }) => ({ projectValidationId }),
  'View.CreateView': ({ view: { teamId } }) => ({ ...viewOf('narrowed'), teamId }),
  'View.DeleteView': ({ view: { id } }) => ({ id }),
  'Validation.GetValidation': ({ validation: { validationId } }) => ({ validationId }),
  'Exception.RequestException': ({ validation }) => ({
    validationId: validation.validationId,
    findingId: validation.findings[0].id,
    reason: 'narrowed',
    expiresAt: week,
  }),
};

/** Reasons of methods that reject the team in their request. */
const REASONS: Readonly<Record<string, string>> = { 'View.CreateView': 'INVALID_FIELD' };

/** Methods that want a completed project, which this core without jobs never has. */
const UNFINISHED = ['Project.ListProjectFindings', 'Project.GetCallGraph'];

/** Requests of methods without an id: the answer has nothing of the other team, and the word of ours that is given. */
const LISTS: Readonly<Record<string, readonly [request: object, has: string]>> = {
  'Access.CheckAccess': [{ method: pathOf('Validation.Validate') }, ''],
  'Change.ListChanges': [{ pageSize: 200 }, 'bank/ours'],
  'Drift.ListDrift': [{ pageSize: 200 }, 'ours-artefact'],
  'Drift.ListLinks': [{ pageSize: 200 }, 'bank/ours'],
  'Estate.ListWorkflows': [{ pageSize: 200 }, 'ours/Main.xaml'],
  'Estate.ListFindings': [{ pageSize: 200, filters: { status: 'all' } }, 'ours/Main.xaml'],
  'Estate.CountFindings': [{ by: 'workflow', filters: { status: 'all' } }, 'ours/Main.xaml'],
  'Estate.ListChannels': [{ pageSize: 200, show: 'all' }, 'ours-queue'],
  'Estate.GetBacklog': [{ ...day, group: 'repository' }, ''],
  'Estate.GetStatistics': [{ ...day, group: 'source' }, ''],
  'Evidence.ListEvidence': [{ ...day, framework: 'ISO27001', pageSize: 200 }, ''],
  'Exception.ListExceptions': [{ pageSize: 200 }, 'ours-reason'],
  'Exception.PreviewException': [{ ruleId: 'XPL-ENG-002', fileName: '*', location: '*' }, ''],
  'Feed.ListFeed': [{ pageSize: 200 }, 'ours/Main.xaml'],
  'Feed.GetFeedCounts': [{}, ''],
  'Feed.GetFeedSummary': [{}, ''],
  'Inbox.ListInbox': [{}, ''],
  'Inventory.ListInventory': [{ kind: 'activity_type', value: 'Sequence' }, 'ours/Main.xaml'],
  'Organisation.GetSettings': [{}, admin.orgId],
  'Environment.ListEnvironments': [{}, ''],
  'Policy.ListPolicyPacks': [{}, ''],
  'Policy.ListPolicyAssignments': [{}, ''],
  'Policy.ListPolicyKeys': [{}, ''],
  'Project.ListProjects': [{ pageSize: 200 }, 'ours-project.zip'],
  'Rule.ListRules': [{}, ''],
  'Rule.GetRule': [{ ruleId: 'UIP-REL-001' }, ''],
  'Rule.ListPlatforms': [{}, ''],
  'Team.ListTeams': [{}, 'ours-team'],
  'Team.GetTeam': [{ id: ours.id }, 'ours-team'],
  'View.ListViews': [{}, ''],
  'Validation.ListValidations': [{ pageSize: 200 }, 'ours/Main.xaml'],
  'Validation.Validate': [upload('ours', 'bank/ours'), 'ours-label'],
  'Validation.SubmitValidation': [{ ...upload('ours', 'bank/ours-new'), webhookUrl: '' }, 'validationId'],
};

/** Methods with tests of their own below. */
const APART = [
  'Feed.WatchFeed',
  'Validation.WatchValidation',
  'Validation.UploadValidation',
  'Validation.CancelValidation',
  'Project.WatchProject',
  'Project.SubmitProject',
  'Exception.RevokeException',
  'Inbox.MarkInboxRead',
  // They are about the caller alone.
  'Inbox.GetInboxMail',
  'Inbox.UpdateInboxMail',
  // They name nothing but policies, by their slugs.
  'Environment.GetEnvironment',
  'Policy.GetPolicyPack',
  'Policy.GetPolicyBundle',
  'Policy.GetEffectivePolicy',
  'Policy.ExplainPolicyRule',
];

test('every method that is open to teams is probed', () => {
  const open = Object.entries(FACTS).filter(([, facts]) => facts.teams !== undefined);
  const known = [...Object.keys(BY_ID), ...Object.keys(LISTS), ...APART].map(pathOf);
  assert.deepEqual(known.sort(), open.map(([path]) => path).sort());
});

for (const [name, requestOf] of Object.entries(BY_ID))
  test(`${name} answers a narrowed key for what its team owns, and not for the other team's`, async () => {
    if (!UNFINISHED.includes(name)) requireNoMark(await call(narrowed, name, requestOf(own)), name);
    const rejection = await rejectionOf(narrowed, name, requestOf(foreign));
    assert.equal(rejection.reason, REASONS[name] ?? 'NOT_FOUND', JSON.stringify(rejection));
  });

for (const [name, [request, has]] of Object.entries(LISTS))
  test(`${name} shows a narrowed key nothing of the other team`, async () => {
    const answer = await call(narrowed, name, request);
    requireNoMark(answer, name);
    assert.ok(JSON.stringify(answer).includes(has), `${name} lacks ${has}: ${JSON.stringify(answer)}`);
  });

test('a method for the whole organisation rejects a narrowed caller with any scopes', async () => {
  const broad = await core.identity(undefined, admin.orgId);
  await database.owner`update api_keys set team_id = ${ours.id} where org_id = ${admin.orgId} and id = ${broad.key.split(
    '_',
  )[2]!}`;
  const unprobed = [...METHODS.values()].filter(({ path }) => {
    const facts = FACTS[path];
    return facts?.admits === 'callers' && facts.teams === undefined;
  });
  assert.ok(unprobed.length > 50);
  for (const method of unprobed) {
    const { reason } = await core.rejection(method, message(method, {}), broad);
    const isOpen = FACTS[method.path]?.scopes.length === 0;
    assert.match(
      reason,
      isOpen ? /TEAM_ACCESS_DENIED/ : /TEAM_ACCESS_DENIED|INSUFFICIENT_SCOPE/,
      method.path,
    );
  }
});

test('counts are those of the team', async () => {
  const counts = await call(narrowed, 'Feed.GetFeedCounts');
  const all = await call(admin, 'Feed.GetFeedCounts');
  assert.notDeepEqual(counts, all);
  const evidence = await call(narrowed, 'Evidence.ListEvidence', {
    ...day,
    framework: 'ISO27001',
    pageSize: 200,
  });
  const whole = await call(admin, 'Evidence.ListEvidence', { ...day, framework: 'ISO27001', pageSize: 200 });
  const runs = (answer: typeof evidence) =>
    JSON.stringify(answer)
      .match(/"runs":\d+/g)
      ?.reduce((sum, text) => sum + Number(text.slice(7)), 0);
  assert.notEqual(runs(evidence), runs(whole));
});

for (const [name, repository] of [
  ["another team's repository", 'bank/theirs'],
  ['a repository without a team', 'bank/nobodys'],
  ['no repository', null],
] as const)
  test(`a narrowed key sends nothing for ${name}`, async () => {
    for (const method of ['Validation.Validate', 'Validation.SubmitValidation']) {
      const { reason } = await rejectionOf(narrowed, method, upload('narrowed', repository));
      assert.equal(reason, 'TEAM_ACCESS_DENIED');
    }
    await assert.rejects(
      call(narrowed, 'Project.SubmitProject', archive('narrowed', String(repository))),
      /owns/,
    );
    const { validation } = await call(admin, 'Validation.GetValidation', {
      validationId: foreign.validation.validationId,
    });
    assert.equal(validation.validationId, foreign.validation.validationId);
  });

test('a new repository that fits a pattern is seen at once by the key that sends it', async () => {
  const { validation } = await call(narrowed, 'Validation.Validate', upload('ours', 'bank/ours-newest'));
  const found = await call(narrowed, 'Validation.GetValidation', { validationId: validation.validationId });
  assert.equal(found.validation.validationId, validation.validationId);
});

test('a narrowed key requests no exception for all repositories', async () => {
  const pattern = {
    ruleId: 'XPL-ENG-002',
    fileName: 'ours.xaml',
    location: '*',
    reason: 'x',
    expiresAt: week,
  };
  for (const repository of ['*', '', 'bank/theirs']) {
    const { reason } = await rejectionOf(narrowed, 'Exception.RequestException', { ...pattern, repository });
    assert.equal(reason, 'TEAM_ACCESS_DENIED', repository);
  }
});

test('a team that owns every repository requests no exception for all of them either', async () => {
  const every = await core.identity();
  const post = (path: string, body: object) => callAs(every, gateway, 'POST', path, body);
  const { body } = await post('/api/v1/teams', { name: 'rest', patterns: [{ repository: '*' }] });
  await post('/api/v1/teams', { name: 'one', patterns: [{ repository: 'bank/one' }] });
  const made = await post('/api/v1/api-keys', { name: 'x', scopes: ['exceptions:request'], teamId: body.id });
  const key = { orgId: every.orgId, key: made.body.secret } as Identity;
  const pattern = { ruleId: 'XPL-ENG-002', fileName: 'a.xaml', location: '*', reason: 'x', expiresAt: week };
  for (const repository of ['*', 'bank/*']) {
    const { reason } = await rejectionOf(key, 'Exception.RequestException', { ...pattern, repository });
    assert.equal(reason, 'TEAM_ACCESS_DENIED', repository);
  }
  await call(key, 'Exception.RequestException', { ...pattern, repository: 'bank/two' });
});

test('a narrowed key assigns findings to no other team, and to none of its people', async () => {
  const member = async (word: string, teamId: string) => {
    const added = await rest('POST', '/api/v1/members', {
      role: 'viewer',
      email: `${word}-person@example.com`,
    });
    await rest('PATCH', `/api/v1/teams/${teamId}`, { memberIds: [added.body.id] });
    return added.body.id as string;
  };
  const request = BY_ID['Estate.AssignFindings']!(own);
  for (const [one, word, assign] of [
    [ours, 'ours', call],
    [theirs, 'theirs', rejectionOf],
  ] as const) {
    const memberId = await member(word, one.id);
    for (const assignee of [{ teamId: one.id }, { memberId }]) {
      const answer = await assign(narrowed, 'Estate.AssignFindings', { ...request, ...assignee });
      assert.equal(answer.reason, word === 'ours' ? undefined : 'INVALID_FIELD', JSON.stringify(answer));
    }
  }
});

test('a narrowed key cancels and revokes nothing of the other team', async () => {
  const { run } = await call(admin, 'Validation.SubmitValidation', upload('theirs', 'bank/theirs'));
  const cancel = await rejectionOf(narrowed, 'Validation.CancelValidation', {
    validationId: run.validationId,
  });
  const revoke = await rejectionOf(narrowed, 'Exception.RevokeException', { id: foreign.exception.id });
  assert.deepEqual([cancel.reason, revoke.reason], ['NOT_FOUND', 'NOT_FOUND']);
});

test('an inbox has and marks what the team owns, even of requests from before the rights were narrowed', async () => {
  await database.owner`
    update exceptions set decision = 'rejected', requested_by_kind = 'key', requested_by_id = ${narrowed.key.split('_')[2]!},
      decided_at = now(), decided_by_id = 'clara', decided_by_name = 'Clara'
    where org_id = ${admin.orgId} and id = any(${[own.exception.id, foreign.exception.id]}::uuid[])`;
  const entriesOf = async () =>
    (await call(narrowed, 'Inbox.ListInbox')).entries.map(
      ({ id, isRead }: { id: string; isRead: boolean }) => [id, isRead],
    );
  const [ours, theirs] = [`rejected/${own.exception.id}`, `rejected/${foreign.exception.id}`];
  assert.deepEqual(await entriesOf(), [[ours, false]]);
  assert.equal((await call(narrowed, 'Inbox.MarkInboxRead', { ids: [ours, theirs] })).unreadCount, 0);
  assert.deepEqual(await entriesOf(), [[ours, true]]);
  const marked = await database.owner`select entry_id from inbox_reads where org_id = ${admin.orgId}`;
  assert.deepEqual(
    marked.map(({ entryId }) => entryId),
    [ours],
  );
  // For the test of the rows below.
  await database.owner`
    insert into inbox_reads (org_id, reader_id, entry_id) values (${admin.orgId}, 'clara', ${theirs})`;
});

test('watches of what the other team owns end as unknown', async () => {
  const client = new Client(`127.0.0.1:${core.server.port}`, credentials.createInsecure());
  after(() => client.close());
  for (const [name, fields] of [
    ['Validation.WatchValidation', { validationId: foreign.validation.validationId }],
    ['Project.WatchProject', { projectValidationId: foreign.project.projectValidationId }],
  ] as const) {
    const { path, requestSerialize, responseDeserialize, ...method } = METHODS.get(pathOf(name))!;
    const stream = client.makeServerStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      message({ path, requestSerialize, responseDeserialize, ...method }, fields),
      headersOf(narrowed),
    );
    await assert.rejects(async () => {
      for await (const _ of stream);
    }, /no (?:project )?validation|no project/);
  }
});

test('the stream of the feed has the runs that its caller may see', async () => {
  const seen: Record<string, string> = { narrowed: '', admin: '' };
  const abort = new AbortController();
  after(() => abort.abort());
  const listen = async (name: string, { key, orgId }: Identity) => {
    const response = await fetch(`${gateway.url}/api/v1/feed/stream`, {
      headers: { Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId, Accept: 'text/event-stream' },
      signal: abort.signal,
    });
    assert.equal(response.status, 200);
    const decoder = new TextDecoder();
    for await (const piece of response.body!) seen[name] += decoder.decode(piece);
  };
  // The narrowed stream comes first, so that the timer of the core is made by it.
  void listen('narrowed', narrowed).catch(() => {});
  await until('its stream is ready', () => seen.narrowed!.includes('ready'));
  void listen('admin', admin).catch(() => {});
  await until('the other stream is ready', () => seen.admin!.includes('ready'));
  await call(admin, 'Validation.Validate', upload('theirs', 'bank/theirs'));
  await call(admin, 'Validation.Validate', upload('ours', 'bank/ours'));
  await until('both runs are told', () =>
    ['theirs/Main.xaml', 'ours/Main.xaml'].every((name) => seen.admin!.includes(name)),
  );
  await until('its own run is told', () => seen.narrowed!.includes('ours/Main.xaml'));
  requireNoMark(seen.narrowed, 'stream');
});

test('exports and lists over REST have nothing of the other team', async () => {
  const get = async (path: string, accept = 'application/json') => {
    const response = await fetch(gateway.url + path, {
      headers: { Authorization: `ApiKey ${narrowed.key}`, 'X-Org-Id': narrowed.orgId, Accept: accept },
    });
    return { status: response.status, text: await response.text() };
  };
  for (const path of [
    '/api/v1/workflows',
    '/api/v1/findings',
    '/api/v1/feed',
    '/api/v1/channels',
    '/api/v1/changes',
  ]) {
    for (const type of ['application/json', 'text/csv']) {
      const { status, text } = await get(path, type);
      if (status === 406) continue;
      assert.equal(status, 200, `${path} ${text}`);
      requireNoMark(text, `${path} ${type}`);
    }
  }
  const { text } = await get('/api/v1/findings', 'text/csv');
  assert.ok(text.includes('ours/Main.xaml'));
  for (const id of [foreign.validation.validationId, own.validation.validationId]) {
    const { status } = await get(`/api/v1/results/${id}?format=sarif`);
    assert.equal(status, id === own.validation.validationId ? 200 : 404);
  }
});

test('the rights follow the patterns, the members and the team at once', async () => {
  const identity = await keyOf(theirs.id, ['analysis:read'], 'short');
  const read = (id: string) => rejectionOf(identity, 'Validation.GetValidation', { validationId: id });
  const { validationId } = foreign.validation;
  await call(identity, 'Validation.GetValidation', { validationId });
  // Counts are cached.
  const hasCounts = async () => {
    const { series } = await call(identity, 'Estate.GetStatistics', { ...day, group: 'platform' });
    return series.length > 0;
  };
  assert.ok(await hasCounts());
  // Another team owns a part of it: no team owns the repository as a whole.
  const shared = await team('sharing', [{ repository: 'bank/theirs', path: '/shared/' }]);
  assert.equal((await read(validationId)).reason, 'NOT_FOUND');
  assert.ok(!(await hasCounts()));
  assert.equal((await rest('DELETE', `/api/v1/teams/${shared.id}`)).status, 204);
  await call(identity, 'Validation.GetValidation', { validationId });
  await rest('PATCH', `/api/v1/teams/${theirs.id}`, { patterns: [] });
  assert.equal((await read(validationId)).reason, 'NOT_FOUND');
  await rest('PATCH', `/api/v1/teams/${theirs.id}`, { patterns: [{ repository: 'bank/theirs' }] });
  await call(identity, 'Validation.GetValidation', { validationId });
});

test('a key of a team has no scope for the whole organisation, and no unknown team', async () => {
  const make = (teamId: string, scopes: readonly string[]) =>
    rest('POST', '/api/v1/api-keys', { name: 'x', scopes, teamId });
  const broad = await make(ours.id, ['analysis:read', 'org:admin']);
  const unknown = await make('0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e', ['analysis:read']);
  assert.deepEqual(
    [
      broad.status,
      JSON.stringify(broad.body).includes('org:admin'),
      unknown.status,
      JSON.stringify(unknown.body).includes('no team'),
    ],
    [400, true, 400, true],
  );
});

test('a member who is narrowed sees what their teams own, with a session', async () => {
  const token = await operatorLink(database, admin.orgId);
  const email = `${randomUUID()}@example.com`;
  const answer = await core.call(
    SignInServiceService.useSignInLink,
    { token, name: 'Viewer', email, password: PASSWORD, browser: '', replacedSecret: '' },
    null,
  );
  const { members } = (await rest('GET', '/api/v1/members')).body;
  const { id } = members.find((one: { email: string }) => one.email === email);
  // An admin sees everything; so does one who decides.
  const tooMuch = await rest('PATCH', `/api/v1/members/${id}`, { role: 'admin', teamsOnly: true });
  assert.equal(tooMuch.status, 400);
  await rest('POST', '/api/v1/members', { role: 'admin', email: 'other@example.com' });
  await database.owner`
    update organisation_members set role = 'viewer', teams_only = true where org_id = ${admin.orgId} and id = ${id}`;
  const session = { headers: { authorization: `Session ${answer.secret}`, 'x-org-id': admin.orgId } };
  await database.owner`
    update changes set blocked_count = 1, would_block_count = 1 where org_id = ${admin.orgId} and kind = 'commit'`;
  const read = async (name: string, fields: object) => {
    const method = METHODS.get(pathOf(name))!;
    return JSON.stringify(await core.call(method, message(method, fields), null, session));
  };
  const seen = async () =>
    (await read('Validation.ListValidations', { pageSize: 200 })) + (await read('Inbox.ListInbox', {}));
  assert.ok(!(await seen()).includes('bank/'), 'without a team they see nothing');
  await rest('PATCH', `/api/v1/teams/${ours.id}`, { memberIds: [id] });
  // Their rights may be those of before for some seconds.
  const inbox = await narrowedTo([ours.id], () =>
    withOrganisation(database.app, admin.orgId, async (sql) => {
      const [member] = await sql<
        { subject: string }[]
      >`select subject from organisation_members where id = ${id}`;
      return listBlockedChanges(sql, member!.subject, day.from, 10);
    }),
  );
  assert.ok(inbox.length > 0);
  requireNoMark(inbox, 'blocked changes');
  const fresh = core.freshAuthenticate();
  const caller = await fresh({ authorization: [session.headers.authorization], orgId: [admin.orgId] });
  assert.deepEqual([caller.teams, caller.scopes.includes('analysis:read')], [[ours.id], true]);
  const rows = await narrowedTo(caller.teams!, () =>
    withOrganisation(database.app, admin.orgId, (sql) => sql`select repository from validations`),
  );
  assert.ok(rows.length > 0);
  for (const { repository } of rows) assert.match(repository, /^bank\/ours/);
});

test('row-level security alone shows a team nothing of another, and lets it change nothing', async () => {
  const tables = await database.owner<{ name: string; mayRead: boolean; mayWrite: boolean }[]>`
    select c.relname as name, has_table_privilege('flowarden_team', c.oid, 'select') as may_read,
      has_table_privilege('flowarden_team', c.oid, 'insert, update, delete') as may_write
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
  assert.deepEqual(
    tables.filter(({ mayWrite }) => mayWrite),
    [],
  );
  const readable = tables.filter(({ mayRead }) => mayRead);
  assert.ok(readable.length > 15);
  for (const { name } of readable) {
    // Contents are found by what a run names; policies and settings belong to no repository.
    if (/^(?:outlines|blobs|blob_chunks|packed_results)$/.test(name)) continue;
    const rows = await narrowedTo([ours.id], () =>
      withOrganisation(database.app, admin.orgId, (sql) =>
        sql.unsafe(`select to_jsonb(t) as row from ${name} t`),
      ),
    );
    requireNoMark(rows, name);
  }
  const hidden = [
    'audit_entries',
    'webhooks',
    'deliveries',
    'events',
    'api_keys',
    'policy_dry_runs',
    'usage_months',
  ];
  for (const name of hidden) assert.ok(!readable.some((one) => one.name === name), name);
});
