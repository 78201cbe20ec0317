import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTally } from '../../../src/service/webhooks/delivery/delivery-tally.ts';
import {
  createEndpointQueues,
  type Verdict,
} from '../../../src/service/webhooks/delivery/endpoint-queues.ts';

const LIMITS = { max: 64, perLaneMax: 8, perHostMax: 16, perOrganisationMax: 32 };

/** Counts the admitted deliveries of a flood. */
function admitted(of: (index: number) => { lane: string; host: string; orgId: string }) {
  const tally = createTally(LIMITS);
  let count = 0;
  for (let index = 0; index < 1_000; index += 1) if (tally.admit(of(index))) count += 1;
  return { tally, count };
}

describe('the places for deliveries', () => {
  const FLOODS = [
    ['one lane', 8, (): [string, string, string] => ['l', 'h', 'o']],
    [
      'the lanes of one host',
      16,
      (index: number): [string, string, string] => [`l${index}`, 'h', `o${index}`],
    ],
    [
      'the lanes of one organisation',
      32,
      (index: number): [string, string, string] => [`l${index}`, `h${index}`, 'o'],
    ],
  ] as const;
  for (const [what, most, of] of FLOODS) {
    it(`are at most ${most} of 64 for ${what}, and another one has its own`, () => {
      const { tally, count } = admitted((index) => {
        const [lane, host, orgId] = of(index);
        return { lane, host, orgId };
      });
      assert.equal(count, most);
      assert.ok(tally.admit({ lane: 'other', host: 'other', orgId: 'other' }));
    });
  }

  it('are free again when they are given back', () => {
    const tally = createTally(LIMITS);
    const one = { lane: 'l', host: 'h', orgId: 'o' };
    while (tally.admit(one));
    assert.equal(tally.countsByLane().get('l'), LIMITS.perLaneMax);
    for (let count = 0; count < LIMITS.perLaneMax; count += 1) tally.release(one);
    assert.deepEqual([tally.free(), tally.countsByLane().size], [LIMITS.max, 0]);
  });
});

describe('what waits to be sent', () => {
  it('goes lane by lane in its order, and a lane that has to wait holds up none', () => {
    const lines = createEndpointQueues<{ readonly lane: string; readonly number: number }>();
    for (const lane of ['a', 'b']) for (let number = 0; number < 4; number += 1) lines.add({ lane, number });
    const taken: string[] = [];
    const judge =
      (most: number) =>
      ({ lane, number }: { lane: string; number: number }): Verdict => {
        if (lane === 'a' && number >= most) return 'wait';
        taken.push(`${lane}${number}`);
        return number === 1 ? 'drop' : 'take';
      };
    lines.advance(judge(2));
    assert.deepEqual([taken, lines.size()], [['a0', 'a1', 'b0', 'b1', 'b2', 'b3'], 2]);
    lines.advance(judge(4));
    assert.deepEqual([taken.slice(6), lines.size()], [['a2', 'a3'], 0]);
  });
});
