/** Tables of inputs and results, one test a row. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

/** Runs a function over rows of an input and its result. */
export function rows<Input, Result>(
  name: string,
  run: (input: Input) => Result,
  cases: readonly (readonly [input: Input, result: Result])[],
): void {
  describe(name, () => {
    cases.forEach(([input, result], i) => {
      const shown = JSON.stringify(input).slice(0, 60);
      it(`returns ${JSON.stringify(result)?.slice(0, 40)} for row ${i + 1}, ${shown}`, () =>
        assert.deepEqual(run(input), result));
    });
  });
}
