/**
 * Errors of requests with one bad value each, as gRPC clients get them: a file for each service in `fixtures/errors`.
 * `UPDATE_GOLDEN=1` writes them anew.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { MethodDefinition, ServiceError } from '@grpc/grpc-js';
import { METHODS } from '../../src/gen/contract/methods.ts';
import { checkGolden } from '../support/files/golden.ts';
import { richError } from '../support/rich-error.ts';
import { testCore } from '../support/service/core.ts';
import { badRequests, GOOD_TIME, UNKNOWN_ID } from './bad-requests.ts';

const core = await testCore();
const caller = await core.identity();

type AnyMethod = MethodDefinition<unknown, unknown>;
type Values = Record<string, unknown>;

/** Values that a method needs, by its short path; the others need none or have no text to check. */
const NEEDED: Readonly<Record<string, Values>> = {
  'AuditTargetService/BackfillAuditTarget': { id: UNKNOWN_ID, from: new Date(0) },
  'AuditTargetService/CreateAuditTarget': {
    target: { name: 'SIEM', kind: 'https', url: 'https://siem.example.com/events' },
  },
  'TicketTargetService/CreateTicketTarget': {
    target: { name: 'Robots', kind: 'jira_cloud', url: 'https://acme.atlassian.net', project: 'ROBOTS' },
  },
  'TicketTargetService/SetTicketTargetCredential': { id: UNKNOWN_ID, token: 'token' },
  'ApiKeyService/CreateApiKey': { name: 'CI', scopes: ['analysis:write'] },
  'ApiKeyService/RotateApiKey': { id: UNKNOWN_ID },
  'EnvironmentService/CreateEnvironment': { environment: { name: 'acceptance' } },
  'EstateService/CountFindings': { by: 'severity' },
  'EstateService/GetBacklog': { from: new Date('2027-03-01'), to: GOOD_TIME },
  'EstateService/GetStatistics': { from: new Date('2027-03-01'), to: GOOD_TIME },
  'EvidenceService/ListEvidence': { framework: 'NIST', from: new Date('2027-03-01'), to: GOOD_TIME },
  'ExceptionService/RequestException': {
    ruleId: 'UIP-SEC-001',
    fileName: 'Main.xaml',
    location: '*',
    reason: 'Accepted',
    expiresAt: GOOD_TIME,
  },
  'ExceptionService/DecideExceptions': { ids: [UNKNOWN_ID], decision: 'approve' },
  'ExceptionService/PreviewException': { ruleId: 'UIP-SEC-001', fileName: 'Main.xaml', location: '*' },
  'FindingService/GetFinding': { validationId: UNKNOWN_ID, findingId: 'f' },
  'GroupMappingService/CreateGroupMapping': { mapping: { group: 'makers', role: 'developer' } },
  'InventoryService/ListInventory': { kind: 'host', value: 'example.com' },
  'MemberService/AddMember': { role: 'viewer', subject: 'ada' },
  'MemberService/UpdateMember': { id: UNKNOWN_ID, role: 'viewer' },
  'PolicyService/CreatePolicyKey': { key: { publicKey: 'k', packs: ['pci'] } },
  'ScannerService/CreateLead': { email: 'ada@example.com' },
  'ScannerService/ScanFile': { file: Buffer.from('{}'), filename: 'a.json' },
  'PushService/BeginPush': {
    id: UNKNOWN_ID,
    platform: 'uipath',
    urls: ['https://cloud.uipath.com/acme/production'],
  },
  'PushService/EndPush': { id: UNKNOWN_ID, pullId: UNKNOWN_ID, turn: UNKNOWN_ID },
  'PushService/GetPush': { id: UNKNOWN_ID, pullId: UNKNOWN_ID },
  'PushService/SkipPushed': {
    id: UNKNOWN_ID,
    pullId: UNKNOWN_ID,
    turn: UNKNOWN_ID,
    artefactId: UNKNOWN_ID,
    reason: 'failed',
    problem: 'It failed.',
  },
  'SourceService/CreateSource': {
    source: { kind: 'uipath', name: 'Production', url: 'https://cloud.uipath.com/acme/production' },
  },
  'SourceService/GetPull': { id: UNKNOWN_ID, pullId: UNKNOWN_ID },
  'TeamService/CreateTeam': { team: { name: 'Payments', patterns: [{ repository: 'bank/robots' }] } },
  'TeamService/SendCodeOwners': {
    file: Buffer.from('* @bank/payments'),
    repository: 'bank/robots',
    path: 'CODEOWNERS',
    grammar: 'github',
  },
  'TrustPolicyService/CreateTrustPolicy': {
    policy: {
      name: 'CI',
      provider: 'github',
      issuer: 'https://token.actions.githubusercontent.com',
      pins: { repository_owner_id: '1' },
    },
  },
  'ViewService/CreateView': { name: 'Criticals', screen: 'findings' },
  'ValidationService/SubmitValidation': {
    file: Buffer.from('{}'),
    filename: 'a.json',
    platform: 'platform_3',
  },
  'ValidationService/Validate': { file: Buffer.from('{}'), filename: 'a.json', platform: 'platform_3' },
  'WebhookService/CreateWebhook': { url: 'https://hooks.example.com/' },
  'WebhookService/RecoverDeliveries': { webhookId: UNKNOWN_ID, since: GOOD_TIME },
};

/** Sign-in is limited by the client's address, so earlier requests change the answer. */
const LIMITED = /SignInService/;

const definitions = await definitionsByPath();
const byService = Map.groupBy(
  Object.keys(METHODS).filter((path) => isTried(path, definitions.get(path))),
  (path) => path.split('/')[1]!.replace('flowarden.v1.', ''),
);

for (const [service, paths] of byService)
  test(`${service} rejects bad values with the recorded errors`, async () => {
    const seen: Record<string, string> = {};
    for (const path of paths) {
      const name = path.replace('/flowarden.v1.', '');
      for (const { title, request } of badRequests(path, NEEDED[name]))
        seen[`${name.split('/')[1]} ${title}`] = await errorOf(definitions.get(path)!, request);
    }
    const errors = Object.entries(seen).filter(([, error]) => error !== '');
    checkGolden(`errors/${service}.json`, Object.fromEntries(errors));
  });

function isTried(path: string, definition: AnyMethod | undefined): boolean {
  const { admits } = METHODS[path]!;
  if (definition?.requestStream || definition?.responseStream || LIMITED.test(path)) return false;
  return admits === 'callers' || admits === 'anybody';
}

async function errorOf(definition: AnyMethod, request: unknown): Promise<string> {
  try {
    await core.call(definition, request, caller);
    return '';
  } catch (error) {
    const { reason, fields, message } = richError(error as ServiceError);
    return `${reason} [${fields.join()}] ${message.slice(0, 300).replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '<id>')}`;
  }
}

async function definitionsByPath(): Promise<ReadonlyMap<string, AnyMethod>> {
  const folder = join(import.meta.dirname, '../../src/gen/flowarden/v1');
  const modules = await Promise.all(
    readdirSync(folder).map((file) => import(join(folder, file)) as Promise<object>),
  );
  const services = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      name.endsWith('ServiceService') ? [value as object] : [],
    ),
  );
  return new Map(
    services.flatMap((service) => Object.values<AnyMethod>(service as never)).map((one) => [one.path, one]),
  );
}
