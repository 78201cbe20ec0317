/** Planted defects and near misses, written from what the rules promise and from how real files look, not from the rules. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { type PlantedCase, plantedCases } from '../support/files/planted.ts';

/** Share of the defects that must be found, and of the near misses that may be flagged, in percent. */
const FOUND_MIN = 98;
const FLAGGED_MAX = 1;

const engine = createEngine(RULES);
const cases = [...plantedCases()];

/** Returns whether the rule of a case reports something in its file. */
function isReported({ ruleId, bytes, title }: PlantedCase): boolean {
  const report = engine.validate({
    bytes,
    filename: 'planted',
    platform: undefined,
    ruleset: 'strict',
    findingsMax: 1000,
  });
  assert.deepEqual(report.ruleErrors, [], title);
  return report.findings.some((finding) => finding.ruleId === ruleId);
}

const percent = (count: number, all: number): number => (100 * count) / all;
const nameOf = ({ set, ruleId, title }: PlantedCase): string => `${set} ${ruleId}: ${title}`;

describe('planted cases', () => {
  const reported = new Set(cases.filter(isReported));
  const defects = cases.filter(({ isDefect }) => isDefect);
  const nearMisses = cases.filter(({ isDefect }) => !isDefect);

  it('are found where they are defects', (t) => {
    const missed = defects.filter((planted) => !reported.has(planted));
    const share = 100 - percent(missed.length, defects.length);
    t.diagnostic(`${share.toFixed(1)} % of ${defects.length} defects are found`);
    assert.ok(share >= FOUND_MIN, ['Not found:', ...missed.map(nameOf)].join('\n'));
  });

  it('are spared where they only look like defects', (t) => {
    const flagged = nearMisses.filter((planted) => reported.has(planted));
    const share = percent(flagged.length, nearMisses.length);
    t.diagnostic(`${share.toFixed(1)} % of ${nearMisses.length} near misses are flagged`);
    assert.ok(share <= FLAGGED_MAX, ['Flagged:', ...flagged.map(nameOf)].join('\n'));
  });

  it('number 40 defects and 40 near misses a set', () => {
    for (const [set, all] of Map.groupBy(cases, (planted) => planted.set)) {
      const count = all.filter(({ isDefect }) => isDefect).length;
      assert.ok(count >= 40 && all.length - count >= 40, `${set}: ${count} and ${all.length - count}`);
    }
  });
});
