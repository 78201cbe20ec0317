/** The gate of a run that is compared: what is known never blocks, and what is not listed is not known. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Report, summarise } from '../../../src/analysis/model/report.ts';
import type { Severity } from '../../../src/analysis/model/rule.ts';
import type { InputRun } from '../../../src/analysis/report/file-outcome.ts';
import { type BaselineState, type RunGate, shownSummary } from '../../../src/analysis/report/run-gate.ts';
import { isBlocked } from '../../../src/analysis/report/verdict.ts';
import { finding } from '../../support/service/validation-record.ts';

const high = finding({ severity: 'high' });
const low = finding({ severity: 'low' });

function gateOf(states: readonly (readonly [typeof high, BaselineState])[], newOnly = false): RunGate {
  return {
    mode: 'blocking',
    failOn: 'high',
    comparison: { against: 'b.json', states: new Map(states), goneCount: 0, newOnly },
  };
}

/** A run over a folder with one file, with findings in it or between files; `more`: findings that are not listed. */
function runWith(where: 'file' | 'across', more: Partial<Record<Severity, number>> = {}): InputRun {
  const listed = summarise([high]);
  const total = Object.values(more).reduce((sum, count) => sum + count, listed.total);
  const summary = { ...listed, ...more, total };
  const none = { findings: [], summary: summarise([]) };
  const [inFile, between] = [where === 'file', where === 'across'].map((has) =>
    has ? { findings: [high], summary } : none,
  );
  return {
    input: { kind: 'folder', name: 'a', realPath: '/a', files: [{ path: 'Main.xaml' }] },
    outcomes: [{ status: 'completed', report: inFile as unknown as Report, validationMs: 1 }],
    across: between!.findings,
    acrossSummary: between!.summary,
  };
}

for (const where of ['file', 'across'] as const)
  describe(`a gate over findings ${where === 'file' ? 'in a file' : 'between files'}`, () => {
    it('lets known ones pass, and blocks on new ones and on those that got worse', () => {
      assert.equal(isBlocked([runWith(where)], gateOf([[high, 'unchanged']])), false);
      for (const state of ['new', 'updated'] as const)
        assert.equal(isBlocked([runWith(where)], gateOf([[high, state]])), true);
    });

    it('blocks when severe ones are not listed, as they may be new', () => {
      const known = gateOf([[high, 'unchanged']]);
      assert.equal(isBlocked([runWith(where, { high: 2 })], known), true);
      assert.equal(isBlocked([runWith(where, { critical: 1 })], known), true);
      assert.equal(isBlocked([runWith(where, { low: 7 })], known), false);
    });
  });

describe('the counts of a report with new findings alone', () => {
  it('leave out the known ones that are listed, and no other', () => {
    const total = { critical: 0, high: 3, medium: 0, low: 5, total: 8 };
    const gate = gateOf(
      [
        [high, 'unchanged'],
        [low, 'new'],
      ],
      true,
    );
    assert.deepEqual(shownSummary([high, low], total, gate), { ...total, high: 2, total: 7 });
  });
});
