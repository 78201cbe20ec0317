/**
 * Two organisations against every method, every endpoint and every table. The lists are made from the service
 * definitions, the routes and the database's own catalogue: what is new and has no entry here fails.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client, credentials } from '@grpc/grpc-js';
import { isForPeople, needsCaller } from '../../gateway/endpoint/route.ts';
import { ROUTES } from '../../gateway/routes/all-routes.ts';
import { SignInServiceService } from '../../src/gen/flowarden/v1/session.ts';
import { connectApplication, withOrganisation } from '../../src/infra/database/database.ts';
import { newSigningKey, writePack } from '../../src/policy/built/sign-pack.ts';
import { startTestGateway } from '../gateway/support/support.ts';
import { ownPostgres } from '../support/database/database.ts';
import { filterlessProxy } from '../support/database/filterless-proxy.ts';
import { NO_PGBOUNCER, startPgbouncer } from '../support/database/pgbouncer.ts';
import { zip } from '../support/files/zip.ts';
import { build } from '../support/policies/pack-folder.ts';
import type { RichError } from '../support/rich-error.ts';
import { IN_FULL_RUN_ONLY } from '../support/ring.ts';
import { operatorLink, PASSWORD } from '../support/service/browser.ts';
import { GITHUB_ISSUER, headersOf, type TestCore, testCore } from '../support/service/core.ts';
import { addArtefact, addSource } from '../support/service/drift-rows.ts';

interface Method {
  readonly path: string;
  readonly requestStream: boolean;
  readonly requestSerialize: (request: unknown) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => object;
  readonly responseDeserialize: (bytes: Buffer) => unknown;
}

const database = await ownPostgres();
const core = await testCore({ database });
const { owner, app } = database;
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const ours = await core.identity();
const stranger = await core.identity();

const METHODS = new Map<string, Method>();
const GEN = join(import.meta.dirname, '../../src/gen/flowarden/v1');
for (const file of readdirSync(GEN)) {
  const module: Record<string, unknown> = await import(join(GEN, file));
  for (const [name, definition] of Object.entries(module)) {
    if (!name.endsWith('ServiceService')) continue;
    for (const method of Object.values(definition as Record<string, Method>))
      METHODS.set(method.path, method);
  }
}
const pathOf = (name: string) => `/flowarden.v1.${name.replace('.', 'Service/')}`;
const message = (method: Method, fields: object) => ({
  ...method.requestDeserialize(Buffer.alloc(0)),
  ...fields,
});
/** Returns the first answer of a stream. */
async function firstAnswer(
  method: Method,
  request: object,
  identity: typeof ours,
  over: TestCore,
): Promise<unknown> {
  const client = new Client(`127.0.0.1:${over.server.port}`, credentials.createInsecure());
  const { path, requestSerialize, responseDeserialize } = method;
  const call = client.makeServerStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    request,
    headersOf(identity),
  );
  try {
    for await (const answer of call) return answer;
    throw new Error('The stream has no answer');
  } finally {
    call.cancel();
    client.close();
  }
}
const as = (identity: typeof ours, name: string, fields: object = {}, over: TestCore = core) => {
  const method = METHODS.get(pathOf(name));
  assert.ok(method, name);
  // A method that takes many messages gets them as they are listed.
  const messages = (fields as { messages?: readonly object[] }).messages ?? [];
  // biome-ignore lint/suspicious/noExplicitAny: the messages of all methods go through here
  if (method.requestStream) return over.send<unknown, any>(method, messages, identity);
  // The stream has no end.
  if (method.path === pathOf('Feed.WatchFeed'))
    return firstAnswer(method, message(method, fields), identity, over);
  // biome-ignore lint/suspicious/noExplicitAny: the same
  return over.call<unknown, any>(method, message(method, fields), identity);
};

const XAML =
  '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"><Sequence DisplayName="Main"><ui:AddQueueItem xmlns:ui="http://schemas.uipath.com/workflow/activities" QueueType="ours-queue"/></Sequence></Activity>';
