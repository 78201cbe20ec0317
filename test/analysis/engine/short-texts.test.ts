import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withShortTexts } from '../../../src/analysis/engine/project/short-texts.ts';

describe('data of a clue', () => {
  it('stays whole when a text in it is cut', () => {
    const data = {
      message: '"'.repeat(5_000),
      names: ['a', 'b'.repeat(2_000)],
      count: undefined,
      isRead: false,
    };
    const { message, names, ...others } = withShortTexts(data);
    assert.equal(message.length, 1_000);
    assert.deepEqual(
      names.map((name) => name.length),
      [1, 1_000],
    );
    assert.deepEqual(others, { count: undefined, isRead: false });
  });

  it('has at most a thousand entries in a list', () => {
    assert.equal(withShortTexts({ list: Array.from({ length: 5_000 }, () => 'a') }).list.length, 1_000);
  });
});
