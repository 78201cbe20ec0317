/** Rules stay small: what several of them compute stands in semantics and patterns, and tables are data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleLogic } from '../support/rule-logic.ts';

/** Lines of logic at a share of all rules, the smallest first. */
const BARS = [
  { share: 0.5, linesMax: 25 },
  { share: 0.9, linesMax: 60 },
];

test('half of the rules have at most 25 lines of logic, nine of ten at most 60', (t) => {
  const sizes = [...ruleLogic()].sort(([, a], [, b]) => a - b);
  const largest = sizes.slice(-25).map(([file, lines]) => `${lines} ${file}`);
  for (const { share, linesMax } of BARS) {
    const [, lines] = sizes[Math.floor(share * sizes.length)]!;
    t.diagnostic(`${100 * share} % of ${sizes.length} rules have at most ${lines} lines of logic`);
    assert.ok(
      lines <= linesMax,
      `${lines} lines at ${100 * share} % of the rules; the largest:\n${largest.join('\n')}`,
    );
  }
});
