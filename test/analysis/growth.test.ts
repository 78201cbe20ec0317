/** Counts what is executed while constructs of the rules' examples are repeated: no clock, so that no other program matters. */
import assert from 'node:assert/strict';
import { Session } from 'node:inspector';
import { after, before, describe, it } from 'node:test';
import { FAMILIES, type Family, type GrowthCase, growthCases } from '../support/growth/cases.ts';
import { KNOWN_CONSTRUCTS, type KnownConstruct } from '../support/growth/known.ts';
import { analyse, EXPONENT_MAX, exponentOf } from '../support/growth/measure.ts';

const SEED = 4;
/** Most of them parts of files, where rules compare things with each other. */
const CASES = { parts: 100, tokens: 25, runs: 25 };
const SIZES = [8 * 1024, 32 * 1024];
const LARGER_SIZES = SIZES.map((size) => 4 * size);
/** Thirty for a byte of the largest size: what stays below costs nothing, and limits inside of rules bend its curve. */
const MEASURED_BLOCKS = 1_000_000;

interface Coverage {
  readonly result: readonly {
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

describe('the work of an analysis', () => {
  const session = new Session();
  /** Answers at once: the session belongs to this thread. */
  function post<Answer>(method: string, params?: object): Answer {
    let answer: Answer | undefined;
    session.post(method, params, (error: Error | null, result?: object) => {
      assert.ifError(error);
      answer = result as Answer;
    });
    return answer!;
  }

  before(() => {
    session.connect();
    post('Profiler.enable');
    post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  });
  after(() => {
    post('Profiler.stopPreciseCoverage');
    session.disconnect();
  });

  /** Counts the blocks that run while something is done. Taking the coverage sets its counters to zero. */
  function blocksOf(run: () => void): number {
    post('Profiler.takePreciseCoverage');
    run();
    let blocks = 0;
    for (const { functions } of post<Coverage>('Profiler.takePreciseCoverage').result)
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    return blocks;
  }

  /** The first cases of a seed, without those that grow in depth: a limit of the readers ends that. */
  function* casesOf(family: Family): Generator<GrowthCase> {
    const cases = growthCases(SEED, [family]);
    for (let i = 0, left = CASES[family]; left > 0; i++) {
      const growthCase = cases.at(i);
      if (growthCase.isNested) continue;
      left -= 1;
      yield growthCase;
    }
  }

  /**
   * Returns how the work grows, when it grows faster than the bar and is enough to matter. It still does at larger sizes:
   * a file that is rejected at the first size and analysed at the second shows a step, not growth.
   */
  function excessOf(construct: KnownConstruct, measured: number): string | undefined {
    return excessBetween(construct, measured, SIZES) && excessBetween(construct, measured, LARGER_SIZES);
  }

  function excessBetween(
    { name, platform, grow }: KnownConstruct,
    measured: number,
    sizes: readonly number[],
  ): string | undefined {
    const count = (size: number): number => {
      const bytes = grow(size);
      return blocksOf(() => analyse(bytes, platform));
    };
    // Caches fill in the first analysis.
    analyse(grow(1), platform);
    const base = count(1);
    const points = sizes.map((size) => ({ size, cost: Math.max(1, count(size) - base) }));
    const exponent = exponentOf(points);
    if (points.at(-1)!.cost <= measured || exponent <= EXPONENT_MAX) return undefined;
    return `${name}: exponent ${exponent.toFixed(2)}, ${points.map(({ cost }) => cost).join(' → ')} blocks`;
  }

  it('grows with the size of what is repeated in examples of rules', () => {
    const cases = FAMILIES.flatMap((family) => [...casesOf(family)]);
    assert.deepEqual(
      cases.flatMap((growthCase) => excessOf(growthCase, MEASURED_BLOCKS) ?? []),
      [],
    );
  });

  for (const known of KNOWN_CONSTRUCTS)
    it(`grows with the number of ${known.name}`, () => {
      assert.equal(excessOf(known, 0), undefined);
    });
});
