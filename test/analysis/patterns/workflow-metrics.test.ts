/** Numbers of workflows, and the rules whose thresholds they meet. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { exampleFile } from '../../support/files/example-file.ts';

const HOME = 'patterns/workflow-metrics.ts';
const FOLDERS: Partial<Record<string, string>> = {
  UIP: 'uipath',
  AAB: 'automation-anywhere',
  PAF: 'power-automate',
};
const engine = createEngine(RULES);

function sourceOf(id: string): string {
  const path = `../../../src/analysis/rules/${FOLDERS[id.slice(0, 3)]}/${id.toLowerCase()}.ts`;
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

describe('the metrics of a workflow', () => {
  const counted = RULES.filter(({ options }) =>
    Object.values(options).some(({ metric }) => metric?.isExact === true),
  ).map(({ id }) => id);

  for (const id of ['PAF-REL-015', ...counted])
    it(`give ${id} the number of its threshold`, () => assert.ok(sourceOf(id).includes(HOME)));

  it('are the numbers that findings state', () => {
    const levels = Array.from({ length: 9 }, (_, i) => `"L${i}": {"type": "Scope", "actions": {`);
    const flow = `${levels.join('')}"End": {"type": "Compose", "inputs": 1}${'}}'.repeat(levels.length)}`;
    const cases: readonly (readonly [Platform, string, string, 'sizeMax' | 'depthMax'])[] = [
      ['uipath', 'UIP-MNT-001', '<WriteLine /><ui:Comment Text="x" />'.repeat(101), 'sizeMax'],
      [
        'automation-anywhere',
        'AAB-MNT-001',
        '{ "commandName": "clearClipboard", "packageName": "Clipboard", "times": 301 }',
        'sizeMax',
      ],
      ['power-automate', 'PAF-REL-015', flow, 'depthMax'],
    ];
    for (const [platform, ruleId, text, name] of cases) {
      const bytes = exampleFile(platform, text);
      const { findings, metrics } = engine.validate({
        bytes,
        filename: 'example',
        platform,
        ruleset: 'default',
        findingsMax: 1_000,
      });
      const description = findings.find((finding) => finding.ruleId === ruleId)?.description ?? '';
      assert.match(description, new RegExp(` ${metrics[name]} (?:activities|commands|containers)`), ruleId);
    }
  });
});