const upload = { file: Buffer.from(XAML), filename: 'Main.xaml', platform: 'uipath', label: 'ours-label' };
const ENVIRONMENT = 'ours-environment';
/** A new admin of an organisation, who has signed in. */
async function newPerson(orgId: string, over: TestCore = core) {
  const token = await operatorLink(database, orgId);
  const email = `${randomUUID()}@example.com`;
  const request = { token, name: 'Person', email, password: PASSWORD };
  const method = SignInServiceService.useSignInLink;
  const answer = await over.call(method, { ...request, browser: '', replacedSecret: '' }, null);
  return { email, session: answer.session!, headers: { authorization: `Session ${answer.secret}` } };
}
const NO_SETTINGS = {
  orgId: '',
  enforcementMode: '',
  ruleset: '',
  scoreAlertKind: '',
  exceptionWarningDays: 0,
  exceptionWildcardSeverity: '',
  wireCase: '',
  retentionDays: 0,
  defaultBranches: [],
  includeVendor: false,
  includeLogicApps: false,
  blockUnanalysed: false,
  keepOutlines: true,
  keepChannels: false,
  exceptionsNeedProof: false,
  approvalNeedsProof: false,
  etag: '',
};
const { apiKey } = await as(ours, 'ApiKey.CreateApiKey', { name: 'ours-key', scopes: ['analysis:read'] });
const { member } = await as(ours, 'Member.AddMember', { role: 'admin', email: 'ours@example.com' });
const person = await newPerson(ours.orgId);
const { url: invitation } = await as(ours, 'Member.InviteMember', { id: member.id });
await as(ours, 'Organisation.UpdateSettings', {
  settings: { ...NO_SETTINGS, scoreAlertThreshold: 77, keepChannels: true },
  updateMask: ['score_alert_threshold', 'keep_channels'],
});
const { validation } = await as(ours, 'Validation.Validate', upload);
await as(ours, 'Environment.CreateEnvironment', { environment: { name: ENVIRONMENT, etag: '' } });
const trusted = (name: string) => ({
  policy: {
    id: '',
    name,
    provider: 'github',
    issuer: GITHUB_ISSUER,
    pins: { repository_owner_id: '1', repository_id: '2' },
    conditions: {},
    etag: '',
    createdBy: '',
  },
});
const { policy } = await as(ours, 'TrustPolicy.CreateTrustPolicy', trusted('ours-trust'));
const teamOf = (name: string) => ({
  team: {
    id: '',
    name,
    handles: [`@${name}`],
    memberIds: [],
    members: [],
    patterns: [],
    etag: '',
    createdBy: '',
  },
});
const { team } = await as(ours, 'Team.CreateTeam', {
  team: {
    ...teamOf('ours-team').team,
    memberIds: [member.id],
    patterns: [{ repository: 'ours-repository', path: '/ours/' }],
  },
});
const codeOwnersOf = (name: string) => ({
  file: Buffer.from(`/${name}/ @${name}`),
  repository: `${name}-code-owners`,
  branch: 'main',
  path: 'CODEOWNERS',
  grammar: 'github',
});
const { codeOwners } = await as(ours, 'Team.SendCodeOwners', codeOwnersOf('ours'));
const viewOf = (name: string) => ({
  name: `${name}-view`,
  screen: 'findings',
  query: `q=${name}`,
  teamId: '',
});
const { view } = await as(ours, 'View.CreateView', { ...viewOf('ours'), teamId: team.id });
const source = await addSource(owner, ours.orgId, 'ours-source');
const artefact = await addArtefact(owner, ours.orgId, source, { name: 'ours-artefact' });
const linkOf = (name: string) => ({
  sourceId: source,
  artefactId: artefact,
  prefix: '',
  repository: `${name}-linked`,
  folder: '',
});
const { link } = await as(ours, 'Drift.CreateLink', linkOf('ours'));
const PACK = writePack(await build('rules: {}\n'));
const keyRequest = (signing = newSigningKey()) => ({
  key: {
    id: '',
    publicKey: signing.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    packs: ['ours-*'],
    createdBy: '',
  },
});
const { version: pack } = await as(ours, 'Policy.PublishPolicyPack', { bundle: PACK });
const assignment = (policyPack: string) => ({
  environment: '',
  policyPackId: '',
  policyPack,
  choice: '',
  assignedBy: '',
});
await as(ours, 'Policy.AssignPolicyPack', { assignment: { ...assignment(''), choice: 'any' } });
const { dryRun } = await as(ours, 'Policy.StartPolicyDryRun', { slug: pack.slug, version: pack.version });
const SIGNING = newSigningKey();
const { key: packKey } = await as(ours, 'Policy.CreatePolicyKey', keyRequest(SIGNING));
const { webhook } = await as(ours, 'Webhook.CreateWebhook', { url: 'https://ours-hook.example.com/' });
const { delivery } = await as(ours, 'Webhook.TestWebhook', { id: webhook.id });
const sourceOf = (name: string) => ({
  source: {
    id: '',
    kind: 'uipath',
    name: `${name}-orchestrator`,
    url: 'https://cloud.uipath.com/acme/production/orchestrator_',
    onPremises: false,
    moreUrls: [],
    environments: [],
    state: '',
    credentials: [],
    etag: '',
    createdBy: '',
  },
});
const { source: madeSource } = await as(ours, 'Source.CreateSource', sourceOf('ours'));
await as(ours, 'Source.SetSourceCredential', { id: madeSource.id, token: 'ours-token' });
const pushedSource = {
  ...{ ...sourceOf('ours-pushed').source, kind: 'pushed', platform: 'uipath' },
  senderKeyId: ours.key.split('_')[2],
};
const { source: madePushed } = await as(ours, 'Source.CreateSource', { source: pushedSource });
const begin = { platform: 'uipath', urls: [pushedSource.url], onPremises: false, tenant: '' };
const { push } = await as(ours, 'Push.BeginPush', { id: madePushed.id, ...begin });
const targetOf = (name: string) => ({
  target: {
    id: '',
    name: `${name}-target`,
    kind: 'https',
    format: '',
    url: 'https://siem.example.com/events',
    events: [],
    state: 'paused',
    waiting: 0,
    etag: '',
    createdBy: '',
  },
});
const { target: madeTarget } = await as(ours, 'AuditTarget.CreateAuditTarget', targetOf('ours'));
const mappingOf = (name: string) => ({
  mapping: {
    id: '',
    group: `${name}-group`,
    role: 'developer',
    teamsOnly: false,
    teamIds: [],
    members: 0,
    etag: '',
    createdBy: '',
  },
});
const { mapping: madeMapping } = await as(ours, 'GroupMapping.CreateGroupMapping', mappingOf('ours'));
const ticketTargetOf = (name: string) => ({
  target: {
    id: '',
    name: `${name}-tracker`,
    kind: 'jira_cloud',
    url: 'https://acme.atlassian.net',
    project: 'ROBOTS',
    issueType: 'Bug',
    state: 'paused',
    leastSeverity: '',
    openMax: 0,
    priorities: {},
    fields: {},
    closingFields: {},
    openTickets: 0,
    waiting: 0,
    etag: '',
    createdBy: '',
  },
});
const { target: madeTicketTarget } = await as(
  ours,
  'TicketTarget.CreateTicketTarget',
  ticketTargetOf('ours'),
);
const { pull } = await as(ours, 'Source.TestSource', { id: madeSource.id });

const week = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000);
const { exception } = await as(ours, 'Exception.RequestException', {
  ruleId: 'XPL-ENG-002',
  fileName: 'ours.xaml',
  location: '*',
  reason: 'ours-reason',
  expiresAt: week,
});

const NO_FIELDS = {
  source: '',
  metadata: '',
  enforcementMode: '',
  ruleset: '',
  policyPack: '',
  environment: '',
};
const submission = (filename: string, label = '') => ({
  messages: [
    { part: { $case: 'content', value: zip([{ name: 'Main.xaml', content: XAML }]) } },
    { part: { $case: 'submission', value: { ...NO_FIELDS, filename, label } } },
  ],
});
const { project } = await as(ours, 'Project.SubmitProject', submission('ours-project.zip', 'ours-label'));
await owner`
  insert into project_items (org_id, project_id, number, shard, path, place)
  values (${ours.orgId}, ${project.projectValidationId}, 0, 0, 'ours-item.xaml', '{}')`;
