/** Findings that stand for several places, through the service: waivers, gates, projects and what is stored of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uipath } from '../../src/analysis/platforms/uipath/index.ts';
import { zip } from '../support/files/zip.ts';
import type { Identity } from '../support/service/core.ts';
import { type Body, headers, PATH, projectService } from '../support/service/project-service.ts';

const { core, gateway, submit, completed } = await projectService();

/** A bot that sends a mail without TLS through each of the servers. */
const bot = (...servers: readonly string[]): string =>
  JSON.stringify({
    nodes: servers.map((server, index) => ({
      uid: `mail-${index}`,
      commandName: 'sendMail',
      packageName: 'Email',
      attributes: [
        { name: 'emailServerHost', value: { type: 'STRING', string: server } },
        { name: 'useSecureConnection', value: { type: 'BOOLEAN', boolean: false } },
      ],
    })),
    variables: [],
    packages: [],
  });

async function validate(who: Identity, content: string): Promise<{ status: number; body: Body }> {
  const form = new FormData();
  form.set('platform', 'automation_anywhere');
  form.set('enforcement_mode', 'blocking');
  form.set('file', new Blob([content]), 'Mails.json');
  const response = await fetch(`${gateway.url}/api/v1/validate`, {
    method: 'POST',
    headers: headers(who),
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Body };
}

async function post(who: Identity, path: string, body: object): Promise<Body> {
  const json = { ...headers(who), 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers: json, body: JSON.stringify(body) };
  return (await fetch(`${gateway.url}/api/v1/exceptions${path}`, init)).json();
}

/** Requests an exception for a finding, and approves it as another person. */
async function waive(who: Identity, validationId: string, findingId: string): Promise<void> {
  const expiresAt = new Date(Date.now() + 60_000_000).toISOString();
  const made = await post(who, '', { validationId, findingId, reason: 'Until May.', expiresAt });
  const approver = await core.identity(undefined, who.orgId);
  assert.equal((await post(approver, `/${made.id}/approve`, {})).status, 'approved');
}

const MAIL = 'AAB-SEC-007';
const mailsIn = (body: Body) => body.findings.filter((found: Body) => found.catalogRuleId === MAIL);

describe('a finding with several places', () => {
  it('is one finding of the closed answer, waived for its places, and not for one more', async () => {
    const who = await core.identity();
    const first = await validate(who, bot('mail.example.com', 'mail.example.com'));
    const [finding, ...others] = mailsIn(first.body);
    assert.deepEqual([first.status, others.length, 'places' in finding], [422, 0, false]);
    assert.match(finding.description, /2 places share this server: /);
    assert.equal(first.body.summary.high, 1);

    await waive(who, first.body.validationId, finding.id);
    const waived = await validate(who, bot('mail.example.com', 'mail.example.com'));
    assert.deepEqual([waived.status, mailsIn(waived.body).length], [200, 1]);
    assert.equal(waived.body.diff.waiverChangedCount, 1);

    const more = await validate(who, bot('mail.example.com', 'mail.example.com', 'mail.example.com'));
    assert.deepEqual(
      mailsIn(more.body).map(({ id, exceptionStatus }: Body) => [id === finding.id, exceptionStatus]),
      [
        [true, 'approved'],
        [false, 'none'],
      ],
    );
    assert.deepEqual([more.status, more.body.blockingFindings.length, more.body.summary.high], [422, 1, 2]);
    assert.deepEqual(
      [more.body.diff.newFindingsCount, more.body.diff.resolvedFindingsCount, more.body.diff.isRegression],
      [1, 0, true],
    );
    const feed = await fetch(`${gateway.url}/api/v1/validations`, { headers: headers(who) });
    const [latest] = ((await feed.json()) as Body).validations;
    assert.deepEqual([latest.summary.high, latest.wouldBlock], [2, 1]);
  });

  it('can be requested again for the places that it has by now, while the first request waits', async () => {
    const who = await core.identity();
    const terms = { reason: 'Until May.', expiresAt: new Date(Date.now() + 60_000_000).toISOString() };
    const request = async (content: string) => {
      const { body } = await validate(who, content);
      return post(who, '', { validationId: body.validationId, findingId: mailsIn(body)[0].id, ...terms });
    };
    assert.equal((await request(bot('a.example.com'))).status, 'pending');
    assert.equal((await request(bot('a.example.com'))).error.code, 'state_conflict');
    assert.equal((await request(bot('a.example.com', 'a.example.com'))).status, 'pending');
  });
});

const MANIFEST = JSON.stringify({
  name: 'Robot',
  main: 'Main.xaml',
  studioVersion: '22.10.0',
  projectVersion: '1.0.0',
  expressionLanguage: 'VisualBasic',
  dependencies: { 'UiPath.System.Activities': '[22.10.4]' },
});
const CALL = '<ui:InvokeWorkflowFile WorkflowFileName="Gone.xaml" />';

/** Validates a project whose workflows have these steps, by name. */
async function project(who: Identity, workflows: Readonly<Record<string, string>>): Promise<Body> {
  const members = Object.entries(workflows).map(([name, steps]) => ({
    name: `${name}.xaml`,
    content: uipath.snippet(steps),
  }));
  const archive = zip([{ name: 'project.json', content: MANIFEST }, ...members]);
  const { body } = await submit(who, archive, 'robot.zip', { enforcement_mode: 'blocking' });
  return completed(who, body.projectValidationId);
}
const missingIn = ({ projectFindings }: Body) =>
  projectFindings.filter((found: Body) => found.catalogRuleId === 'UIP-REL-010');
const gateOf = async (who: Identity, { projectValidationId }: Body) =>
  (await fetch(`${gateway.url}${PATH}/${projectValidationId}?gate=true`, { headers: headers(who) })).status;

describe('a finding with places in several files of a project', () => {
  it('is waived in all of them, and not in one more', async () => {
    const who = await core.identity();
    const invoke = '<ui:InvokeWorkflowFile WorkflowFileName="Load.xaml" />';
    const calls = { Main: invoke + CALL, Load: CALL };
    const first = await project(who, calls);
    const [finding, ...others] = missingIn(first);
    assert.deepEqual([await gateOf(who, first), others.length], [422, 0]);
    assert.match(
      finding.description,
      /2 places share this missing dependency: Load\.xaml › .*; Main\.xaml › /,
    );

    await waive(who, first.projectValidationId, finding.id);
    const waived = await project(who, calls);
    assert.deepEqual([await gateOf(who, waived), missingIn(waived)[0].exceptionStatus], [200, 'approved']);

    const more = await project(who, { ...calls, Main: invoke + CALL + CALL });
    assert.equal(await gateOf(who, more), 422);
    assert.deepEqual(
      missingIn(more).map(({ id, exceptionStatus }: Body) => [id === finding.id, exceptionStatus]),
      [
        [true, 'approved'],
        [false, 'none'],
      ],
    );
    assert.equal(more.diff.newFindingsCount, 1);
    assert.equal(more.summary.high, 2);
  });
});
