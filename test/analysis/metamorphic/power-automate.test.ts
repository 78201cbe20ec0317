/** Findings in Power Automate files do not depend on how a file is written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import { isRobin } from '../../../src/analysis/platforms/power-automate/desktop/recognise.ts';
import { powerAutomate } from '../../../src/analysis/platforms/power-automate/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { Example } from '../../../src/rule-pages/parse-page.ts';
import { exampleText, isProjectExample } from '../../support/files/example-file.ts';
import { examplesOf } from '../../support/files/rule-examples.ts';
import { TRANSFORMATIONS } from '../../support/metamorphic/power-automate.ts';
import { ROBIN_TRANSFORMATIONS } from '../../support/metamorphic/robin.ts';

/** Rule and subject of every finding of one rule, sorted; files differ by their content alone. */
function findingsOf(rule: Rule, text: string, restore: (subject: string) => string): readonly string[] {
  const report = createEngine([{ ...rule, preset: 'recommended' } as Rule]).validate({
    bytes: Buffer.from(text),
    filename: 'example',
    platform: 'power-automate',
    ruleset: 'default',
    findingsMax: 1000,
  });
  assert.deepEqual(report.ruleErrors, []);
  return report.findings.map(({ ruleId, subject }) => `${ruleId} ${restore(subject)}`).sort();
}

const isRobinExample = (example: Example): boolean =>
  !isProjectExample(example) && isRobin(exampleText(example));

/** Rules for desktop flows have scripts for examples, the others JSON. */
const transformationsOf = (rule: Rule) =>
  rule.id.startsWith('PAD') || examplesOf(rule)['power-automate']?.bad.some(isRobinExample)
    ? ROBIN_TRANSFORMATIONS
    : TRANSFORMATIONS;

/** Rules about the names of actions themselves: other names are other findings. */
const ABOUT_NAMES = ['PAF-MNT-005'];

for (const rule of RULES.filter(({ platforms }) => platforms.includes('power-automate'))) {
  const bad = (examplesOf(rule)['power-automate']?.bad ?? []).filter((example) => !isProjectExample(example));
  if (bad.length === 0) continue;
  describe(rule.id, () => {
    for (const { name, apply, restore = (subject: string) => subject } of transformationsOf(rule)) {
      if (name === 'with other names' && ABOUT_NAMES.includes(rule.id)) continue;
      it(`finds the same in examples ${name}`, (test) => {
        bad.forEach((example, i) => {
          const text = powerAutomate.snippet(example.text);
          const changed = apply(text);
          if (changed === text) {
            test.diagnostic(`SKIPPED: example ${i + 1} has nothing that could be written so`);
            return;
          }
          assert.deepEqual(findingsOf(rule, changed, restore), findingsOf(rule, text, restore), changed);
        });
      });
    }
  });
}
