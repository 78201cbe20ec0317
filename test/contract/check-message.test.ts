/** Values in requests: the limits of the contract. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemOf } from '../../src/contract/messages/check-message.ts';
import type { FieldFacts } from '../../src/contract/messages/facts.ts';
import { parseIsoTime } from '../../src/contract/messages/iso-time.ts';

describe('a time', () => {
  it('has a day of the calendar, seconds and a zone', () => {
    const wrong = [
      '2026-02-30T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-03-02T09:41Z',
      '2026-03-02T09:41:07',
      '2026-03-02',
    ];
    for (const text of wrong) assert.equal(parseIsoTime(text), null, text);
    assert.equal(parseIsoTime('2026-03-02T09:41:07.5+02:00')?.toISOString(), '2026-03-02T07:41:07.500Z');
    assert.equal(parseIsoTime('2028-02-29T23:59:59Z')?.toISOString(), '2028-02-29T23:59:59.000Z');
  });
});

describe('a value', () => {
  const field = (facts: Partial<FieldFacts>): FieldFacts => ({ name: 'x', type: 'text', ...facts });

  it('counts characters, not code units', () => {
    const limited = field({ limits: { minLength: 1, maxLength: 2 } });
    assert.equal(problemOf(limited, '🙂🙂'), null);
    assert.deepEqual(problemOf(limited, '🙂🙂🙂'), { path: '', problem: 'must have at most 2 characters' });
    assert.deepEqual(problemOf(limited, ''), { path: '', problem: 'must have at least 1 character' });
  });

  it('is named by its place in a list or a map', () => {
    const list = field({ many: 'list', maxItems: 2, limits: { values: ['a', 'b'] } });
    assert.deepEqual(problemOf(list, ['a', 'c']), { path: '[1]', problem: 'must be one of: a, b' });
    assert.deepEqual(problemOf(list, ['a', 'b', 'a']), { path: '', problem: 'must have at most 2 items' });
    const map = field({ many: 'map', keys: { maxLength: 3 }, limits: { minLength: 1 } });
    assert.deepEqual(problemOf(map, { ref: '' }), {
      path: '.ref',
      problem: 'must have at least 1 character',
    });
    assert.deepEqual(problemOf(map, { branch: 'x' }), { path: '.branch', problem: 'is not valid' });
  });
});
