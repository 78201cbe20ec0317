/** Conditions by which rules are dispatched must never cost a finding: every rule's examples, with and without them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine, type Engine } from '../../../src/analysis/engine/validate.ts';
import { PLATFORM_NAMES, type Platform } from '../../../src/analysis/model/platform.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import { PLATFORM_READERS } from '../../../src/analysis/platforms/read-workflows.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { examplesOf } from '../../support/files/rule-examples.ts';

const every = RULES.map((rule) => ({ ...rule, preset: 'recommended' }) as Rule);
const waiting = createEngine(every);
/** Returns the rule, called for every subject. Roles and types of activities are part of its check. */
function unconditional({ words, workflowWords, names, wants, lengthMin, ...rule }: Rule): Rule {
  const { roles, types, ...rest } = rule;
  return (rule.level === 'workflow' ? rest : rule) as Rule;
}
const looking = createEngine(every.map(unconditional));

function found(engine: Engine, platform: Platform, bytes: Buffer): string[] {
  const task = { bytes, filename: 'example', platform, ruleset: 'default', findingsMax: 1000 } as const;
  return engine.validate(task).findings.map(({ id, ruleId }) => `${ruleId} ${id}`);
}

for (const platform of PLATFORM_NAMES) {
  test(`finds the same in every example of ${platform}`, () => {
    const { snippet } = PLATFORM_READERS.find((reader) => reader.platform === platform)!;
    let total = 0;
    for (const rule of RULES) {
      const { bad = [], good = [] } = examplesOf(rule)[platform] ?? {};
      for (const example of [...bad, ...good]) {
        const text = example.text;
        // A project of several files, in which each has to be found out for itself.
        if (text.trimStart().startsWith('-- ')) continue;
        const bytes = () => Buffer.from(snippet(text));
        const expected = found(looking, platform, bytes());
        assert.deepEqual(
          found(waiting, platform, bytes()),
          expected,
          `${rule.id}: ${JSON.stringify(example)}`,
        );
        total += expected.length;
      }
    }
    assert.ok(total > 0);
  });
}
