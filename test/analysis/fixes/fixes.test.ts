/** Fixes: each mends an example of its rule, changes nothing else in the file, and says why it does not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { applyEdits } from '../../../src/analysis/fixes/edits/apply-edits.ts';
import { FIXES, isSafe } from '../../../src/analysis/fixes/fixes.ts';
import { mendFile } from '../../../src/analysis/fixes/mend-file.ts';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { exampleMembers, withExampleOptions } from '../../support/files/example-file.ts';
import { examplesOf } from '../../support/files/rule-examples.ts';

const ENGINE = createEngine(RULES);
const TODAY = '2026-11-29';

const mend = (text: string | Buffer, rule: string, { unsafe = true, path = 'Main.xaml' } = {}) =>
  mendFile(
    ENGINE,
    RULES,
    { bytes: Buffer.from(text), path },
    { ruleset: 'strict', unsafe, rules: new Set([rule]), today: TODAY },
  );

const log = (
  level: string,
  before = '',
) => `${before}<TryCatch><TryCatch.Try><Sequence><ui:CloseBrowser /></Sequence></TryCatch.Try><TryCatch.Catches>
  <Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception">
    <ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception" /></ActivityAction.Argument>
    <Sequence><ui:LogMessage   Level="${level}"  Message='[exception.Message + " ü"]' /><Rethrow /></Sequence>
  </ActivityAction></Catch></TryCatch.Catches></TryCatch>`;

/** Rules whose examples are mended only as a part of a larger file. */
const NEED_MORE = new Map([
  [
    'UIP-MNT-009',
    '<Sequence><ui:CloseBrowser /><ui:CommentOut DisplayName="Old"><ui:CommentOut.Body><Sequence><ui:CloseBrowser /></Sequence></ui:CommentOut.Body></ui:CommentOut></Sequence>',
  ],
]);

function membersOf(
  id: string,
): readonly { readonly name: string; readonly content: string; readonly platform: Platform }[] {
  const own = NEED_MORE.get(id);
  if (own !== undefined) return [{ name: 'Main.xaml', content: uipath.snippet(own), platform: 'uipath' }];
  const rule = RULES.find((one) => one.id === id)!;
  return Object.entries(examplesOf(rule)).flatMap(([platform, { bad }]) =>
    bad.flatMap((example) =>
      exampleMembers(platform as Platform, example).map((member) => ({
        ...member,
        platform: platform as Platform,
      })),
    ),
  );
}

describe('each fix', () => {
  for (const fix of FIXES.filter(({ rule }) => rule !== 'PAF-MNT-003'))
    it(`mends an example of ${fix.rule}`, () => {
      const mended = membersOf(fix.rule).flatMap(({ content, name, platform }) => {
        const rules = RULES.map((rule) => (rule.id === fix.rule ? withExampleOptions(rule, platform) : rule));
        const file = { bytes: Buffer.from(content), path: name };
        const options = {
          ruleset: 'strict',
          unsafe: true,
          rules: new Set([fix.rule]),
          today: TODAY,
        } as const;
        const result = mendFile(createEngine(rules), rules, file, options);
        return result.mended.filter(() => !file.bytes.equals(result.bytes));
      });
      assert.ok(mended.length > 0);
      assert.ok(mended.every(({ changes }) => changes.length > 0));
    });

  it('belongs to a rule, and to one alone', () => {
    const ids = FIXES.map(({ rule }) => rule);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.every((id) => RULES.some((rule) => rule.id === id)));
    assert.ok(FIXES.length >= 25);
    for (const fix of FIXES)
      for (const sentence of [fix.does, ...(isSafe(fix) ? [] : [fix.consequence!])])
        assert.match(sentence, /^[A-Z].*\.$/);
  });
});

