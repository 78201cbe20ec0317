/** Comparison of finding lines in `npm run corpus -- --compare`. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { compareLines } from '../../scripts/corpus/compare-lines.ts';

it('two lists of the same lines in another order do not differ', () => {
  assert.deepEqual(compareLines(['a', 'b', 'a'], ['b', 'a', 'a']), { missing: [], added: [] });
});

it('reports a line that stands once more or once less in a list', () => {
  assert.deepEqual(compareLines(['a', 'b', 'b'], ['b', 'a', 'a']), { missing: ['b'], added: ['a'] });
});
