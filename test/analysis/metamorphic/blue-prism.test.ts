/** Findings of a Blue Prism file stay the same when the file is written differently. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { bluePrism } from '../../../src/analysis/platforms/blue-prism/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { examplesOf } from '../../support/files/rule-examples.ts';
import { TRANSFORMATIONS } from '../../support/metamorphic/blue-prism.ts';

/** Combinations that mean something else, each with the reason. */
const SKIPPED: readonly {
  readonly rule: string;
  readonly transformation: string;
  readonly reason: string;
}[] = [
  {
    rule: 'XPL-CMP-005',
    transformation: 'other ids',
    reason: 'calls get other ids there, and the processes that they call keep theirs',
  },
];

const engine = createEngine(RULES);

/** Rule and subject of every finding of every rule, sorted. */
function findingsOf(text: string, subjectBefore = (subject: string): string => subject): string[] {
  const { findings, ruleErrors } = engine.validate({
    bytes: Buffer.from(text),
    filename: 'Example',
    platform: 'blue-prism',
    ruleset: 'strict',
    findingsMax: 100_000,
  });
  assert.deepEqual(ruleErrors, []);
  return findings.map(({ ruleId, subject }) => `${ruleId} ${subjectBefore(subject)}`).sort();
}

for (const transformation of TRANSFORMATIONS) {
  describe(`with ${transformation.name}`, () => {
    let changed = 0;
    for (const rule of RULES) {
      const { bad = [], good = [] } = examplesOf(rule)['blue-prism'] ?? {};
      if (bad.length === 0) continue;
      const skipped = SKIPPED.find(
        (entry) => entry.rule === rule.id && entry.transformation === transformation.name,
      );
      it(`all rules find the same in the examples of ${rule.id}`, { skip: skipped?.reason ?? false }, () => {
        for (const example of [...bad, ...good]) {
          const before = bluePrism.snippet(example.text);
          const after = transformation.apply(before);
          if (after !== before) changed += 1;
          const subjectBefore = transformation.subjectBefore?.bind(transformation);
          assert.deepEqual(findingsOf(after, subjectBefore), findingsOf(before, subjectBefore), after);
        }
      });
    }
    it('changes at least one example', () => assert.ok(changed > 0));
  });
}
