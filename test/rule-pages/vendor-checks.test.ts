/** The table of the vendors' checks: each has rules of ours or the reason why there is none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VENDOR_ANALYSERS } from '../../src/rule-pages/vendor-checks.ts';

describe('the checks of the vendors', () => {
  for (const { name, checks } of VENDOR_ANALYSERS)
    it(`of ${name} have rules or a reason, and stand there once`, () => {
      const open = checks.filter(({ rules, note }) => rules.length === 0 && note === undefined);
      assert.deepEqual(open, []);
      assert.equal(new Set(checks.map(({ id }) => id)).size, checks.length);
    });
});