await owner`insert into file_reports (org_id, key, facts) values (${ours.orgId}, '\\x00', 'ours-facts')`;

// Any caller with the token of a free scan may read it: it belongs to no organisation.
const { scan } = await as(ours, 'Scanner.ScanFile', { file: upload.file, filename: 'Main.xaml' });

const {
  items: [ourWorkflow],
} = await as(ours, 'Estate.ListWorkflows');

/** Ids and words of our organisation, which no other may see. */
const MARKS = [
  ours.orgId,
  apiKey.id,
  validation.validationId,
  ourWorkflow.workflowId,
  'ours-key',
  member.id,
  'ours@example.com',
  'ours-label',
  'ours-queue',
  ENVIRONMENT,
  policy.id,
  'ours-trust',
  team.id,
  'ours-team',
  'ours-repository',
  codeOwners.id,
  view.id,
  'ours-view',
  'ours-code-owners',
  pack.id,
  packKey.id,
  webhook.id,
  delivery.id,
  'ours-hook',
  project.projectValidationId,
  'ours-project.zip',
  'ours-item.xaml',
  exception.id,
  'ours-reason',
  person.email,
  person.session.person!.id,
  person.session.session!.id,
  invitation,
];

/** Attempt of another organisation to use a method on our data. */
type Probe =
  /** By an id: ours and an unknown one must get the same answer. `body`, `query`: parts that REST needs besides the id. */
  | {
      readonly id: string;
      readonly unknown: string;
      readonly body?: object;
      readonly query?: string;
      /** True if a person calls, not a key. */
      readonly isPersons?: true;
      /** Code of both answers; default: NOT_FOUND. */
      readonly code?: string;
      request(id: string): object;
    }
  /** Without an id: the answer must not have our marks. */
  | { readonly request: object | (() => Promise<object>); readonly isRejected?: true }
  /** By a person of the other organisation. */
  | { readonly asPerson: object | ((email: string) => Promise<object> | object) };

