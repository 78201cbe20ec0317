/** Counts what is executed while constructs of the rules' examples are repeated: no clock, so that no other program matters. */
import assert from 'node:assert/strict';
import { Session } from 'node:inspector';
import { after, before, describe, it } from 'node:test';
import { growthCases } from './support/growth/cases.ts';
import { analyse, EXPONENT_MAX, exponentOf } from './support/growth/measure.ts';

const SEED = 1;
const CASES = 300;
const SIZES = [2 * 1024, 8 * 1024];
/** Blocks: less says nothing about growth. */
const TELLING_BLOCKS = 20_000;

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

  it(`grows with the size of what is repeated, in ${CASES} cases`, () => {
    const cases = growthCases(SEED);
    const failures: string[] = [];
    let measured = 0;
    for (let i = 0; measured < CASES; i++) {
      const { name, platform, isNested, grow } = cases.at(i);
      if (isNested) continue;
      measured += 1;
      const count = (size: number): number => {
        const bytes = grow(size);
        return blocksOf(() => analyse(bytes, platform));
      };
      // Caches fill in the first analysis.
      analyse(grow(1), platform);
      const base = count(1);
      const points = SIZES.map((size) => ({ size, cost: Math.max(1, count(size) - base) }));
      const exponent = exponentOf(points);
      if (points.at(-1)!.cost > TELLING_BLOCKS && exponent > EXPONENT_MAX)
        failures.push(
          `${name}: exponent ${exponent.toFixed(2)}, ${points.map(({ cost }) => cost).join(' → ')} blocks`,
        );
    }
    assert.deepEqual(failures, []);
  });
});
