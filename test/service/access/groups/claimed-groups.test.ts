/** Groups of a token, in shapes that providers send and hostile ones. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  comparableGroup,
  GROUPS_READ_MAX,
  mappableNames,
  readGroups,
} from '../../../../src/service/access/groups/claimed-groups.ts';

const read = (groups: unknown) => readGroups({ groups }, 'groups');
const thousands = Array.from({ length: 10_000 }, (_, place) => `group ${place}`);

describe('readGroups', () => {
  it('takes no name for another one with spaces around it', () => {
    assert.deepEqual(read([' chiefs', 'chiefs\u00a0', '\tchiefs']).names, [' chiefs', 'chiefs\u00a0']);
    assert.equal(comparableGroup(' chiefs '), 'chiefs');
  });

  it('reads the first groups of too many, other members among them', () => {
    for (const groups of [thousands, [7, ...thousands], [...thousands, {}]]) {
      const { names, problem } = read(groups);
      assert.ok(names.length <= GROUPS_READ_MAX, `${names.length} names`);
      assert.match(problem!, /of which the first 1000 count/);
    }
  });

  it('says which members mean no group', () => {
    for (const [group, says] of [
      [7, /no texts/],
      [{ id: 'a' }, /no texts/],
      [[['a']], /no texts/],
      [null, /no texts/],
      ['', /cannot be names/],
      ['x'.repeat(513), /cannot be names/],
      ['a\u0000b', /cannot be names/],
      ['\ud800', /cannot be names/],
      ['*', /cannot be names/],
      ['/bank/*', /cannot be names/],
    ] as const) {
      const { names, problem } = read(['good', group]);
      assert.deepEqual(names, ['good']);
      assert.match(problem!, says);
    }
  });

  it('reads no members that every object has', () => {
    for (const claim of ['constructor', '__proto__', 'a.constructor.name', 'toString'])
      assert.equal(readGroups({ a: {} }, claim).isStated, false, claim);
  });
});

describe('mappableNames', () => {
  it('lists the paths above a group, from the root', () => {
    assert.deepEqual(mappableNames(['/a/b/c', 'd/e']), ['/a/b/c', 'd/e', '/*', '/a/*', '/a/b/*', '*']);
  });

  it('stays small for deep paths', () => {
    const deep = Array.from({ length: 1_000 }, (_, place) => `/${place}${'/a'.repeat(250)}`);
    assert.ok(mappableNames(deep).length < 34_000);
  });
});
