/** One verdict on every surface: states of a run against pages, lists, messages, reports and the command. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ProjectResponse, ValidateResponse } from '../../clients/typescript/src/api.ts';
import { uipath } from '../../src/analysis/platforms/uipath/index.ts';
import { textReport } from '../../src/analysis/report/text/text-report.ts';
import { outcomeOfFile } from '../../src/cli/submit/outcome.ts';
import { submissionDocument } from '../../src/cli/submit/submit-report.ts';
import type { PreparedUpload } from '../../src/cli/submit/upload.ts';
import type { ChatContext } from '../../src/contract/event.ts';
import { writePack } from '../../src/policy/built/sign-pack.ts';
import { chatMessage } from '../../src/service/webhooks/messages/message.ts';
import { formatDay } from '../../src/text/format.ts';
import { zip } from '../support/files/zip.ts';
import { build } from '../support/policies/pack-folder.ts';
import { until } from '../support/processes.ts';
import { webhookEvent } from '../support/service/webhook-event.ts';
import { BROWSER_ABSENT, openPage } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const approver = await service.core.identity(undefined, service.us.orgId);
const DAY_MS = 86_400_000;

/** A handler that swallows every exception: a high finding. */
const swallow = (name: string): string =>
  `<TryCatch DisplayName="${name}"><TryCatch.Try><ui:Click DisplayName="Send ${name}" /></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception" /></ActivityAction.Argument></ActivityAction></Catch></TryCatch.Catches></TryCatch>`;
const CARELESS = uipath.snippet(`<Sequence>${swallow('Orders')}${swallow('Invoices')}</Sequence>`);
/** Calls a workflow whose name is computed: a medium finding of a rule that the packs switch on. */
const dynamicCall = (annotation = ''): string =>
  uipath.snippet(
    `<Sequence><ui:InvokeWorkflowFile DisplayName="Run step" sap2010:Annotation.AnnotationText="${annotation}" WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" /></Sequence>`,
  );
/** A bot whose command has a text where its steps should be: no one knows what it hides. */
const UNREAD = JSON.stringify({
  nodes: [{ uid: 'n0', commandName: 'messageBox', packageName: 'MessageBox', children: 'hidden' }],
  variables: [],
  packages: [],
});
const NOTE = `flowarden-ignore UIP-MNT-016 until ${formatDay(new Date(Date.now() + 30 * DAY_MS))}: agreed with the owner`;

interface Upload {
  readonly content: string | Buffer;
  readonly name?: string;
  readonly fields: Readonly<Record<string, string>>;
}

const formOf = ({ content, name = 'Main.xaml', fields }: Upload): FormData => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  return form;
};
const validate = (upload: Upload): Promise<ValidateResponse> =>
  service.call('/validate', {
    method: 'POST',
    body: formOf({ ...upload, fields: { platform: 'uipath', ...upload.fields } }),
  });

/** Names a repository of its own, so that no state meets the exceptions of another. */
const inRepository = (repository: string, fields: Readonly<Record<string, string>> = {}) => ({
  metadata: JSON.stringify({ pipeline: { repository } }),
  ...fields,
});

/** Has exceptions approved for the first blocking findings of a run. */
async function waive(run: ValidateResponse, count: number): Promise<void> {
  for (const { id } of run.blockingFindings!.slice(0, count)) {
    const post = (path: string, body: object, who = service.us) =>
      fetch(`${service.url}/api/v1/exceptions${path}`, {
        method: 'POST',
        headers: { ...service.headersOf(who), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const requested = await post('', {
      validationId: run.validationId,
      findingId: id,
      reason: 'The queue is emptied by hand.',
      expiresAt: new Date(Date.now() + 7 * DAY_MS).toISOString(),
    });
    const { id: exceptionId } = (await requested.json()) as { readonly id: string };
    assert.equal((await post(`/${exceptionId}/approve`, {}, approver)).status, 200);
  }
}

const PACK = `rules: { UIP-MNT-016: on }
environments:
  test: { mode: warning, gate: { block: [critical, high, medium] } }
  staging: { mode: blocking, gate: { score: '>= 100' } }
`;

/** Publishes the pack and assigns it to the environments that it names. */
async function publish(): Promise<void> {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(writePack(await build(PACK)))]), 'test.flowpack');
  await service.call('/policy-packs', { method: 'POST', body });
  for (const environment of ['test', 'staging']) {
    const { error } = await service.call<{ error?: object }>('/policy-assignments', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ environment, policyPack: 'test@1.0.0' }),
    });
    assert.equal(error, undefined, JSON.stringify(error));
  }
}

