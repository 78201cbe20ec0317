import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { formsOf } from '../../../src/analysis/forms/form.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import {
  changesOfJson,
  changesOfLines,
  changesOfXml,
  type SingleChange,
} from '../../support/forms/single-changes.ts';

const SCRIPT = `# Adds what was paid
@@copilotGeneratedAction: 'False'
SET Total TO 0
LOOP FOREACH Row IN Rows
    IF Row['Paid'] = $'''yes''' THEN
        SET Total TO Total + Row['Amount']
        @@connectionDisplayName: 'Finance'
        External.RunFlow FlowId: 'f1' @Amount: Total @Result=> Answer
    END
END
Display.ShowMessageDialog.ShowMessage Title: $'''Sum''' Message: Total
`;

/** Removes what the closed lists name, by the text alone: what is left must count. */
function withoutNoise(text: string): string {
  return text
    .replace(
      /<sap:WorkflowViewStateService\.ViewState>[\s\S]*?<\/sap:WorkflowViewStateService\.ViewState>/g,
      '',
    )
    .replace(
      /<sap2010:WorkflowViewState\.ViewStateManager>[\s\S]*?<\/sap2010:WorkflowViewState\.ViewStateManager>/g,
      '',
    )
    .replace(/<view>[\s\S]*?<\/view>/g, '')
    .replace(/<(?:display|font)\b[^>]*\/>/g, '')
    .replace(/<(display(?:x|y|width|height))>[^<]*<\/\1>/g, '')
    .replace(/ (?:sap2010:WorkflowViewState\.IdRef|sap:VirtualizedContainerService\.HintSize)="[^"]*"/g, '')
    .replace(/"metadata": \{\s*"operationMetadataId": "[^"]*"\s*\},?/g, '')
    .replace(/^@@copilot.*\n/gm, '');
}

const read = (path: string): string => readFileSync(`${import.meta.dirname}/../../../${path}`, 'utf8');

/** The files, the changes of each, and how many of them are left out between two that are tried. */
const FILES: readonly (readonly [
  path: string,
  changes: (source: string) => Generator<SingleChange>,
  leftOut: number,
])[] = [
  ['samples/uipath/Main.xaml', changesOfXml, 1],
  ['test/fixtures/uipath/visual-basic.xaml', changesOfXml, 2],
  ['test/fixtures/uipath/csharp.xaml', changesOfXml, 0],
  ['test/fixtures/uipath/state-machine.xaml', changesOfXml, 0],
  ['test/fixtures/uipath/flowchart.xaml', changesOfXml, 0],
  ['samples/power-automate/ApproveInvoice.json', changesOfJson, 2],
  ['samples/automation-anywhere/Send Reminders.json', changesOfJson, 22],
  ['samples/blue-prism/Load Customers.bpprocess', changesOfXml, 2],
  ['test/fixtures/blue-prism/Process Invoices.bpprocess', changesOfXml, 2],
  ['script.txt', changesOfLines, 0],
];

/** Forms of a text, or the error of a file that is damaged by the change: it is compared by its bytes alone. */
function comparedBy(path: string, text: string): string {
  try {
    const forms = formsOf(openFile(path, Buffer.from(text)));
    return forms.map(({ part, form, connections }) => `${part} ${form} ${connections}`).join('\n');
  } catch (error) {
    return String(error);
  }
}

describe('single changes', () => {
  let total = 0;
  for (const [path, changesOf, leftOut] of FILES)
    it(`none of ${path} has the same form`, () => {
      const source = withoutNoise(path === 'script.txt' ? SCRIPT : read(path)).replace(/^\uFEFF/, '');
      const before = comparedBy(path, source);
      const same: string[] = [];
      let next = 0;
      for (const { what, text } of changesOf(source)) {
        next += 1;
        if (next % (leftOut + 1) !== 0) continue;
        total += 1;
        if (comparedBy(path, text) === before) same.push(what);
      }
      assert.deepEqual(same, []);
    });

  it('are as many as promised', () => assert.ok(total >= 2000, `${total}`));
});
