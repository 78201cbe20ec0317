/** Organisation in which every screen has something to show. */
import { createHash } from 'node:crypto';
import { writePack } from '../../../src/policy/built/sign-pack.ts';
import { exampleFile } from '../../support/files/example-file.ts';
import { zip } from '../../support/files/zip.ts';
import { build } from '../../support/policies/pack-folder.ts';
import { type EstateFile, estateFiles, estateProjects } from './estate-files.ts';
import { invite, signIn } from './people.ts';
import type { WebService } from './web-service.ts';

/** Ids of what the organisation has. */
export interface Estate {
  /** Run with the most findings; the mode is blocking. */
  readonly validationId: string;
  /** Run without findings; empty if there is none. */
  readonly cleanId: string;
  readonly findingId: string;
  readonly ruleId: string;
  readonly workflowId: string;
  /** Commit with several files, some of them blocked. */
  readonly changeId: string;
  readonly projectId: string;
  readonly exceptionId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly memberId: string;
  /** Source with what was pulled of it. */
  readonly sourceId: string;
  readonly scanToken: string;
}

const DAY_MS = 86_400_000;
const PACK = `rules:
  UIP-MNT-016: high
environments:
  production: { mode: blocking }
`;
const REASONS = ['The vault is connected in the next release.', 'Input comes from our own queue alone.'];

/** What the organisation is filled with. */
interface EstateOptions {
  /** Folder with real files; absent: the samples. */
  readonly folder?: string | undefined;
  /** True: all names are what an attacker would choose, as long as the API takes them. */
  readonly isHostile?: boolean;
}

/** Returns a name for a place that holds so many characters. */
type Naming = (plain: string, charactersMax: number) => string;

/** Markup, and a change of direction that goes on behind the name. */
const HOSTILE = '<img src=x onerror=alert(1)>\u202e';

/** Fills the organisation of a service, whose jobs run from then on. */
export async function fillEstate(
  service: WebService,
  { folder, isHostile = false }: EstateOptions = {},
): Promise<Estate> {
  const { call } = service;
  await service.call('/organisation/settings', {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ keepChannels: true }),
  });
  const named: Naming = (plain, charactersMax) => (isHostile ? HOSTILE.padEnd(charactersMax, 'x') : plain);
  const runs = await sendRuns(service, estateFiles(folder), named);
  const byFindings = runs.toSorted((one, other) => other.findings.length - one.findings.length);
  const worst = byFindings[0]!;
  await sendFeeders(service, named);
  const { changes } = await call<{ changes: { id: string }[] }>('/changes?passed=false');
  const project = await sendProject(service, folder, named);
  const exceptions = await requestExceptions(service, worst, named);
  const { id: webhookId } = await post<{ id: string }>(service, '/org-webhooks', {
    url: `https://tickets.example.com/hooks/${isHostile ? 'x'.repeat(1_900) : 'flowarden'}`,
    description: named('Ticket system', 200),
  });
  await post(service, '/org-webhooks', {
    url: 'https://hooks.chat.example.com/services/T0/B0',
    description: 'Channel of the RPA team',
  });
  const { id: deliveryId } = await post<{ id: string }>(service, `/org-webhooks/${webhookId}/test`, {});
  const { items } = await call<{ items: { workflowId: string; validationId: string }[] }>(
    '/workflows?pageSize=100',
  );
  await publishPack(service);
  await post(service, '/api-keys', { name: named('Release pipeline', 100), scopes: ['analysis:write'] });
  await post(service, '/api-keys', { name: 'Nightly report', scopes: ['analysis:read', 'audit:read'] });
  await post(service, '/trust-policies', {
    name: named('acme/robots', 100),
    provider: 'github',
    issuer: 'https://token.actions.githubusercontent.com',
    pins: { repository_owner_id: '4711', repository_id: '815' },
    conditions: { ref: 'refs/heads/*' },
  });
  await post(service, '/teams', {
    name: named('Payments', 100),
    patterns: [{ repository: named('bank/payment-*', 500) }],
  });
  const { id: sourceId } = await post<{ id: string }>(service, '/sources', {
    kind: 'uipath',
    name: named('Production', 100),
    url: 'https://cloud.uipath.com/acme/production/orchestrator_',
  });
  await signIn(service, 'Grace Example', 'approver');
  const { memberId } = await invite(service, 'audit@bank.example', 'auditor');
  return {
    validationId: worst.validationId,
    cleanId: runs.find(({ findings }) => findings.length === 0)?.validationId ?? '',
    findingId: worst.findings[0]!.id,
    ruleId: worst.findings[0]!.catalogRuleId,
    workflowId:
      items.find(({ validationId }) => validationId === worst.validationId)?.workflowId ??
      items[0]!.workflowId,
    changeId: changes[0]!.id,
    projectId: project,
    exceptionId: exceptions[0]!,
    webhookId,
    deliveryId,
    memberId,
    sourceId,
    scanToken: await scan(service),
  };
}

interface SentRun {
  readonly validationId: string;
  readonly findings: readonly { readonly id: string; readonly catalogRuleId: string }[];
}

/** Sends a workflow that fills a queue, and one of another repository that empties it. */
async function sendFeeders(service: WebService, named: Naming): Promise<void> {
  const queue = named('Invoices', 190).replaceAll('<', '&lt;');
  const steps = {
    dispatcher: `<ui:AddQueueItem DisplayName="Add invoice" QueueType="${queue}" />`,
    performer: `<ui:GetQueueItem DisplayName="Take invoice" QueueType="${queue}" TransactionItem="[item]" />`,
  };
  for (const [repository, step] of Object.entries(steps)) {
    const body = new FormData();
    body.append('platform', 'uipath');
    body.append(
      'metadata',
      JSON.stringify({ pipeline: { repository: `corp/${repository}`, branch: 'main' } }),
    );
    const content = exampleFile('uipath', `<Sequence>${step}</Sequence>`);
    body.append('file', new Blob([new Uint8Array(content)]), named(`${repository}/Main.xaml`, 240));
    await service.call('/validate', { method: 'POST', body });
  }
}

