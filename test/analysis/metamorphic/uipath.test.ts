/** A report about a UiPath workflow does not change with the way in which its file is written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { Example } from '../../../src/rule-pages/parse-page.ts';
import { isProjectExample } from '../../support/files/example-file.ts';
import { examplesOf } from '../../support/files/rule-examples.ts';
import { TRANSFORMATIONS } from '../../support/metamorphic/uipath.ts';

/** Combinations that cannot hold, with the reason. */
const SKIPPED: readonly {
  readonly rule: string;
  readonly transformation: string;
  readonly reason: string;
}[] = [];

const engine = createEngine(RULES);

/** Rule and subject of every finding of every rule, sorted. */
function findingsOf(text: string, subjectBefore = (subject: string): string => subject): string[] {
  const { findings, ruleErrors } = engine.validate({
    bytes: Buffer.from(text),
    filename: 'Example.xaml',
    platform: 'uipath',
    ruleset: 'strict',
    findingsMax: 100_000,
  });
  assert.deepEqual(ruleErrors, []);
  return findings.map(({ ruleId, subject }) => `${ruleId} ${subjectBefore(subject)}`).sort();
}

/** Members of an archive are written each in its own way. */
const isSingle = (example: Example): boolean => !isProjectExample(example);

for (const { id } of RULES) {
  const files = (examplesOf({ id }).uipath?.bad ?? [])
    .filter(isSingle)
    .map((example) => uipath.snippet(example.text));
  if (files.length === 0) continue;
  describe(`what ${id} finds stays the same`, () => {
    const before = files.map((file) => findingsOf(file));
    for (const { name, apply, subjectBefore } of TRANSFORMATIONS) {
      const skip = SKIPPED.find(({ rule, transformation }) => rule === id && transformation === name);
      it(name, { skip: skip?.reason ?? false }, () => {
        files.forEach((file, i) => {
          const other = apply(file);
          assert.deepEqual(findingsOf(other, subjectBefore), before[i], other);
        });
      });
    }
  });
}

describe('the transformations', () => {
  const file = uipath.snippet(`<Variable x:TypeArguments="x:String" Name="customer" Default="[first]" />
<ui:LogMessage Message="[customer + &quot;a&quot;]" /><ui:TypeInto><ui:TypeInto.Text><InArgument x:TypeArguments="x:String">abc</InArgument></ui:TypeInto.Text></ui:TypeInto>`);
  for (const { name, apply } of TRANSFORMATIONS)
    it(`change how a workflow is written ${name}`, () => assert.notEqual(apply(file), file));
});
