/** The way of data through a picture: its numbers are those of the list beside it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stepsOfWay } from '../../src/picture/way-line.ts';

describe('the steps of a way', () => {
  it('have their numbers on the whole way, with those of other workflows left out', () => {
    assert.deepEqual(stepsOfWay([-1, 4, 4, 7]), [
      { node: 4, number: 2 },
      { node: 7, number: 4 },
    ]);
  });
});