/** Sends each file twice, with days between the runs, and the last of them where findings block. */
async function sendRuns(
  service: WebService,
  files: readonly EstateFile[],
  named: Naming,
): Promise<readonly SentRun[]> {
  const runs: SentRun[] = [];
  for (const [index, file] of files.entries()) {
    const daysAgo = 20 - ((index * 3) % 18);
    for (const [turn, days] of [daysAgo, index % 4].entries()) {
      const body = new FormData();
      body.append('platform', file.platform);
      body.append('enforcement_mode', turn === 1 ? 'blocking' : 'advisory');
      body.append('source', index % 3 === 0 ? 'api' : 'cicd');
      if (index % 2 === 0) body.append('environment', 'production');
      if (index % 5 === 0) body.append('label', named(`release ${turn + 11}`, 100));
      const pipeline = {
        repository: named(file.repository, 200),
        branch: named('main', 200),
        commit: createHash('sha1').update(`${file.repository} ${turn}`).digest('hex'),
        prUrl: turn === 0 ? null : 'https://git.example.com/bank/robots/pull/17',
        author: named('Amelia Example', 200),
        workflowRunUrl: 'https://ci.example.com/7',
      };
      body.append('metadata', JSON.stringify({ pipeline }));
      body.append('file', new Blob([file.content]), named(file.name, 240));
      const run = await service.call<SentRun>('/validate', { method: 'POST', body });
      // Some real files are no workflows.
      if (run.validationId === undefined) continue;
      if (turn === 1) runs.push(run);
      const { owner } = service.core.database;
      await owner`
        update validations set
          created_at = created_at - make_interval(days => ${days}),
          validated_at = validated_at - make_interval(days => ${days})
        where id = ${run.validationId}`;
      await owner`
        update workflows set
          validated_at = validated_at - make_interval(days => ${days}),
          first_seen_at = first_seen_at - make_interval(days => ${days})
        where validation_id = ${run.validationId}`;
      await owner`
        update open_findings set since = since - make_interval(days => ${days})
        where workflow_id in (select id from workflows where validation_id = ${run.validationId})`;
    }
  }
  const { owner } = service.core.database;
  await owner`
    update changes set begun_at = moved.begun_at, active_at = moved.active_at, ended_at = moved.active_at
    from (
      select change_id, min(created_at) as begun_at, max(created_at) as active_at
      from change_runs join validations on validations.id = change_runs.run_id group by change_id
    ) as moved
    where changes.id = moved.change_id`;
  return runs;
}

/** Sends projects and returns the id of the first one once it has ended. */
async function sendProject(service: WebService, folder: string | undefined, named: Naming): Promise<string> {
  const projects =
    folder === undefined
      ? [estateFiles(undefined).map(({ name, content }) => [name, content] as const)]
      : estateProjects(folder);
  const ids: string[] = [];
  for (const [index, files] of projects.entries()) {
    const body = new FormData();
    body.append('enforcement_mode', 'blocking');
    body.append('metadata', JSON.stringify({ pipeline: { repository: 'corp/robots', branch: 'main' } }));
    const archive = zip(files.map(([name, content]) => ({ name, content: Buffer.from(content) })));
    body.append('file', new Blob([new Uint8Array(archive)]), named(`robots-${index + 1}.zip`, 240));
    const { projectValidationId } = await service.call<{ projectValidationId: string }>('/validate/project', {
      method: 'POST',
      body,
    });
    ids.push(projectValidationId);
  }
  await service.startJobs();
  await service.call(`/validate/project/${ids[0]}?wait=30`);
  return ids[0]!;
}

/** Requests exceptions as another member, so that the caller may decide on them. */
async function requestExceptions(
  service: WebService,
  run: SentRun,
  named: Naming,
): Promise<readonly string[]> {
  const requester = await service.core.identity(undefined, service.us.orgId);
  const ids: string[] = [];
  for (const [index, reason] of REASONS.entries()) {
    const finding = run.findings[index];
    if (finding === undefined) break;
    const response = await fetch(`${service.url}/api/v1/exceptions`, {
      method: 'POST',
      headers: { ...service.headersOf(requester), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        validationId: run.validationId,
        findingId: finding.id,
        reason: named(reason, 1_000),
        expiresAt: new Date(Date.now() + 28 * DAY_MS).toISOString(),
      }),
    });
    ids.push(((await response.json()) as { id: string }).id);
  }
  return ids;
}

async function publishPack(service: WebService): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(writePack(await build(PACK)))]), 'test.flowpack');
  await service.call('/policy-packs', { method: 'POST', body });
  await service.call('/policy-assignments', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ environment: 'production', policyPack: 'test@1.0.0' }),
  });
}

async function scan(service: WebService): Promise<string> {
  const body = new FormData();
  const [{ name, content }] = estateFiles(undefined) as [EstateFile];
  body.append('file', new Blob([content]), name);
  const { shareToken } = await service.call<{ shareToken: string }>('/demo/validate', {
    method: 'POST',
    body,
  });
  return shareToken;
}

/** Posts JSON, and requires success. */
async function post<Answer>(service: WebService, path: string, body: object): Promise<Answer> {
  const answer = await service.call<Answer & { error?: unknown }>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.error !== undefined) throw new Error(`${path}: ${JSON.stringify(answer.error)}`);
  return answer;
}