/** What a state must show. */
interface Expected {
  readonly count: number;
  readonly badge: string;
  readonly sentence: string;
}
const blocked = (count: number): Expected => ({
  count,
  badge: 'Blocked',
  sentence: `Blocked by ${count} finding${count === 1 ? '' : 's'}.`,
});
const wouldBlock = (count: number, mode: string): Expected => ({
  count,
  badge: 'Would block',
  sentence: `Passed, as the mode is ${mode}: ${count} finding${count === 1 ? '' : 's'} would block.`,
});
const passed = (sentence: string): Expected => ({ count: 0, badge: 'Passed', sentence });

/** Runs a file in its state. */
type State = () => Promise<readonly [ValidateResponse, Expected]>;
const twice = async (
  repository: string,
  waived: number,
  mode: string,
): Promise<readonly [ValidateResponse, number]> => {
  const fields = inRepository(repository, { enforcement_mode: 'blocking' });
  const before = await validate({ content: CARELESS, fields });
  await waive(before, waived);
  const after = await validate({ content: CARELESS, fields: { ...fields, enforcement_mode: mode } });
  return [after, before.blockingFindings!.length];
};

const STATES: Readonly<Record<string, State>> = {
  blocked: async () => {
    const run = await validate({
      content: CARELESS,
      fields: inRepository('a', { enforcement_mode: 'blocking' }),
    });
    return [run, blocked(run.blockingFindings!.length)];
  },
  'of the mode warning': async () => {
    const [run, count] = await twice('b', 0, 'warning');
    return [run, wouldBlock(count, 'warning')];
  },
  'of the mode advisory': async () => {
    const [run, count] = await twice('c', 0, 'advisory');
    return [run, wouldBlock(count, 'advisory')];
  },
  'waived in part': async () => {
    const [run, count] = await twice('d', 1, 'blocking');
    return [run, blocked(count - 1)];
  },
  'waived in part, of the mode warning': async () => {
    const [run, count] = await twice('e', 1, 'warning');
    return [run, wouldBlock(count - 1, 'warning')];
  },
  'waived as a whole': async () => {
    const [run] = await twice('f', 99, 'blocking');
    return [run, passed('Passed: exceptions cover everything that would block.')];
  },
  'waived as a whole, of the mode warning': async () => {
    const [run] = await twice('g', 99, 'warning');
    return [run, passed('Passed: exceptions cover everything that would block.')];
  },
  'with a part that was not read': async () => {
    const fields = inRepository('h', { platform: 'automation_anywhere', enforcement_mode: 'blocking' });
    const run = await validate({ content: UNREAD, name: 'Main.json', fields });
    assert.ok(run.blockingFindings!.length > 0);
    return [run, blocked(run.blockingFindings!.length)];
  },
  'with medium findings that a pack blocks': async () => {
    const run = await validate({
      content: dynamicCall(),
      fields: inRepository('i', { environment: 'test' }),
    });
    assert.equal(run.summary.critical + run.summary.high, 0);
    return [run, wouldBlock(run.summary.medium, 'warning')];
  },
  'with a note that waives such a finding for people alone': async () => {
    const run = await validate({
      content: dynamicCall(NOTE),
      fields: inRepository('j', { environment: 'test' }),
    });
    const noted = run.findings!.filter(({ exceptionStatus }) => exceptionStatus === 'approved');
    assert.ok(noted.length > 0);
    return [run, wouldBlock(run.summary.medium, 'warning')];
  },
  'that fails a condition of a pack': async () => {
    const run = await validate({
      content: dynamicCall(),
      fields: inRepository('l', { environment: 'staging' }),
    });
    assert.deepEqual(
      run.blockingFindings!.map(({ rule }) => rule),
      ['Policy condition not met'],
    );
    return [run, blocked(1)];
  },
  'without findings': async () => {
    const run = await validate({ content: uipath.snippet('<Sequence />'), fields: inRepository('k') });
    return [run, passed('Passed: nothing was found.')];
  },
};

