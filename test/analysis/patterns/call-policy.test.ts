/** What a call policy says of calls, and by which names it knows automations. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildProjects } from '../../../src/analysis/engine/project/build-projects.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { callNamesOf, type NamedCallee } from '../../../src/analysis/patterns/calls/call-names.ts';
import { judgeOf } from '../../../src/analysis/patterns/calls/call-policy.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';

const NONE = { allowed: [], denied: [], mustBeKnown: false };
const ORDERS = { shown: 'Orders', names: ['Orders', 'Main', 'Main.xaml'] };
const PAY: NamedCallee = {
  shown: 'Pay',
  names: ['Pay', 'Finance/Pay'],
  isSure: true,
  isFound: false,
};
const COMPUTED: NamedCallee = { shown: '', names: [], isSure: false, isFound: false };

describe('judgeOf', () => {
  for (const { options, callee = PAY, problem } of [
    { options: { allowed: ['Orders -> Finance/*'] }, problem: undefined },
    { options: { allowed: ['orders->finance/pay'] }, problem: undefined },
    { options: { allowed: ['Pay'] }, problem: undefined },
    { options: { allowed: ['main.xaml -> *'] }, problem: undefined },
    { options: { allowed: ['Orders -> HR/*', 'Stock -> *'] }, problem: 'not-allowed' },
    { options: { allowed: ['Order -> Pay'] }, problem: 'not-allowed' },
    { options: { denied: ['* -> Pay'] }, problem: 'denied' },
    { options: { denied: ['Stock -> Pay'] }, problem: undefined },
    { options: { allowed: ['*'], denied: ['Pay'] }, problem: 'denied' },
    { options: { allowed: ['Pay'], mustBeKnown: true }, problem: 'absent' },
    {
      options: { allowed: ['Pay'], mustBeKnown: true },
      callee: { ...PAY, isFound: true },
      problem: undefined,
    },
    { options: { allowed: ['Orders -> Finance/*'] }, callee: COMPUTED, problem: 'unnamed' },
    { options: { allowed: ['Orders -> *'] }, callee: COMPUTED, problem: undefined },
    { options: { denied: ['Orders -> HR/*'] }, callee: COMPUTED, problem: 'unnamed' },
    { options: { denied: ['Stock -> *'] }, callee: COMPUTED, problem: undefined },
  ])
    it(`says ${problem ?? 'nothing'} of ${callee.shown || 'a computed name'} with ${JSON.stringify(options)}`, () => {
      assert.equal(judgeOf({ ...NONE, ...options }, ORDERS)(callee), problem);
    });
});

describe('callNamesOf', () => {
  const engine = createEngine(RULES);

  /** Returns the names of callers and callees of all calls between automations. */
  function namesOf(files: Readonly<Record<string, string>>): string[] {
    const workflows = Object.entries(files).flatMap(([path, content]) => {
      const filename = path.replace(/^.*\//, '');
      const task = { platform: undefined, ruleset: 'default', findingsMax: 100, factsPath: path } as const;
      return engine.validate({ ...task, bytes: Buffer.from(content), filename }).facts!.workflows;
    });
    return buildProjects({ workflows, paths: Object.keys(files), isWhole: true }).flatMap((project) => {
      const names = callNamesOf(project);
      return project.workflows.flatMap((workflow) =>
        workflow.calls.flatMap((call) => {
          const callee = names.calleeOf(workflow, call);
          return callee === undefined
            ? []
            : [`${names.callerOf(workflow).names.join()} > ${callee.names.join()}`];
        }),
      );
    });
  }

  const project = (name: string): string =>
    `{"name":"${name}","main":"Main.xaml","dependencies":{},"projectVersion":"1.0.0"}`;
  const invoke = (file: string): string => `<ui:InvokeWorkflowFile WorkflowFileName="${file}" />`;

  it('names a UiPath workflow by its project, and leaves out calls within that', () => {
    const names = namesOf({
      'A/project.json': project('Orders'),
      'A/Steps/Load.xaml': uipath.snippet(
        `<Sequence>${invoke('Main.xaml')}${invoke('Gone.xaml')}${invoke('..\\B\\Main.xaml')}<ui:StartJob ProcessName="Pay" /></Sequence>`,
      ),
      'A/Main.xaml': uipath.snippet('<Sequence />'),
      'B/project.json': project('Stock'),
      'B/Main.xaml': uipath.snippet('<Sequence />'),
    });
    assert.deepEqual(names, [
      'Orders,Load,Steps/Load.xaml > ../B/Main.xaml,Main,B/Main.xaml',
      'Orders,Load,Steps/Load.xaml > Pay',
    ]);
  });

  it('names a tool by its agent, and what it starts by folder', () => {
    const tool = {
      $resourceType: 'tool',
      type: 'process',
      location: 'external',
      name: 'Payment',
      inputSchema: { properties: {} },
      properties: { processName: 'Pay', folderPath: 'Shared\\Finance' },
    };
    const names = namesOf({
      'Advisor/agent.json': JSON.stringify({ type: 'lowCode', settings: { model: 'm' }, messages: [] }),
      'Advisor/resources/a/resource.json': JSON.stringify(tool),
    });
    assert.deepEqual(names, ['Advisor,Payment,Advisor/resources/a/resource.json > Pay,Shared/Finance/Pay']);
  });
});
