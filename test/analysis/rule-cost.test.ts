/**
 * No rule costs more than a tenth of parsing on real files without a reason and a limit of its own. Its cost is the smallest of several rounds, in
 * the order of the rules and reversed: so load counts little, and what rules share counts for none of them.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CORPUS_ABSENT, corpusOf } from '../../bench/inputs/corpus.ts';
import { PARSE, STEPS, takeRound } from '../../bench/rule-costs.ts';
import { PLATFORM_NAMES } from '../../src/analysis/model/platform.ts';
import { RULES } from '../../src/analysis/rules/index.ts';

const ROUNDS = 6;
const SHARE_MAX = 0.1;
/** Factor for what a busy machine adds. */
const NOISE = 1.5;

/** A cost that is known. */
interface Known {
  readonly why: string;
  /** Share of parsing that it stays below: twice what it was on a busy machine. */
  readonly max: number;
}

/** Rules that cost more than a tenth, or nearly. */
const DEAR: Readonly<Record<string, Known>> = {
  'UIP-REL-034': {
    why: 'tries the type of the value of each setting against the facts of its activity',
    max: 0.4,
  },
  'UIP-REL-040': { why: 'works out every expression that has literals alone in its calls', max: 0.6 },
  'UIP-REL-055': { why: 'looks for the values without a text in every expression', max: 0.35 },
  'UIP-SEC-026': { why: 'follows the names in every log line', max: 0.4 },
  'UIP-MNT-007': { why: 'compares the name of every activity with the default of its type', max: 0.3 },
  'UIP-REL-041': { why: 'looks for a test of the same value in every condition', max: 0.3 },
  'XPL-REL-003': { why: 'reads the statement or filter of every step that deletes', max: 0.3 },
  'XPL-REL-004': { why: 'finds where every variable of a flow is read and written', max: 1 },
  'XPL-REL-005': { why: 'searches for a way to each read of a variable that no write is on', max: 1.5 },
  'XPL-SEC-004': { why: 'reads the address in every text of a step that connects', max: 0.6 },
  'XPL-SEC-019': { why: 'looks at every character of every text', max: 0.4 },
  'AAB-CFG-001': { why: 'reads every text of a bot for a path', max: 0.4 },
  'AAB-REL-019': { why: 'follows the variables of paths to what sets them', max: 0.4 },
  'AAB-SEC-020': { why: 'joins what a bot writes with the files that it starts', max: 1.3 },
  'PAF-MNT-008': { why: 'measures every expression', max: 0.3 },
  'PAF-MNT-004': { why: 'looks for uses of every result in all expressions', max: 0.6 },
  'PAF-MNT-005': { why: 'compares the name of every action with the default of its operation', max: 0.4 },
  'PAF-PRF-004': { why: 'looks for later conditions on the columns of every list', max: 0.6 },
  'PAF-PRF-006': { why: 'looks at the loops around every read', max: 0.3 },
  'PAF-PRV-006': { why: 'reads the connector of every step', max: 0.3 },
  'PAF-REL-008': { why: 'resolves every name in every expression', max: 1.6 },
  'PAF-REL-009': { why: 'compares the writes of parallel branches', max: 0.4 },
  'PAF-REL-011': { why: 'visits the tree of every expression', max: 0.8 },
  'PAF-REL-013': { why: 'searches the ways to every action', max: 0.4 },
  'PAF-REL-024': { why: 'visits every condition for a fixed outcome', max: 0.3 },
  'PAF-REL-025': { why: 'looks up every function in the tree of every expression', max: 1.2 },
  'PAF-REL-028': { why: 'looks at the settings of every list', max: 0.3 },
  'PAF-REL-030': { why: 'looks up the settings of many actions in a table', max: 0.6 },
  'PAF-SEC-001': { why: 'reads every setting of the steps that authenticate themselves', max: 0.3 },
  'PAF-SEC-002': { why: 'reads every header and address of every request', max: 0.4 },
  'PAF-SEC-005': { why: 'follows secured data to every action', max: 0.3 },
  'PAF-SEC-010': { why: 'follows the data into every filter', max: 1.0 },
  'PAF-SEC-012': { why: 'works out the host of every request', max: 0.6 },
  'BPR-MNT-010': { why: 'counts the operators of every expression', max: 0.3 },
  'BPR-MNT-002': { why: 'visits the links of every page', max: 0.4 },
  'BPR-PRV-003': { why: 'looks for personal names in every logged stage', max: 0.3 },
  'BPR-REL-002': { why: 'follows every recovery to its end', max: 0.4 },
  'BPR-REL-008': { why: 'searches every recovery for a way back', max: 0.3 },
  'BPR-REL-022': { why: 'parses every expression and compares its types', max: 0.5 },
  'BPR-SEC-007': { why: 'reads the code of every stage for calls of the system', max: 1.0 },
  'BPR-SEC-008': { why: 'joins the pieces of every statement in code and calculations', max: 0.3 },
  'BPR-SEC-009': { why: 'joins the pieces of every command line', max: 0.3 },
};

/** Returns the time of each rule: the sum over the files of the smallest in each, as another process disturbs only some. */
function cheapest(platform: (typeof PLATFORM_NAMES)[number]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const file of corpusOf(platform)) {
    const best = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, ms] of takeRound([file], round % 2 === 1))
        best.set(name, Math.min(ms, best.get(name) ?? ms));
    for (const [name, ms] of best) sums.set(name, ms + (sums.get(name) ?? 0));
  }
  return sums;
}

describe('the cost of each rule on real files', { skip: CORPUS_ABSENT ?? false }, () => {
  for (const platform of PLATFORM_NAMES)
    it(`is at most a tenth of parsing, or below the limit of the rule: ${platform}`, () => {
      const times = cheapest(platform);
      const parse = times.get(PARSE)!;
      const dear = [...times]
        .filter(([name, ms]) => !STEPS.has(name) && ms > NOISE * (DEAR[name]?.max ?? SHARE_MAX) * parse)
        .map(([name, ms]) => `${name}: ${(ms / parse).toFixed(2)} of parsing`);
      assert.deepEqual(dear, []);
    });

  it('has limits of its own for rules that exist', () => {
    const ids = new Set(RULES.map(({ id }) => id));
    assert.deepEqual(
      Object.keys(DEAR).filter((id) => !ids.has(id)),
      [],
    );
  });
});