/** Asserts the verdict and the count of everything that is not a page. */
async function assertSurfaces(run: ValidateResponse, { count, badge }: Expected): Promise<void> {
  const { validationId: id, enforcementMode } = run;
  const read = async (query = '') => {
    const headers = service.headersOf(service.us);
    const response = await fetch(`${service.url}/api/v1/results/${id}${query}`, { headers });
    return { text: await response.text(), header: Number(response.headers.get('x-service-would-block')) };
  };
  assert.equal((await read()).header, count, 'header of the result');
  const { runs } = await service.call<{ runs: { id: string; wouldBlock: number }[] }>('/feed?pageSize=100');
  assert.equal(runs.find((entry) => entry.id === id)?.wouldBlock, count, 'feed');
  const change = await service.call<{ wouldBlock: number; passed: boolean }>(`/changes/${id}`);
  assert.deepEqual([change.wouldBlock, change.passed], [count, run.passed], 'change');
  const { validations } = await service.call<{ validations: { validationId: string; wouldBlock: number }[] }>(
    '/validations?pageSize=100',
  );
  assert.equal(validations.find((entry) => entry.validationId === id)?.wouldBlock, count, 'list');
  const { items } = await service.call<{ items: { validationId: string; wouldBlock: number }[] }>(
    '/workflows?pageSize=100',
  );
  assert.equal(items.find((entry) => entry.validationId === id)?.wouldBlock, count, 'workflows');
  const { findings } = await service.call<{ findings: { wouldBlock: boolean }[] }>(
    `/results/${id}/findings?pageSize=100`,
  );
  assert.equal(findings.filter((finding) => finding.wouldBlock).length, count, 'findings');

  const markdown = (await read('?format=markdown')).text;
  const said = / findings? (?:would block|blocks?)/.exec(markdown)?.[0];
  assert.equal(said === undefined, count === 0, markdown.slice(0, 300));
  if (count > 0) assert.ok(markdown.includes(`: **${count}${said}**`), markdown.slice(0, 300));
  const junit = (await read('?format=junit')).text;
  assert.equal(junit.match(/<failure /g)?.length ?? 0, enforcementMode === 'blocking' ? count : 0, 'junit');

  const upload = {
    files: [{ sentPath: 'Main.xaml', shownPath: 'Main.xaml', diskPath: 'Main.xaml', member: null }],
  };
  const outcome = outcomeOfFile({ result: run, wouldBlock: count }, upload as unknown as PreparedUpload, {
    failOn: undefined,
    needsAll: true,
  });
  const document = submissionDocument(outcome, {
    version: '1',
    server: service.url,
    leftOut: [],
    problems: [],
  });
  const text = textReport(document, {
    paint: (_, shown) => shown,
    baseUrl: null,
    frames: [],
    detail: 'summary',
    isWhole: false,
    whyOf: () => undefined,
    showSuppressed: false,
  });
  const ending = badge === 'Blocked' ? 'failed' : count === 0 ? 'passed' : `would stop ${count} finding`;
  assert.ok(text.includes(ending) && (count > 0 || !text.includes('would stop')), text);
  const excepted = run.findings!.filter(({ exceptionStatus, exceptionId }) =>
    Boolean(exceptionStatus === 'approved' && exceptionId),
  );
  assert.equal(
    /exceptions waive (?<number>\d+)/.exec(text)?.groups?.number,
    excepted.length === 0 ? undefined : String(excepted.length),
    text,
  );
}

/** Asserts the title of the chat message about a run. */
async function assertMessage(id: string, { count, badge }: Expected): Promise<void> {
  const [event] = await service.core.database.owner<{ data: object; chat: ChatContext }[]>`
    select data, chat from events
    where coalesce(data ->> 'validationId', data ->> 'projectValidationId') = ${id} and kind = 'validation.completed'
      and chat is not null`;
  const { title } = chatMessage(
    webhookEvent('validation.completed', { ...event!.data }, event!.chat),
    service.url,
  );
  const start =
    badge === 'Passed'
      ? /^Passed: /
      : badge === 'Blocked'
        ? new RegExp(`^Blocked by ${count} f`)
        : new RegExp(`^${count} findings? would block: `);
  assert.match(title, start);
}