const byKey = { id: apiKey.id, unknown: '00000000' };
const byWebhook = { id: webhook.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const byException = { id: exception.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const byProject = {
  id: project.projectValidationId,
  unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
  request: (projectValidationId: string) => ({ projectValidationId }),
};
const byMember = { id: member.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const byValidation = { id: validation.validationId, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
// The change of one run has its id.
const byChange = { id: validation.validationId, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const byWorkflow = { id: ourWorkflow.workflowId, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const byEnvironment = { id: ENVIRONMENT, unknown: 'nobodys-environment' };
const byPolicy = { id: policy.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const byTarget = { id: madeTarget.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const byMapping = { id: madeMapping.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6f' };
const byTicketTarget = { id: madeTicketTarget.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6f' };
const bySource = { id: madeSource.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const byPushed = { id: madePushed.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const heldPush = { pullId: push.pull.id, turn: push.turn };
const byTeam = { id: team.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const byLink = { id: link.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const byView = { id: view.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const byCodeOwners = { id: codeOwners.id, unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e' };
const settings = { ...NO_SETTINGS, orgId: ours.orgId, scoreAlertThreshold: 2 };

const PROBES: Readonly<Record<string, Probe>> = {
  'Access.CheckAccess': { request: { method: pathOf('Validation.Validate') } },
  'Member.AddMember': { request: { role: 'viewer', email: 'theirs@example.com' } },
  'Member.ListMembers': { request: { pageSize: 200 } },
  'Member.GetMember': { ...byMember, request: (id) => ({ id }) },
  'Member.UpdateMember': { ...byMember, body: { role: 'viewer' }, request: (id) => ({ id, role: 'viewer' }) },
  'Member.InviteMember': { ...byMember, request: (id) => ({ id }) },
  'SignIn.GetSignInOptions': { request: {} },
  'SignIn.SignIn': {
    request: async () => ({ email: (await newPerson(stranger.orgId)).email, password: PASSWORD }),
  },
  'SignIn.GetSignInLink': { request: async () => ({ token: await operatorLink(database, stranger.orgId) }) },
  'SignIn.UseSignInLink': {
    request: async () => ({
      token: await operatorLink(database, stranger.orgId),
      name: 'Theirs',
      email: `${randomUUID()}@example.com`,
      password: PASSWORD,
    }),
  },
  // No identity provider is set up here.
  'SignIn.StartProviderSignIn': { request: {}, isRejected: true },
  'SignIn.FinishProviderSignIn': { request: {}, isRejected: true },
  'SignIn.EndProviderSessions': { request: {}, isRejected: true },
  'Session.GetSession': { asPerson: {} },
  'Session.Reauthenticate': { asPerson: { password: PASSWORD } },
  'Session.SignOut': { asPerson: {} },
  'Session.ListSessions': { asPerson: {} },
  'Session.EndSession': {
    id: person.session.session!.id,
    unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
    isPersons: true,
    request: (id) => ({ id }),
  },
  'Session.EndOtherSessions': { asPerson: {} },
  'Session.UpdateAccount': { asPerson: { name: 'Theirs' } },
  'Session.ChangePassword': { asPerson: { currentPassword: PASSWORD, newPassword: `${PASSWORD} again` } },
  'Session.GetOwnGroups': { asPerson: {} },
  'Session.AcceptInvitation': {
    asPerson: async () => {
      const other = await core.identity();
      const { member: added } = await as(other, 'Member.AddMember', {
        role: 'viewer',
        email: 'theirs@example.com',
      });
      const { url } = await as(other, 'Member.InviteMember', { id: added.id });
      return { token: url.split('#t=')[1] };
    },
  },
  'Member.RemoveMember': { ...byMember, request: (id) => ({ id }) },
  'ApiKey.CreateApiKey': { request: { name: 'theirs', scopes: ['analysis:read'] } },
  'ApiKey.ListApiKeys': { request: { pageSize: 200 } },
  'ApiKey.GetApiKey': { ...byKey, request: (id) => ({ id }) },
  'ApiKey.UpdateApiKey': {
    ...byKey,
    request: (id) => ({ id, wireCase: 'snake', updateMask: ['wire_case'] }),
  },
  'ApiKey.RotateApiKey': { ...byKey, request: (id) => ({ id }) },
  'ApiKey.RevokeApiKey': { ...byKey, request: (id) => ({ id }) },
  'Audit.ListAuditEntries': { request: { pageSize: 200 } },
  'Audit.VerifyAuditLog': { request: {} },
  'Environment.ListEnvironments': { request: {} },
  'Environment.GetEnvironment': { ...byEnvironment, request: (name) => ({ name }) },
  'Environment.CreateEnvironment': { request: { environment: { name: 'theirs', etag: '' } } },
  'Environment.UpdateEnvironment': {
    ...byEnvironment,
    request: (name) => ({ environment: { name, ruleset: 'strict', etag: '' }, updateMask: ['ruleset'] }),
  },
  'Environment.DeleteEnvironment': { ...byEnvironment, request: (name) => ({ name }) },
  'Exception.RequestException': {
    id: validation.validationId,
    unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
    request: (validationId) => ({
      validationId,
      findingId: validation.findings[0]?.id ?? 'x',
      reason: 'theirs',
      expiresAt: week,
    }),
  },
  'Exception.ListExceptions': { request: { pageSize: 200 } },
  'Exception.GetException': { ...byException, request: (id) => ({ id }) },
  'Exception.ApproveException': { ...byException, request: (id) => ({ id }) },
  'Exception.RejectException': { ...byException, request: (id) => ({ id }) },
  'Exception.RevokeException': { ...byException, request: (id) => ({ id }) },
  'Organisation.GetSettings': { request: {} },
  'Organisation.ListNewRules': { request: {} },
  'Organisation.UpdateSettings': { request: { settings, updateMask: ['score_alert_threshold'] } },
  'Project.ListProjects': { request: { pageSize: 200 } },
  'Project.SubmitProject': { request: submission('theirs.zip') },
  'Policy.ListPolicyPacks': { request: {} },
  'Policy.GetPolicyPack': { id: pack.slug, unknown: 'nobodys', request: (slug) => ({ slug }) },
  'Policy.PublishPolicyPack': { request: { bundle: PACK } },
  'Policy.GetPolicyBundle': {
    id: pack.slug,
    unknown: 'nobodys',
    request: (slug) => ({ slug, version: '9.9.9' }),
  },
  'Policy.GetEffectivePolicy': {
    id: pack.slug,
    unknown: 'nobodys',
    request: (slug) => ({ slug, version: '9.9.9' }),
  },
  'Policy.ExplainPolicyRule': {
    id: pack.slug,
    unknown: 'nobodys',
    query: '?rule=UIP-MNT-001',
    request: (slug) => ({ slug, version: '9.9.9', ruleId: 'UIP-MNT-001' }),
  },
  'Policy.StartPolicyDryRun': {
    id: pack.slug,
    unknown: 'nobodys',
    request: (slug) => ({ slug, version: '9.9.9' }),
  },
  'Policy.GetPolicyDryRun': {
    id: dryRun.id,
    unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
    request: (id) => ({ id }),
  },
  'Policy.ListPolicyKeys': { request: {} },
  'Policy.CreatePolicyKey': { request: keyRequest() },
  'Policy.DeletePolicyKey': { id: packKey.id, unknown: '0000000000000000', request: (id) => ({ id }) },
  'Policy.ListPolicyAssignments': { request: {} },
  'Policy.AssignPolicyPack': { request: { assignment: { ...assignment(''), choice: 'fixed' } } },
  'Project.GetProject': byProject,
  'Project.ListProjectFindings': byProject,
  'Project.WatchProject': byProject,
  'Project.GetCallGraph': byProject,
  'Rule.ListRules': { request: {} },
  'Rule.GetRule': { request: { ruleId: 'UIP-REL-001' } },
  'Rule.ListPlatforms': { request: {} },
  'Scanner.ScanFile': { request: { file: upload.file, filename: 'theirs.xaml' } },
  'Scanner.CreateLead': { request: { email: 'theirs@example.com', scanToken: scan.shareToken } },
  'Scanner.GetScan': { request: { shareToken: scan.shareToken } },
  'Scanner.GetScanOutline': { request: { shareToken: scan.shareToken } },
  'Scanner.GetScanDetails': { request: { shareToken: scan.shareToken } },
  'Scanner.GetLeadChallenge': { request: {} },
  // The token is the right: with that of a scan anybody may delete it.
  'Scanner.DeleteScan': {
    id: '4eY0bTnq2LzXo8VhRk1dGm',
    unknown: '5eY0bTnq2LzXo8VhRk1dGm',
    code: 'SCAN_NOT_FOUND',
    request: (shareToken) => ({ shareToken }),
  },
  'AuditTarget.ListAuditTargets': { request: {} },
  'AuditTarget.GetAuditTarget': { ...byTarget, request: (id) => ({ id }) },
  'AuditTarget.CreateAuditTarget': { request: targetOf('theirs') },
  'AuditTarget.UpdateAuditTarget': {
    ...byTarget,
    request: (id) => ({ target: { ...targetOf('theirs').target, id }, updateMask: ['name'] }),
  },
  'AuditTarget.DeleteAuditTarget': { ...byTarget, request: (id) => ({ id }) },
  'AuditTarget.SetAuditTargetCredential': { ...byTarget, request: (id) => ({ id, token: 'theirs' }) },
  'AuditTarget.TestAuditTarget': { ...byTarget, request: (id) => ({ id }) },
  'AuditTarget.BackfillAuditTarget': {
    ...byTarget,
    body: { from: '2026-01-01T00:00:00Z' },
    request: (id) => ({ id, from: new Date(0) }),
  },
  'GroupMapping.ListGroupMappings': { request: {} },
  'GroupMapping.GetGroupMapping': { ...byMapping, request: (id) => ({ id }) },
  'GroupMapping.CreateGroupMapping': { request: mappingOf('theirs') },
  'GroupMapping.UpdateGroupMapping': {
    ...byMapping,
    request: (id) => ({ mapping: { ...mappingOf('theirs').mapping, id }, updateMask: ['role'] }),
  },
  'GroupMapping.DeleteGroupMapping': { ...byMapping, request: (id) => ({ id }) },
  'TicketTarget.ListTicketTargets': { request: {} },
  'TicketTarget.GetTicketTarget': { ...byTicketTarget, request: (id) => ({ id }) },
  'TicketTarget.CreateTicketTarget': { request: ticketTargetOf('theirs') },
  'TicketTarget.UpdateTicketTarget': {
    ...byTicketTarget,
    request: (id) => ({ target: { ...ticketTargetOf('theirs').target, id }, updateMask: ['name'] }),
  },
  'TicketTarget.DeleteTicketTarget': { ...byTicketTarget, request: (id) => ({ id }) },
  'TicketTarget.SetTicketTargetCredential': {
    ...byTicketTarget,
    body: { user: 'theirs', token: 'theirs' },
    request: (id) => ({ id, user: 'theirs', token: 'theirs' }),
  },
  'TicketTarget.TestTicketTarget': { ...byTicketTarget, request: (id) => ({ id }) },
  'Source.ListSources': { request: {} },
  'Source.GetSource': { ...bySource, request: (id) => ({ id }) },
  'Source.CreateSource': { request: sourceOf('theirs') },
  'Source.UpdateSource': {
    ...bySource,
    request: (id) => ({ source: { ...sourceOf('theirs').source, id }, updateMask: ['name'] }),
  },
  'Source.DeleteSource': { ...bySource, request: (id) => ({ id }) },
  'Source.SetSourceCredential': {
    ...bySource,
    request: (id) => ({ id, token: 'theirs' }),
    body: { token: 'theirs' },
  },
  'Source.TestSource': { ...bySource, request: (id) => ({ id }) },
  'Source.StartPull': { ...bySource, request: (id) => ({ id }) },
  'Source.ListPulls': { ...bySource, request: (id) => ({ id }) },
  'Source.GetPull': { ...bySource, request: (id) => ({ id, pullId: pull.id }) },
  'Source.ListSourceParts': { ...bySource, request: (id) => ({ id }) },
  'Source.ListSourceArtefacts': { ...bySource, request: (id) => ({ id }) },
  'Push.BeginPush': { ...byPushed, body: begin, request: (id) => ({ id, ...begin }) },
  'Push.SendPushed': {
    request: {
      messages: [
        { part: { $case: 'content', value: upload.file } },
        { part: { $case: 'pushed', value: { id: madePushed.id, ...heldPush, artefactId: '' } } },
      ],
    },
    isRejected: true,
  },
  'Push.GetPush': { ...byPushed, request: (id) => ({ id, pullId: push.pull.id }) },
  'Push.SkipPushed': {
    ...byPushed,
    body: { turn: push.turn, artefactId: push.pull.id, reason: 'failed', problem: 'theirs' },
    request: (id) => ({ id, ...heldPush, artefactId: push.pull.id, reason: 'failed', problem: 'theirs' }),
  },
  'Push.EndPush': {
    ...byPushed,
    body: { turn: push.turn },
    request: (id) => ({ id, ...heldPush, problem: '' }),
  },
  'Team.ListTeams': { request: {} },
  'Team.GetTeam': { ...byTeam, request: (id) => ({ id }) },
  'Team.CreateTeam': { request: teamOf('theirs') },
  'Team.UpdateTeam': {
    ...byTeam,
    request: (id) => ({ team: { ...teamOf('theirs').team, id }, updateMask: ['name'] }),
  },
  'Team.DeleteTeam': { ...byTeam, request: (id) => ({ id }) },
  'Drift.ListDrift': { request: {} },
  'Drift.ListLinks': { request: {} },
  'Drift.CreateLink': {
    id: source,
    unknown: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
    request: (sourceId) => ({ ...linkOf('theirs'), sourceId }),
  },
  'Drift.DecideLink': {
    ...byLink,
    body: { state: 'refused' },
    request: (id) => ({ id, state: 'refused' }),
  },
  'View.ListViews': { request: {} },
  'View.CreateView': { request: viewOf('theirs') },
  'View.DeleteView': { ...byView, request: (id) => ({ id }) },
  'Team.SendCodeOwners': { request: codeOwnersOf('theirs') },
  'Team.ListCodeOwners': { request: {} },
  'Team.GetCodeOwners': { ...byCodeOwners, request: (id) => ({ id }) },
  'Team.ConfirmCodeOwners': { ...byCodeOwners, request: (id) => ({ id }) },
  'Team.DeleteCodeOwners': { ...byCodeOwners, request: (id) => ({ id }) },
  'TrustPolicy.ListTrustPolicies': { request: {} },
  'TrustPolicy.GetTrustPolicy': { ...byPolicy, request: (id) => ({ id }) },
  'TrustPolicy.CreateTrustPolicy': { request: trusted('theirs') },
  'TrustPolicy.UpdateTrustPolicy': {
    ...byPolicy,
    request: (id) => ({ policy: { ...trusted('theirs').policy, id }, updateMask: ['name'] }),
  },
  'TrustPolicy.DeleteTrustPolicy': { ...byPolicy, request: (id) => ({ id }) },
  'Usage.GetUsage': { request: {} },
  'Validation.Validate': { request: { ...upload, label: 'theirs' } },
  'Validation.GetValidation': { ...byValidation, request: (validationId) => ({ validationId }) },
  'Webhook.GetCallbackSecret': { request: {} },
  'Webhook.RotateCallbackSecret': { request: {} },
  'Validation.SubmitValidation': { request: { ...upload, label: 'theirs' } },
  'Validation.UploadValidation': {
    request: {
      messages: [
        {
          content: upload.file,
          submission: {
            ...NO_FIELDS,
            filename: 'Main.xaml',
            platform: 'uipath',
            label: 'theirs',
            webhookUrl: '',
          },
        },
      ],
    },
  },
  'Validation.CancelValidation': { ...byValidation, request: (validationId) => ({ validationId }) },
  'Validation.WatchValidation': { ...byValidation, request: (validationId) => ({ validationId }) },
  'Outline.GetOutline': { ...byValidation, request: (validationId) => ({ validationId }) },
  'Finding.ListResultFindings': { ...byValidation, request: (validationId) => ({ validationId }) },
  'Finding.GetFinding': {
    ...byValidation,
    request: (validationId) => ({ validationId, findingId: validation.findings[0]?.id ?? 'x' }),
  },
  'Finding.GetChecks': { ...byValidation, request: (validationId) => ({ validationId }) },
  'Exception.DecideExceptions': {
    request: { ids: ['0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e'], decision: 'approve' },
  },
  'Exception.PreviewException': { request: { ruleId: 'XPL-ENG-002', fileName: '*', location: '*' } },
  'Feed.ListFeed': { request: { pageSize: 200 } },
  'Feed.WatchFeed': { request: {} },
  'Feed.GetFeedCounts': { request: {} },
  'Feed.GetFeedSummary': { request: {} },
  'Change.ListChanges': { request: { pageSize: 200 } },
  'Change.GetChange': { ...byChange, request: (changeId) => ({ changeId }) },
  'Change.ListChangeRuns': { ...byChange, request: (changeId) => ({ changeId }) },
  'Change.ListChangeFindings': { ...byChange, request: (changeId) => ({ changeId }) },
  'Inbox.ListInbox': { request: {} },
  'Inbox.MarkInboxRead': { request: { ids: ['request/0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e'] } },
  // Keys get no mails.
  'Inbox.GetInboxMail': { ...byMember, code: 'STATE_CONFLICT', request: () => ({}) },
  'Inbox.UpdateInboxMail': { ...byMember, code: 'STATE_CONFLICT', request: () => ({ pace: 'daily' }) },
  'Mail.StopMails': { request: { token: 'x' }, isRejected: true },
  'Inventory.ListInventory': {
    query: '?kind=activity_type&value=Sequence',
    request: { kind: 'activity_type', value: 'Sequence' },
  },
  'Estate.ListWorkflows': { request: { pageSize: 200 } },
  'Estate.GetWorkflow': { ...byWorkflow, request: (workflowId) => ({ workflowId }) },
  'Estate.UpdateWorkflow': {
    ...byWorkflow,
    body: { criticality: 'low' },
    request: (workflowId) => ({ workflowId, criticality: 'low', updateMask: ['criticality'] }),
  },
  'Estate.DeleteWorkflow': { ...byWorkflow, request: (workflowId) => ({ workflowId }) },
  'Estate.ListWorkflowRuns': { ...byWorkflow, request: (workflowId) => ({ workflowId }) },
  'Estate.ListFindings': { request: { pageSize: 200, filters: { status: 'all' } } },
  'Estate.CountFindings': { query: '?by=workflow', request: { by: 'workflow', filters: { status: 'all' } } },
  'Estate.AssignFindings': {
    ...byWorkflow,
    request: (workflowId) => ({
      findings: [{ workflowId, findingId: '0190d5a4-7c1e-7a3b-9f00-000000000000' }],
      comment: 'theirs',
    }),
  },
  'Estate.ListChannels': { request: { pageSize: 200, show: 'all' } },
  'Estate.GetBacklog': {
    query: '?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z',
    request: {
      from: new Date(Date.now() - 86_400_000),
      to: new Date(Date.now() + 86_400_000),
      group: 'repository',
    },
  },
  'Estate.GetStatistics': {
    query: '?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z',
    request: {
      from: new Date(Date.now() - 86_400_000),
      to: new Date(Date.now() + 86_400_000),
      group: 'source',
    },
  },
  // By a key: only a person signs.
  'Evidence.SignEvidence': {
    request: { framework: 'ISO27001', from: new Date(0), to: new Date(86_400_000), note: 'theirs' },
    isRejected: true,
  },
  'Evidence.ListEvidence': {
    query: '?framework=ISO27001&from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z',
    request: {
      framework: 'ISO27001',
      from: new Date(Date.now() - 86_400_000),
      to: new Date(Date.now() + 86_400_000),
      pageSize: 200,
    },
  },
  'Validation.ListValidations': { request: { pageSize: 200 } },
  'Webhook.CreateWebhook': { request: { url: 'https://theirs.example.com/' } },
  'Webhook.ListWebhooks': { request: { pageSize: 200 } },
  'Webhook.GetWebhook': { ...byWebhook, request: (id) => ({ id }) },
  'Webhook.UpdateWebhook': {
    ...byWebhook,
    request: (id) => ({ id, url: 'https://theirs.example.com/', status: 'disabled' }),
  },
  'Webhook.DeleteWebhook': { ...byWebhook, request: (id) => ({ id }) },
  'Webhook.RotateWebhookSecret': { ...byWebhook, request: (id) => ({ id, effectiveInHours: 0 }) },
  'Webhook.TestWebhook': { ...byWebhook, request: (id) => ({ id }) },
  'Webhook.ListDeliveries': { ...byWebhook, request: (webhookId) => ({ webhookId, pageSize: 200 }) },
  'Webhook.GetDelivery': {
    ...byWebhook,
    request: (webhookId) => ({ webhookId, deliveryId: delivery.id }),
  },
  'Webhook.Redeliver': { ...byWebhook, request: (webhookId) => ({ webhookId, deliveryId: delivery.id }) },
  'Webhook.RecoverDeliveries': {
    ...byWebhook,
    body: { since: '2026-03-02T09:41:07Z' },
    request: (webhookId) => ({ webhookId, since: new Date(1e12) }),
  },
};

const made = async (request: object | (() => Promise<object>)) =>
  typeof request === 'function' ? request() : request;

/** Calls a method as a new person of the other organisation. */
async function asPerson(
  name: string,
  fields: object | ((email: string) => Promise<object> | object),
  over: TestCore,
): Promise<unknown> {
  const theirs = await newPerson(stranger.orgId, over);
  const method = METHODS.get(pathOf(name))!;
  const request = message(method, typeof fields === 'function' ? await fields(theirs.email) : fields);
  return over.call<unknown, unknown>(method, request, null, theirs);
}

const before = await snapshot();

/** A core whose statements have lost their filters. */
const proxy = await filterlessProxy(core.database.url);
const unfiltered = connectApplication(proxy.url);
after(() => unfiltered.end(0));
const withoutFilters = await testCore({ database: { ...core.database, app: unfiltered } });

/** Starts a core whose way to the database with this address leads through PgBouncer, and loses its filters. */
async function behindPgbouncer(url: string): Promise<TestCore> {
  const pooler = await startPgbouncer((await filterlessProxy(url)).url, 'transaction');
  const pooled = connectApplication(pooler, 10, true);
  after(() => pooled.end(0));
  return testCore({ database: { ...database, app: pooled } });
}

// All are ready before the first test: the runner ends what is there when the tests that it knows have ended.
const behindPoolers: (readonly [walls: string, core: TestCore])[] = [];
if (!NO_PGBOUNCER) {
  await owner`create role pooled_core login password 'pooled' noinherit in role flowarden_app`;
  const account = database.url.replace(/\/\/[^@]*@/, '//pooled_core:pooled@');
  for (const [name, url] of [
    ["the core's account", account],
    ['the address of the owner', database.url],
  ] as const)
    behindPoolers.push([
      `row-level security alone, behind PgBouncer with ${name}`,
      await behindPgbouncer(url),
    ]);
}

test('every method of every service has a probe', () => {
  const known = Object.keys(PROBES).map(pathOf);
  assert.deepEqual(known.sort(), [...METHODS.keys()].sort());
});

test('only the free scanner, sign-in and links in mails admit callers without credentials, and their endpoints need none', async () => {
  const open = [...METHODS.keys()].filter((path) => /\.(?:Mail|Scanner|SignIn)Service\//.test(path));
  const admitted = [];
  for (const method of METHODS.values()) {
    // One without a field that it needs is answered.
    const rejection = await core.rejection(method, message(method, {}), null).catch(() => null);
    if (rejection?.reason !== 'AUTHENTICATION_REQUIRED') admitted.push(method.path);
  }
  assert.deepEqual(admitted, open);
  for (const route of ROUTES) {
    if (route.access === 'open') continue;
    assert.equal(needsCaller(route), !open.includes(route.access.path), route.operationId);
  }
});

test('every endpoint that is not open stands before a method with a probe', () => {
  for (const { access, operationId } of ROUTES)
    assert.ok(access === 'open' || METHODS.has(access.path), operationId);
});

/** Every probe by a new stranger, over a core that has the walls that are named. */
function probeAll(walls: string, over: TestCore): void {
  const newcomer = over.identity();
  for (const [name, probe] of Object.entries(PROBES)) {
    if (!('id' in probe)) {
      test(`${name} shows a stranger nothing of ours: ${walls}`, async () => {
        const answer =
          'asPerson' in probe
            ? await asPerson(name, probe.asPerson, over)
            : probe.isRejected
              ? await over.rejection(
                  METHODS.get(pathOf(name))!,
                  message(METHODS.get(pathOf(name))!, probe.request),
                  null,
                )
              : await as(await newcomer, name, await made(probe.request), over);
        const text = JSON.stringify(answer);
        for (const mark of MARKS) assert.ok(!text.includes(mark), mark);
      });
      continue;
    }
    test(`${name} answers another organisation for our id as for an unknown one: ${walls}`, async () => {
      const method = METHODS.get(pathOf(name))!;
      const answers = [];
      for (const id of [probe.id, probe.unknown]) {
        const request = message(method, probe.request(id));
        const rejection: RichError = probe.isPersons
          ? await over.rejection(method, request, null, await newPerson(stranger.orgId, over))
          : await over.rejection(method, request, await newcomer);
        const { reason, message: text, metadata, fields } = rejection;
        answers.push(JSON.stringify({ reason, text, metadata, fields }).replaceAll(id, 'ID'));
        assert.equal(reason, probe.code ?? 'NOT_FOUND');
      }
      assert.equal(answers[0], answers[1]);
      assert.notEqual(probe.id, probe.unknown);
    });
  }
  test(`no row of ours has changed: ${walls}`, async () => {
    assert.deepEqual(await snapshot(), before);
  });
}

if (NO_PGBOUNCER) test('behind PgBouncer row-level security holds alone', { skip: NO_PGBOUNCER }, () => {});
// What each wall keeps alone, both keep together.
if (!IN_FULL_RUN_ONLY) probeAll('both walls', core);
probeAll('row-level security alone', withoutFilters);
for (const [walls, pooled] of behindPoolers) probeAll(walls, pooled);

test('the statements of the store did lose their filters', () => {
  assert.ok(proxy.changed.size > 30, String(proxy.changed.size));
});

for (const route of ROUTES.filter(({ path }) => path.includes(':'))) {
  if (route.access === 'open') continue;
  const { path } = route.access;
  const probe = Object.entries(PROBES).find(([name]) => pathOf(name) === path)?.[1];
  if (probe === undefined || !('id' in probe) || probe.isPersons) continue;
  test(`${route.method} ${route.path} answers another organisation for our id as for an unknown one`, async () => {
    const bodies = [];
    for (const id of [probe.id, probe.unknown]) {
      const response: Response = await fetch(
        gateway.url + route.path.replace(/:\w+/g, id) + (probe.query ?? ''),
        {
          method: route.method,
          headers: {
            Authorization: `ApiKey ${stranger.key}`,
            'X-Org-Id': stranger.orgId,
            'Content-Type': 'application/json',
          },
          ...(probe.body !== undefined && { body: JSON.stringify(probe.body) }),
        },
      );
      assert.equal(response.status, 404);
      bodies.push((await response.text()).replaceAll(id, 'ID'));
    }
    assert.equal(bodies[0], bodies[1]);
  });
}

test('GET /api/v1/session knows no person behind a key', async () => {
  const response = await fetch(`${gateway.url}/api/v1/session`, {
    headers: { Authorization: `ApiKey ${stranger.key}`, 'X-Org-Id': stranger.orgId },
  });
  assert.equal(((await response.json()) as { person: unknown }).person, null);
});

for (const route of ROUTES.filter((one) => isForPeople(one) && one.operationId !== 'getSession')) {
  test(`${route.method} ${route.path} takes the session of a person alone, and no key`, async () => {
    const response = await fetch(gateway.url + route.path.replace(/:\w+/g, stranger.orgId), {
      method: route.method,
      headers: { Authorization: `ApiKey ${stranger.key}`, 'X-Org-Id': stranger.orgId },
    });
    assert.equal(response.status, 401);
  });
}

for (const route of ROUTES.filter((one) => needsCaller(one) && !isForPeople(one))) {
  test(`${route.method} ${route.path} rejects another organisation's key with our organisation`, async () => {
    const response = await fetch(gateway.url + route.path.replace(/:\w+/g, 'x'), {
      method: route.method,
      headers: { Authorization: `ApiKey ${stranger.key}`, 'X-Org-Id': ours.orgId },
    });
    const { error } = (await response.json()) as { error: { code: string } };
    assert.deepEqual([response.status, error.code], [403, 'org_access_denied']);
  });
}

test("our delivery is unknown under a stranger's own webhook", async () => {
  const { webhook: theirs } = await as(stranger, 'Webhook.CreateWebhook', {
    url: 'https://theirs.example.com/',
  });
  for (const name of ['Webhook.GetDelivery', 'Webhook.Redeliver']) {
    const method = METHODS.get(pathOf(name))!;
    const request = message(method, { webhookId: theirs.id, deliveryId: delivery.id });
    assert.equal((await core.rejection(method, request, stranger)).reason, 'NOT_FOUND');
  }
});

test("a stranger's run of our file has no previous run", async () => {
  const { validation: theirs } = await as(await core.identity(), 'Validation.Validate', upload);
  assert.equal(theirs.diff.previousScore, undefined);
});

test('after all that, no row of ours has changed', async () => {
  assert.deepEqual(await snapshot(), before);
});

interface Table {
  readonly name: string;
  readonly isPartition: boolean;
  readonly hasOrg: boolean;
  readonly isWalled: boolean;
  readonly mayRead: boolean;
}

async function tables(): Promise<readonly Table[]> {
  return owner<Table[]>`
    select c.relname as name, c.relispartition as is_partition,
      c.relrowsecurity as is_walled,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
        as has_org,
      has_table_privilege('flowarden_app', c.oid, 'select') as may_read
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`;
}

/** Every row of ours, but for the times of last use. */
async function snapshot(): Promise<Readonly<Record<string, unknown>>> {
  const rows: Record<string, unknown> = {};
  for (const { name, hasOrg, isPartition } of await tables()) {
    if (!hasOrg || isPartition) continue;
    const found = await owner.unsafe(
      `select to_jsonb(t) - 'last_used_at' as row from ${name} t where org_id = $1 order by 1`,
      [ours.orgId],
    );
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

/** Tables without an organisation that the application reads, with the reason. */
const WITHOUT_ORGANISATION: Readonly<Record<string, string>> = {
  organisations: 'its id is the organisation; walled by it',
  running_analyses: 'hashes of contents',
  poison_files: 'hashes of contents',
  program_beats: 'versions of cores and gateways, which no caller is shown',
  rate_buckets: 'counts of requests, which no caller is shown',
  slots_in_use: 'counts of requests, which no caller is shown',
  leads: 'walled by the address that the transaction names',
  mail_state: 'whether the installation has a mail server',
  rule_arrivals: 'the rules of the installation',
  accounts: 'walled by the account, the address or the session that the transaction names',
  sessions: 'walled by the account or the session that the transaction names',
  free_scans: 'walled by the token or the content that the transaction names',
};

test('every table has row-level security, or is known to have no organisation', async () => {
  for (const { name, hasOrg, isWalled, mayRead, isPartition } of await tables()) {
    if (hasOrg) assert.ok(isWalled || (isPartition && !mayRead), `${name} has no row-level security`);
    else if (mayRead)
      assert.ok(Object.hasOwn(WITHOUT_ORGANISATION, name), `${name} is readable and has no organisation`);
  }
});

test('no wall binds the role that migrated: a database can be restored under another owner', async () => {
  const bound = await owner`
    select tablename, policyname from pg_policies
    where schemaname = 'public' and not roles <@ array['flowarden_app', 'flowarden_team', 'flowarden_deliveries', 'flowarden_pulls']::name[]`;
  const forced = await owner`select relname from pg_class where relforcerowsecurity`;
  assert.deepEqual([[...bound], [...forced]], [[], []]);
});

test('without any condition in a query, row-level security alone shows and changes nothing of ours', async () => {
  const readable = (await tables()).filter(({ hasOrg, mayRead }) => hasOrg && mayRead);
  const filled = Object.entries(before).filter(([, rows]) => (rows as unknown[]).length > 0);
  assert.ok(filled.length >= 6, String(filled.map(([name]) => name)));
  for (const { name } of readable) {
    const seen = await withOrganisation(app, stranger.orgId, (sql) =>
      sql.unsafe(`select org_id from ${name}`),
    );
    for (const { orgId } of seen) assert.equal(orgId, stranger.orgId, name);
    const unset = await app.begin((sql) => sql.unsafe(`select org_id from ${name}`), {
      signal: AbortSignal.timeout(5_000),
    });
    assert.equal(unset.length, 0, name);
    for (const statement of [
      `delete from ${name}`,
      `update ${name} set org_id = '${stranger.orgId}'`,
      `insert into ${name} (org_id) values ('${ours.orgId}')`,
    ]) {
      // Rejected, or without effect on us.
      await withOrganisation(app, stranger.orgId, (sql) => sql.unsafe(statement)).catch(() => {});
    }
  }
  assert.deepEqual(await snapshot(), before);
});

test('row-level security is switched off for what follows', async () => {
  for (const { name, isWalled } of await tables())
    if (isWalled) await owner.unsafe(`alter table ${name} disable row level security`);
});

probeAll('filters alone', core);

test('without both walls a stranger would see ours', async () => {
  const text = JSON.stringify(await as(stranger, 'Validation.ListValidations', {}, withoutFilters));
  assert.ok(text.includes('ours-label'));
});
