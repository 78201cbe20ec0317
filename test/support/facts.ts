/** Runs one rule over generated steps, for tests of facts about activities. */
import assert from 'node:assert/strict';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import { xamlSnippet } from '../../src/analysis/platforms/uipath/snippet.ts';
import { RULES } from '../../src/analysis/rules/index.ts';

/** Returns the names of the steps in a fragment that a rule reports, with a text in its descriptions. */
export function reportedNames(ruleId: string, fragment: string, text = ''): ReadonlySet<string> {
  const engine = createEngine(RULES.filter(({ id }) => id === ruleId));
  const report = engine.validate({
    bytes: Buffer.from(xamlSnippet(fragment)),
    filename: 'Main.xaml',
    platform: 'uipath',
    ruleset: 'strict',
    findingsMax: 10_000,
  });
  assert.deepEqual(report.ruleErrors, []);
  const found = report.findings.filter(({ description }) => description.includes(text));
  return new Set(found.flatMap(({ location }) => location.names));
}
