/** A report about a task bot does not change with the way in which its file is written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { automationAnywhere } from '../../../src/analysis/platforms/automation-anywhere/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { Example } from '../../../src/rule-pages/parse-page.ts';
import { isProjectExample } from '../../support/files/example-file.ts';
import { examplesOf } from '../../support/files/rule-examples.ts';
import { TRANSFORMATIONS } from '../../support/metamorphic/automation-anywhere.ts';

const PLATFORM = 'automation-anywhere';

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
    filename: 'Example',
    platform: PLATFORM,
    ruleset: 'strict',
    findingsMax: 100_000,
  });
  assert.deepEqual(ruleErrors, []);
  return findings.map(({ ruleId, subject }) => `${ruleId} ${subjectBefore(subject)}`).sort();
}

/** Members of an archive are written each in its own way. */
const isSingle = (example: Example): boolean => !isProjectExample(example);

for (const { id } of RULES) {
  const bots = (examplesOf({ id })[PLATFORM]?.bad ?? [])
    .filter(isSingle)
    .map((example) => automationAnywhere.snippet(example.text));
  if (bots.length === 0) continue;
  describe(`what ${id} finds stays the same`, () => {
    const before = bots.map((bot) => findingsOf(bot));
    for (const { name, apply, subjectBefore } of TRANSFORMATIONS) {
      const skip = SKIPPED.find(({ rule, transformation }) => rule === id && transformation === name);
      it(name, { skip: skip?.reason ?? false }, () => {
        bots.forEach((bot, i) => {
          const other = apply(bot);
          assert.deepEqual(findingsOf(other, subjectBefore), before[i], other);
        });
      });
    }
  });
}

describe('the transformations', () => {
  it('change how a bot is written', () => {
    const bot = automationAnywhere.snippet(
      '"nodes": [ { "commandName": "setText", "packageName": "Clipboard", "attributes": [ { "name": "text", "value": { "type": "STRING", "expression": "$sK\u00FCrzel$" } } ] } ], "variables": [ { "name": "sK\u00FCrzel", "type": "STRING" } ]',
    );
    for (const { name, apply } of TRANSFORMATIONS) {
      if (name !== 'on a single line') assert.notEqual(apply(bot), bot, name);
    }
    assert.deepEqual(new Set(TRANSFORMATIONS.map(({ name }) => name)).size, TRANSFORMATIONS.length);
  });
});
