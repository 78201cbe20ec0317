/** Rules about a workflow are only called when it has what they declare to want. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Rule, RuleDefinition } from '../../../src/analysis/model/rule.ts';
import type { Options } from '../../../src/analysis/model/rule-option.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { wholeRule } from '../../support/whole-rule.ts';

/** Declarations by which a rule is dispatched. */
type Gate = Pick<RuleDefinition<'workflow', Options>, 'roles' | 'types' | 'wants'>;

/** A rule that reports every workflow that it is shown. */
function ruleWith(id: string, gate: Gate): Rule {
  return wholeRule<'workflow', Options>({
    id,
    version: 1,
    title: 'Test',
    platforms: ['uipath'],
    category: 'maintainability',
    severity: 'low',
    confidence: 'high',
    kind: 'issue',
    preset: 'recommended',
    why: 'It is a test.',
    fix: 'None.',
    compliance: [],
    options: {},
    level: 'workflow',
    ...gate,
    *check(workflow) {
      yield { at: { at: 0, owner: -1, name: workflow.name }, message: 'It was called.' };
    },
  });
}

const GATES: Readonly<Record<string, Gate>> = {
  any: {},
  assigns: { roles: ['assign', 'http'] },
  delays: { types: ['Delay'] },
  'delays or assigns': { roles: ['assign'], types: ['Delay'] },
  variables: { wants: 'variables' },
  arguments: { wants: 'arguments' },
  symbols: { wants: 'symbols' },
  calls: { wants: 'calls' },
  transitions: { wants: 'transitions' },
  'assigns with variables': { roles: ['assign'], wants: 'variables' },
};
const engine = createEngine(Object.entries(GATES).map(([id, gate]) => ruleWith(id, gate)));

/** The rules that were called for a fragment of a workflow. */
function called(fragment: string): string[] {
  const bytes = Buffer.from(uipath.snippet(fragment));
  const task = { bytes, filename: 'Main.xaml', platform: undefined, findingsMax: 99 };
  const { findings, ruleErrors, evaluatedRuleIds } = engine.validate({ ...task, ruleset: 'default' });
  assert.deepEqual(ruleErrors, []);
  assert.deepEqual(evaluatedRuleIds, Object.keys(GATES).toSorted(), 'what is not called has come to its end');
  return findings.map(({ ruleId }) => ruleId).toSorted();
}

const VARIABLE = '<Sequence.Variables><Variable x:TypeArguments="x:String" Name="a" /></Sequence.Variables>';
const ASSIGN =
  '<Assign DisplayName="Set"><Assign.To><OutArgument x:TypeArguments="x:String">[a]</OutArgument></Assign.To></Assign>';

const CASES: readonly (readonly [title: string, fragment: string, expected: readonly string[]])[] = [
  ['nothing', '<Sequence DisplayName="S" />', []],
  ['a role', `<Sequence>${ASSIGN}</Sequence>`, ['assigns', 'delays or assigns']],
  ['a type', '<Sequence><Delay Duration="00:00:01" /></Sequence>', ['delays', 'delays or assigns']],
  ['a variable', `<Sequence>${VARIABLE}</Sequence>`, ['symbols', 'variables']],
  [
    'a variable and a role',
    `<Sequence>${VARIABLE}${ASSIGN}</Sequence>`,
    ['assigns', 'assigns with variables', 'delays or assigns', 'symbols', 'variables'],
  ],
  [
    'a role in a part that is switched off',
    `<Sequence><ui:CommentOut><ui:CommentOut.Body><Sequence>${ASSIGN}</Sequence></ui:CommentOut.Body></ui:CommentOut></Sequence>`,
    ['assigns', 'delays or assigns'],
  ],
  ['a call', '<Sequence><ui:InvokeWorkflowFile WorkflowFileName="A.xaml" /></Sequence>', ['calls']],
];

for (const [title, fragment, expected] of CASES) {
  test(`calls for a workflow with ${title} the rules that want it`, () => {
    assert.deepEqual(called(fragment), ['any', ...expected].toSorted());
  });
}
