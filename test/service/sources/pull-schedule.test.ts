/** When sources are pulled by themselves. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextPullAt } from '../../../src/service/sources/pull-schedule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/units.ts';

const AFTER = new Date('2026-03-02T09:41:07.120Z');
const ids = ['00000000', '40000000', '7fffffff', 'ffffffff'].map(
  (end) => `0190d5a4-7c1e-7a3b-9f00-3f2a${end}`,
);
const hand = { everyMinutes: null, dailyAt: null };

describe('the next pull of a source', () => {
  it('is there with a schedule alone', () => {
    assert.equal(nextPullAt(hand, ids[0]!, AFTER), undefined);
  });

  for (const everyMinutes of [60, 90, 1_440, 10_080])
    it(`comes within ${everyMinutes} minutes, and then always after as many`, () => {
      for (const id of ids) {
        const first = nextPullAt({ ...hand, everyMinutes }, id, AFTER)!;
        const waitMs = first.getTime() - AFTER.getTime();
        assert.ok(waitMs > 0 && waitMs <= everyMinutes * MINUTE_MS, id);
        // A look that comes late moves none of the next.
        const late = new Date(first.getTime() + 10 * MINUTE_MS);
        const next = nextPullAt({ ...hand, everyMinutes }, id, late)!;
        assert.equal(next.getTime() - first.getTime(), everyMinutes * MINUTE_MS);
      }
    });

  it('of a day comes within 15 minutes after its time', () => {
    for (const id of ids) {
      const next = nextPullAt({ ...hand, dailyAt: '02:30' }, id, AFTER)!;
      const sinceMs = next.getTime() - Date.parse('2026-03-03T02:30:00Z');
      assert.ok(sinceMs >= 0 && sinceMs < 15 * MINUTE_MS, next.toISOString());
      assert.equal(nextPullAt({ ...hand, dailyAt: '02:30' }, id, next)!.getTime() - next.getTime(), DAY_MS);
    }
    const today = nextPullAt({ ...hand, dailyAt: '23:50' }, ids[3]!, AFTER)!;
    assert.equal(today.toISOString().slice(0, 16), '2026-03-03T00:04');
  });

  it('is not the same for all sources', () => {
    const times = ids.map((id) => nextPullAt({ ...hand, everyMinutes: 60 }, id, AFTER)!.getTime() % HOUR_MS);
    assert.equal(new Set(times).size, ids.length);
  });
});
