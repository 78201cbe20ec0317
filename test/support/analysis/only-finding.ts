/** The one finding of a rule in an example. */
import assert from 'node:assert/strict';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { exampleFile } from '../files/example-file.ts';

/** Returns the severity and the description of the only finding of a rule. */
export function onlyFinding(
  platform: Platform,
  ruleId: string,
  example: string,
  filename = 'example',
): readonly [string, string] {
  const rule = RULES.find(({ id }) => id === ruleId) as Rule;
  const { findings } = createEngine([rule]).validate({
    bytes: exampleFile(platform, example),
    filename,
    platform,
    ruleset: 'default',
    findingsMax: 10,
  });
  assert.equal(findings.length, 1);
  return [findings[0]!.severity, findings[0]!.description];
}
