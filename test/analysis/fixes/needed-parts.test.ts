/** Parts of files that a safe fix must leave, as something needs them although no finding says so. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { mendFile } from '../../../src/analysis/fixes/mend-file.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';

/** Mends by this rule alone: no other one may be needed to see what is wrong. */
function mend(text: string, rule: string, path = 'Main.xaml') {
  const rules = RULES.filter(({ id }) => id === rule);
  const file = { bytes: Buffer.from(text), path };
  const options = { ruleset: 'strict', unsafe: false, today: '2026-11-29' } as const;
  const { bytes, mended, notMended } = mendFile(createEngine(rules), rules, file, options);
  return {
    text: Buffer.from(bytes).toString(),
    mended,
    reasons: notMended.map(({ reason }) => reason),
  };
}

const flow = (actions: object): string =>
  JSON.stringify({
    properties: {
      definition: {
        $schema:
          'https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#',
        triggers: { manual: { type: 'Recurrence', recurrence: { frequency: 'Day', interval: 1 } } },
        actions,
      },
    },
  });

const initialised = (runAfter: object) => ({
  type: 'InitializeVariable',
  inputs: { variables: [{ name: 'total', type: 'integer' }] },
  runAfter,
});

const variable = (name: string, more = ''): string =>
  `<Variable x:TypeArguments="x:String" Name="${name}" ${more}/>`;

describe('a variable of a cloud flow', () => {
  for (const [what, action] of [
    ['another action sets it', { type: 'SetVariable', inputs: { name: 'total', value: 3 } }],
    ['an expression names its action', { type: 'Compose', inputs: "@actions('Init')?['status']" }],
  ] as const)
    it(`stays while ${what}`, () => {
      const text = flow({ Init: initialised({}), Last: { ...action, runAfter: { Init: ['Succeeded'] } } });
      const result = mend(text, 'PAF-MNT-003', 'Workflows/flow.json');
      assert.equal(result.text, text);
      assert.deepEqual(result.reasons, ['Other actions set the variable, or refer to its action.']);
    });

  it('leaves the conditions of the actions around it as strict as they were', () => {
    const text = flow({
      A: { type: 'Compose', inputs: 1, runAfter: {} },
      Init: initialised({ A: ['Succeeded', 'Failed'] }),
      Last: { type: 'Compose', inputs: 'x', runAfter: { Init: ['Succeeded'], A: ['Succeeded'] } },
    });
    const { actions } = JSON.parse(mend(text, 'PAF-MNT-003', 'Workflows/flow.json').text).properties
      .definition;
    assert.deepEqual(actions.Last.runAfter.A, ['Succeeded']);
  });
});

describe('secured data of a cloud flow', () => {
  it('stay as they are where the flow tracks properties, which the service rejects for secured data', () => {
    const text = flow({
      Row: {
        type: 'ParseJson',
        inputs: {
          content: '@triggerBody()',
          schema: { type: 'object', properties: { iban: { type: 'string' }, religion: { type: 'string' } } },
        },
        trackedProperties: { id: "@outputs('Row')" },
        runAfter: {},
      },
    });
    const result = mend(text, 'PAF-PRV-001', 'Workflows/flow.json');
    assert.equal(result.text, text);
    assert.match(result.reasons[0]!, /tracks properties/);
  });
});

describe('an unused variable of a workflow', () => {
  for (const [what, declared, step] of [
    ['an activity finds it by its name', variable('total'), '<this:Read VariableName="total" />'],
    [
      'another part of the file refers to its element',
      variable('total', 'x:Name="__ReferenceID0" '),
      '<this:Read><this:Read.Variable><x:Reference>__ReferenceID0</x:Reference></this:Read.Variable></this:Read>',
    ],
  ] as const)
    it(`stays where ${what}`, () => {
      const text = uipath.snippet(declared + step);
      const result = mend(text, 'UIP-MNT-005');
      assert.equal(result.text, text);
      assert.equal(result.reasons.length, 1);
    });

  it('stays where a note waives its finding, also when it is the only one left', () => {
    const note =
      'sap2010:Annotation.AnnotationText="flowarden-ignore UIP-MNT-005 until 2027-01-31: a known case"';
    const declared = variable('first') + variable('second', note);
    const text = uipath.snippet(`${declared}<ui:CloseBrowser />`);
    const result = mend(text, 'UIP-MNT-005');
    assert.equal(result.mended.length, 1);
    assert.equal(result.text, text.replace(variable('first'), ''));
  });
});