describe('a mended file', () => {
  const text = uipath.snippet(log('Info'));

  it('has every byte outside of the mended cell as it was', () => {
    const { bytes, mended } = mend(text, 'UIP-OBS-002');
    assert.equal(Buffer.from(bytes).toString(), text.replace('Level="Info"', 'Level="Error"'));
    assert.deepEqual(mended[0]!.changes, [{ name: 'Level', before: 'Info', after: 'Error' }]);
  });

  it('has the same encoding, byte-order mark and line ends', () => {
    const windows = text.replaceAll('\n', '\r\n').replace(/encoding="[^"]*"/, 'encoding="utf-16"');
    const little = Buffer.from(`\ufeff${windows}`, 'utf16le');
    for (const version of [
      Buffer.from(`\ufeff${text}`),
      little,
      Buffer.from(little).swap16(),
      Buffer.from(text.replaceAll('\n', '\r\n')),
    ]) {
      const { bytes, mended } = mend(version, 'UIP-OBS-002');
      assert.equal(mended.length, 1);
      const decoder = new TextDecoder(
        version[0] === 0xff ? 'utf-16le' : version[0] === 0xfe ? 'utf-16be' : 'utf-8',
        { ignoreBOM: true },
      );
      assert.equal(decoder.decode(bytes), decoder.decode(version).replace('Level="Info"', 'Level="Error"'));
      assert.deepEqual(applyEdits(version, []), version);
    }
  });

  it('is the same file when there is nothing to mend, or the fix needs leave', () => {
    const clean = Buffer.from(uipath.snippet(log('Error')));
    assert.deepEqual(Buffer.from(mend(clean, 'UIP-OBS-002').bytes), clean);
    const empty = Buffer.from(membersOf('UIP-REL-001')[0]!.content);
    assert.deepEqual(Buffer.from(mend(empty, 'UIP-REL-001', { unsafe: false }).bytes), empty);
  });

  it('stays as it was where the fix would lead to another finding, with the reason', () => {
    const only =
      '<ui:CommentOut DisplayName="Old"><ui:CommentOut.Body><Sequence><ui:CloseBrowser /></Sequence></ui:CommentOut.Body></ui:CommentOut>';
    const { mended, notMended } = mend(uipath.snippet(`<Sequence>${only}</Sequence>`), 'UIP-MNT-009');
    assert.deepEqual(mended, []);
    assert.deepEqual(
      notMended.map(({ reason }) => reason),
      ['It would lead to a finding of UIP-MNT-008.'],
    );
  });

  it('logs a failure as an error, and one that the handler mends as a warning', () => {
    const handled = uipath.snippet(log('Info').replace('<Rethrow />', '<ui:CloseBrowser />'));
    const { bytes, mended } = mend(handled, 'UIP-OBS-002');
    assert.equal(mended.length, 1);
    assert.equal(Buffer.from(bytes).toString(), handled.replace('Level="Info"', 'Level="Warn"'));
  });

  it('gets no time zone beside the offset of its start', () => {
    const flow = (
      start: string,
    ) => `{ "properties": { "definition": { "$schema": "https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#",
 "triggers": { "Morning": { "type": "Recurrence", "recurrence": { "frequency": "Day", "interval": 1, "startTime": "${start}", "schedule": { "hours": ["8"] } } } },
 "actions": { "Wait": { "type": "Wait", "inputs": { "interval": { "count": 1, "unit": "Minute" } }, "runAfter": {} } } } } }`;
    const path = 'Workflows/flow.json';
    const inUtc = mend(flow('2026-01-01T08:00:00Z'), 'PAF-REL-018', { path });
    assert.equal(inUtc.mended.length, 1);
    const { recurrence } = JSON.parse(Buffer.from(inUtc.bytes).toString()).properties.definition.triggers
      .Morning;
    assert.equal(recurrence.timeZone, 'UTC');
    const { mended, notMended } = mend(flow('2026-01-01T08:00:00+01:00'), 'PAF-REL-018', { path });
    assert.deepEqual(mended, []);
    assert.deepEqual(
      notMended.map(({ reason }) => reason),
      ['The start has an offset of its own: its author knows which time zone is meant.'],
    );
  });

  it('leaves what a note in it waives', () => {
    const note =
      'sap2010:Annotation.AnnotationText="flowarden-ignore UIP-OBS-002 until 2027-01-31: a known case"';
    const waived = text.replace('<ui:LogMessage', `<ui:LogMessage ${note}`);
    const { mended, notMended } = mend(waived, 'UIP-OBS-002');
    assert.deepEqual([mended, notMended], [[], []]);
  });

  it('has the script of a desktop flow as it was in its element, but for the mended cell', () => {
    const line = (trust: string) =>
      `Email.SendEmail.Send SMTPServer: Server Port: 25 EnableSSL: True AcceptUntrustedCertificates: ${trust} Subject: $'''a &lt; "b"'''`;
    const text = (trust: string) =>
      `<ImportExportXml><Workflows><Workflow WorkflowId="{a}" Name="Mail"><Category>6</Category><Definition>${JSON.stringify(
        `@@Type: 'Local'\r\nIMPORT 'controlRepo.appmask' AS appmask\r\n${line(trust)}\r\n`,
      )}</Definition></Workflow></Workflows></ImportExportXml>`;
    const { bytes, mended } = mend(text('True'), 'PAD-SEC-005', { path: 'customizations.xml' });
    assert.equal(mended.length, 1);
    assert.equal(Buffer.from(bytes).toString(), text('False'));
  });

  it('links the actions around an initialised variable that goes', () => {
    const action = (name: string, after: string) =>
      `"${name}": { "type": "Compose", "inputs": "x", "runAfter": {${after}} }`;
    const flow = `{ "properties": { "definition": { "$schema": "https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#", "triggers": { "manual": { "type": "Recurrence", "recurrence": { "frequency": "Day", "interval": 1 } } },
 "actions": { ${action('First', '')},
  "Init": { "type": "InitializeVariable", "inputs": { "variables": [{ "name": "total", "type": "integer" }] }, "runAfter": { "First": ["Succeeded"] } },
  ${action('Last', '"Init": ["Succeeded"]')} } } } }`;
    const { bytes, mended } = mend(flow, 'PAF-MNT-003', { path: 'Workflows/flow.json' });
    assert.equal(mended.length, 1);
    const { actions } = JSON.parse(Buffer.from(bytes).toString()).properties.definition;
    assert.deepEqual(Object.keys(actions), ['First', 'Last']);
    assert.deepEqual(actions.Last.runAfter, { First: ['Succeeded'] });
  });
});