await publish();
await service.call('/org-webhooks', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ url: 'https://hooks.chat.example.com/services/T0/B0', target: 'chat-a' }),
});

describe('the verdict', () => {
  for (const [name, state] of Object.entries(STATES))
    it(`is one on a run ${name}`, async () => {
      const [run, expected] = await state();
      await assertSurfaces(run, expected);
      await assertMessage(run.validationId, expected);
      if (BROWSER_ABSENT !== false) return;
      const { page, close } = await openPage({
        baseURL: service.url,
        extraHTTPHeaders: service.headersOf(service.us),
      });
      await page.goto(`/validations/${run.validationId}`);
      await page.getByText(expected.sentence, { exact: true }).waitFor();
      const { badge } = expected;
      assert.equal(
        await page.locator('header .badge, h1 ~ .badge, .page-header .badge').first().innerText(),
        badge,
      );
      await page.goto(`/changes/${run.validationId}`);
      assert.equal(await page.locator('.page-header .badge').first().innerText(), badge);
      await page.goto('/feed?view=files');
      await page.locator('tr', { hasText: 'Main' }).getByText(badge, { exact: true }).first().waitFor();
      await page.goto('/');
      const row = page.locator('tr', { has: page.locator(`a[href*="${run.validationId}"]`) });
      await row.getByText(badge, { exact: true }).waitFor();
      await close();
    });
});

const ARCHIVE = zip([
  { name: 'Careless.xaml', content: CARELESS },
  { name: 'Clean.xaml', content: uipath.snippet('<Sequence />') },
]);

async function project(fields: Readonly<Record<string, string>>): Promise<ProjectResponse> {
  const body = formOf({ content: ARCHIVE, name: 'robots.zip', fields });
  const { projectValidationId } = await service.call<ProjectResponse>('/validate/project', {
    method: 'POST',
    body,
  });
  return until('the project has ended', async () => {
    const answer = await service.call<ProjectResponse>(`/validate/project/${projectValidationId}?wait=30`);
    return answer.status === 'completed' ? answer : null;
  });
}

describe('the verdict on a project', () => {
  before(() => service.startJobs());
  const PROJECTS = {
    'of the mode advisory': 'advisory',
    'of the mode warning': 'warning',
    'that is blocked': 'blocking',
  };
  for (const [name, mode] of Object.entries(PROJECTS))
    it(`${name} is one in its page, its files and the lists, before and after an exception`, async () => {
      const fields = inRepository(`p-${mode}`, { enforcement_mode: mode });
      const first = await project({ ...fields, enforcement_mode: 'blocking' });
      const careless = first.items.find(({ path }) => path === 'Careless.xaml')!;
      await waive(await service.call(`/results/${careless.validationId}`), 1);
      const answer = await project(fields);
      const count = first.blockingFindingsCount - 1;
      assert.equal(answer.wouldBlock, count);
      assert.deepEqual(
        answer.items.map(({ path, wouldBlock }) => [path, wouldBlock]),
        [
          ['Careless.xaml', careless.wouldBlock! - 1],
          ['Clean.xaml', 0],
        ],
      );
      const expected = mode === 'blocking' ? blocked(count) : wouldBlock(count, mode);
      await assertMessage(answer.projectValidationId, expected);
      const { projects } = await service.call<{
        projects: { projectValidationId: string; wouldBlock: number }[];
      }>('/projects');
      const listed = projects.find(
        ({ projectValidationId }) => projectValidationId === answer.projectValidationId,
      );
      assert.equal(listed?.wouldBlock, count);
      if (BROWSER_ABSENT !== false) return;
      const { page, close } = await openPage({
        baseURL: service.url,
        extraHTTPHeaders: service.headersOf(service.us),
      });
      for (const address of [`/projects/${answer.projectValidationId}`, '/projects', '/']) {
        await page.goto(address);
        await page.getByText(expected.badge, { exact: true }).filter({ visible: true }).first().waitFor();
      }
      await close();
    });
});
