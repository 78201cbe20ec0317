/** Projects over REST in the formats of pipelines: the findings of every file, and those between files. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { ProjectServiceService } from '../../../src/gen/flowarden/v1/project.ts';
import { zip } from '../../support/files/zip.ts';
import { commandsIn } from '../../support/log-agents.ts';
import { someOf } from '../../support/ring.ts';
import { type Body, headers, PATH, projectService } from '../../support/service/project-service.ts';

const { core, gateway, submit, completed } = await projectService();
const MAIN = readFileSync(join(import.meta.dirname, '../../../samples/uipath/Main.xaml'), 'utf8');
const HOSTILE = '::error title=pwn::x ##vso[task.setvariable variable=a]b.xaml';
/** Between files: what is called is missing. */
const CALLER = uipath.snippet('<ui:InvokeWorkflowFile DisplayName="Run" WorkflowFileName="Missing.xaml" />');

const us = await core.identity();
const stranger = await core.identity();

async function validated(files: Readonly<Record<string, string>>, who = us): Promise<Body> {
  const members = Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content) }));
  const { body } = await submit(who, zip(members), 'robots.zip', { enforcement_mode: 'blocking' });
  return completed(who, body.projectValidationId);
}

const read = (id: string, query = '', accept = '*/*', who = us) =>
  fetch(`${gateway.url}${PATH}/${id}${query}`, { headers: { ...headers(who), Accept: accept } });

const project = await validated({
  'a/Main.xaml': MAIN,
  'b/Caller.xaml': CALLER,
  // Of other names, as copies are listed once.
  [HOSTILE]: MAIN.replaceAll('DisplayName="', 'DisplayName="Other '),
  'Broken.xaml': MAIN.slice(0, 1500),
  'notes.txt': 'no workflow',
});
const id = project.projectValidationId;

/** Path and rule of each finding, from the results of the files and the findings between them. */
async function expected(): Promise<readonly string[]> {
  const inFiles = project.items.map(async ({ path, validationId, listedElsewhere }: Body) => {
    if (validationId === null) return [];
    const answer = await fetch(`${gateway.url}/api/v1/results/${validationId}`, { headers: headers(us) });
    const elsewhere = new Set(listedElsewhere.map(({ findingId }: Body) => findingId));
    return ((await answer.json()) as Body).findings
      .filter((finding: Body) => !elsewhere.has(finding.id))
      .map(({ catalogRuleId }: Body) => `${path} ${catalogRuleId}`);
  });
  const across = project.projectFindings.map(
    ({ location, catalogRuleId }: Body) => `${location.split(' › ')[0]} ${catalogRuleId}`,
  );
  return [...(await Promise.all(inFiles)).flat(), ...across].sort();
}

/** Reads path and rule of each finding back. */
const READERS: Readonly<Record<string, (text: string) => readonly string[]>> = {
  sarif: (text) =>
    JSON.parse(text).runs[0].results.map(
      ({ ruleId, locations: [{ physicalLocation }] }: Body) =>
        `${decodeURIComponent(physicalLocation.artifactLocation.uri)} ${ruleId}`,
    ),
  gitlab: (text) =>
    JSON.parse(text).map(({ check_name, location }: Body) => `${location.path} ${check_name}`),
};

describe('a completed project', () => {
  it('has findings in files and between them', async () => {
    assert.ok(project.projectFindings.length > 0);
    assert.ok((await expected()).length > 10);
  });

  for (const [format, type] of [
    ['sarif', 'application/sarif+json'],
    ['junit', 'application/junit+xml'],
    ['gitlab', 'application/vnd.gitlab.codequality+json'],
    ['markdown', 'text/markdown'],
  ] as const)
    it(`is ${format} by ?format= and by Accept, with every finding and without a command of a CI agent`, async () => {
      const answer = await read(id, `?format=${format}`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), `${type}; charset=utf-8`);
      const text = await answer.text();
      assert.deepEqual(commandsIn(text), []);
      assert.equal(await (await read(id, '', type)).text(), text);
      const findings = READERS[format]?.(text);
      if (findings !== undefined) assert.deepEqual([...findings].sort(), await expected());
      if (format === 'junit') assert.match(text, /<testcase [^>]*classname="b\/Caller\.xaml"/);
      if (format === 'markdown') assert.match(text, /^## Flowarden: failed$/m);
    });

  it('says which files could not be judged', async () => {
    const { invocations } = JSON.parse(await (await read(id, '?format=sarif')).text()).runs[0];
    assert.equal(invocations[0].executionSuccessful, false);
    assert.match(JSON.stringify(invocations[0].toolExecutionNotifications), /Broken\.xaml/);
  });

  it('is a gate in each format, and marks what blocks as an error', async () => {
    const answer = await read(id, '?format=sarif&gate=true');
    assert.equal(answer.status, 422);
    const { results } = JSON.parse(await answer.text()).runs[0];
    assert.ok(results.some(({ level }: Body) => level === 'error'));
    assert.equal(
      (await read(id, '?gate=true')).headers.get('content-type'),
      'application/json; charset=utf-8',
    );
  });

  it('is rejected in an unknown or empty format, and for another organisation', async () => {
    assert.equal((await read(id, '?format=pdf')).status, 400);
    assert.equal((await read(id, '?format=')).status, 400);
    assert.equal((await read(id, '?format=sarif', '*/*', stranger)).status, 404);
  });

  it('is answered in JSON as long as it has not ended', async () => {
    const { body } = await submit(us, zip([{ name: 'Main.xaml', content: Buffer.from(MAIN) }]));
    const answer = await read(body.projectValidationId, '?format=sarif');
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    await completed(us, body.projectValidationId);
  });
});

describe('the findings of a project', () => {
  it('come in pages that divide no file, and every file once', async () => {
    const names = someOf([...'abcdefgh'], 4);
    const unused = Array.from(
      { length: 1_500 },
      (_, i) => `<Variable x:TypeArguments="x:Int32" Name="v${i}" />`,
    );
    // Of different names, as copies are listed once.
    const large = (file: string) =>
      uipath.snippet(
        `<Sequence DisplayName="${file}"><Sequence.Variables>${unused.join('')}</Sequence.Variables></Sequence>`,
      );
    const files = Object.fromEntries(names.map((name) => [`${name}.xaml`, large(name)]));
    const { projectValidationId } = await validated(files);
    const pages: string[][] = [];
    let cursor = '';
    do {
      const request = { projectValidationId, cursor };
      const page = await core.call(ProjectServiceService.listProjectFindings, request, us);
      pages.push(page.files.map(({ path }) => path));
      for (const { findings, total } of page.files) assert.equal(findings.length, total);
      cursor = page.nextCursor;
    } while (cursor !== '');
    const paths = names.map((name) => `${name}.xaml`);
    assert.deepEqual(
      pages,
      Array.from({ length: paths.length / 2 }, (_, page) => paths.slice(2 * page, 2 * page + 2)),
    );
    if (names.length < 8) return;
    const { results, invocations } = JSON.parse(
      await (await read(projectValidationId, '?format=sarif')).text(),
    ).runs[0];
    assert.equal(results.length, 10_000, 'a report lists no more');
    assert.match(JSON.stringify(invocations), /500 more findings are not listed/);
    assert.match(JSON.stringify(invocations), /1500 more findings are not listed/);
  });
});
