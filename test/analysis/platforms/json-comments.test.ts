/** Comments in JSON files: read where the vendor's tools read them, with each value at its place. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { isCandidate } from '../../../src/analysis/platforms/candidate.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { withoutComments } from '../../../src/analysis/platforms/json/comments.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { AppError } from '../../../src/errors.ts';

const blanked = (text: string): string => withoutComments(Buffer.from(text)).toString();

const COMMENTED = `// Orders, by the team "Sales".
{
  "kind": "Stateful", /* kept for
  the audit */ "definition": {
    "$schema": "https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#",
    "triggers": { "manual": { "type": "Request", "kind": "Http" } },
    // "Old": { "type": "Http" },
    "actions": { "Send": { "type": "Http", "inputs": { "uri": "http://orders.northwind.com/*x*/" }, "runAfter": {} } }
  }
}
`;

const read = (path: string, text: string) =>
  readWorkflows(openFile(path, Buffer.from(text), undefined, { logicApps: true }));

describe('comments in JSON', () => {
  it('become blanks of the same length, and lines stay', () => {
    assert.equal(blanked('{ // a\r\n"b": /* c\nd */ 1 }'), '{     \r\n"b":     \n     1 }');
    assert.equal(blanked('{"a": "//x /* y */", "b\\"//": 1}'), '{"a": "//x /* y */", "b\\"//": 1}');
    assert.equal(blanked('{"a": 1} // end'), '{"a": 1}       ');
  });

  it('stay where they do not end, and the file is rejected', () => {
    for (const text of ['{ /* a', '{"a": 1} /', '{"a": "x', '{ /*/ }'])
      assert.throws(() => read('Orders/workflow.json', text), AppError, text);
    const open = `{${' /*'.repeat(200_000)}`;
    assert.ok(blanked(open) === open);
  });

  it('are skipped in a workflow of Logic Apps, whose steps have the same lines', () => {
    const { findings } = createEngine(RULES).validate({
      filename: 'workflow.json',
      platform: undefined,
      bytes: Buffer.from(COMMENTED),
      ruleset: 'default',
      findingsMax: 100,
      includeLogicApps: true,
    });
    const found = findings.find(({ ruleId }) => ruleId === 'XPL-SEC-004');
    assert.deepEqual([found?.location.line, found?.location.names.at(-2)], [8, 'Send']);
  });

  it('are mistakes in files of tools that take none', () => {
    assert.throws(() => read('Orders/flow.json', COMMENTED.slice(COMMENTED.indexOf('{'))), AppError);
    assert.equal(isCandidate(Buffer.from('// x\n{}'), 'Orders/workflow.json'), true);
    assert.equal(isCandidate(Buffer.from('// x\n{}'), 'Orders/readme.js'), false);
  });
});
