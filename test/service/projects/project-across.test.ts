/** Findings between the files of a project block, also where a rule fails or the list of findings is cut. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { judgeProject } from '../../../src/analysis/engine/project/project-report.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { respell } from '../../gateway/support/every-answer.ts';
import { zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { lazyPool } from '../../support/service/lazy-pool.ts';
import { type Body, headers, PATH, projectService } from '../../support/service/project-service.ts';

const threads = lazyPool();
/** Rules and limit of the next project. */
const judge: { rules: readonly Rule[]; findingsMax: number } = {
  rules: RULES,
  findingsMax: CONTRACT_LIMITS.findingsStoredMax,
};
const { core, gateway, submit, completed } = await projectService({
  pool: {
    ...threads,
    judge: async ({ factsTexts, ...input }) => {
      const facts = factsTexts.map((text) => JSON.parse(text));
      return judgeProject(judge.rules, { ...input, facts, findingsMax: judge.findingsMax });
    },
  },
});
after(() => threads.close());

/** Calls a workflow that is not there: a high finding across files. */
const BROKEN_CALL = 'UIP-REL-010';
const call = (path: string): string => `<ui:InvokeWorkflowFile WorkflowFileName="${path}" />`;
const MANIFEST = JSON.stringify({
  name: 'Robot',
  main: 'Main.xaml',
  studioVersion: '22.10.0',
  projectVersion: '1.0.0',
  expressionLanguage: 'VisualBasic',
  dependencies: { 'UiPath.System.Activities': '[22.10.4]' },
});

/** Validates a project whose main workflow has these steps, in blocking mode. */
async function run(who: Identity, steps: string): Promise<{ project: Body; status: number }> {
  const archive = zip([
    { name: 'project.json', content: MANIFEST },
    { name: 'Main.xaml', content: uipath.snippet(steps) },
  ]);
  const { body } = await submit(who, archive, 'robot.zip', { enforcement_mode: 'blocking' });
  const project = await completed(who, body.projectValidationId);
  const url = `${gateway.url}${PATH}/${project.projectValidationId}?gate=true`;
  return { project, status: (await fetch(url, { headers: headers(who) })).status };
}

async function waive(who: Identity, project: Body, finding: Body): Promise<void> {
  const approver = await core.identity(undefined, who.orgId);
  const post = async (by: Identity, path: string, body: object): Promise<Body> => {
    const json = { ...headers(by), 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers: json, body: JSON.stringify(body) };
    return (await fetch(`${gateway.url}/api/v1/exceptions${path}`, request)).json();
  };
  const expiresAt = new Date(Date.now() + 60_000_000).toISOString();
  const { projectValidationId: validationId } = project;
  const made = await post(who, '', { validationId, findingId: finding.id, reason: 'Because.', expiresAt });
  assert.equal((await post(approver, `/${made.id}/approve`, {})).status, 'approved');
}

describe('the call graph of a project', () => {
  const archive = zip([
    { name: 'project.json', content: MANIFEST },
    { name: 'Main.xaml', content: uipath.snippet(call('Load.xaml') + call('Gone.xaml')) },
    { name: 'Load.xaml', content: uipath.snippet(call('Main.xaml')) },
    { name: 'Alone.xaml', content: uipath.snippet('<Delay />') },
  ]);
  const graphOf = async (who: Identity, id: string) => {
    const response = await fetch(`${gateway.url}/api/v1/projects/${id}/calls`, { headers: headers(who) });
    return { status: response.status, body: (await response.json()) as Body };
  };

  it('has the result of each file, and is the same after a run that reused everything', async () => {
    const who = await core.identity();
    const first = (await submit(who, archive, 'robot.zip')).body.projectValidationId;
    assert.equal((await graphOf(who, first)).body.error.code, 'call_graph_not_found');
    const project = await completed(who, first);
    const { body } = await graphOf(who, first);
    const [load, main] = ['Load.xaml', 'Main.xaml'].map((path) =>
      body.workflows.findIndex((workflow: Body) => workflow.path === path),
    );
    assert.equal(body.workflows.length, 2);
    const item = project.items.find(({ path }: Body) => path === 'Main.xaml');
    const { validationId, score, passed, summary } = body.workflows[main!];
    assert.deepEqual(
      { validationId, score, passed, summary },
      {
        validationId: item.validationId,
        score: item.score,
        passed: item.passed,
        summary: item.summary,
      },
    );
    assert.deepEqual(
      body.calls.filter(({ from }: Body) => from === main),
      [
        { from: main, to: load, target: null, status: 'found', count: 1, isCircular: true },
        { from: main, to: null, target: 'Gone.xaml', status: 'missing', count: 1, isCircular: false },
      ],
    );
    assert.equal(body.isComplete, true);
    const snake = { ...headers(who), 'X-Service-Case': 'snake' };
    const spelled = await fetch(`${gateway.url}/api/v1/projects/${first}/calls`, { headers: snake });
    assert.deepEqual(await spelled.json(), respell(body, 'snake'));
    const second = (await submit(who, archive, 'robot.zip')).body.projectValidationId;
    await completed(who, second);
    const again = (await graphOf(who, second)).body;
    assert.deepEqual(again.calls, body.calls);
    assert.equal((await graphOf(await core.identity(), first)).status, 404);
  });
});

describe('a project with more findings across files than are listed', () => {
  after(() => {
    judge.findingsMax = CONTRACT_LIMITS.findingsStoredMax;
  });
  it('is blocked although all listed ones are waived, and has the true totals', async () => {
    const who = await core.identity();
    judge.findingsMax = 1;
    const steps = call('Gone.xaml') + call('Lost.xaml');
    const first = await run(who, steps);
    const [finding, ...more] = first.project.projectFindings;
    assert.deepEqual([finding.catalogRuleId, more.length], [BROKEN_CALL, 0]);
    await waive(who, first.project, finding);
    const again = await run(who, steps);
    assert.deepEqual([again.project.passed, again.status], [false, 422]);
    assert.equal(again.project.summary.high, 2);
  });
});

describe('a project with a rule across files that fails', () => {
  const failing = RULES.map((rule): Rule => {
    if (rule.id !== BROKEN_CALL) return rule;
    const check = () => {
      throw new Error('Nobody thought of this.');
    };
    return { ...rule, check } as Rule;
  });
  after(() => {
    judge.rules = RULES;
  });
  it("is blocked by a finding of the rule's own severity, and no earlier finding counts as resolved", async () => {
    const who = await core.identity();
    const before = await run(who, call('Gone.xaml'));
    assert.ok(before.project.projectFindings.some((found: Body) => found.catalogRuleId === BROKEN_CALL));
    judge.rules = failing;
    const { project, status } = await run(who, `${call('Gone.xaml')}<Delay />`);
    assert.deepEqual([project.passed, status], [false, 422]);
    const notice = project.projectFindings.find((found: Body) => found.catalogRuleId === 'XPL-ENG-002');
    assert.deepEqual([notice?.severity, notice?.description.includes(BROKEN_CALL)], ['high', true]);
    assert.equal(project.diff.resolvedFindingsCount, 0);
  });
});
