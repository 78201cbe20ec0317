/** Facts about known defects name activities, versions and a source. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defectFacts } from '../../../src/analysis/facts/defect-facts.ts';
import { TEXT_KINDS } from '../../../src/analysis/patterns/uipath/texts/text-kinds.ts';
import { isOlder } from '../../../src/analysis/patterns/version-order.ts';

describe('facts about known defects', () => {
  it('are fixed by a version that does not have them', () => {
    assert.ok(defectFacts().length >= 10);
    for (const { version, fixed, isBefore, consequence } of defectFacts())
      assert.ok(isBefore ? !isOlder(fixed, version) : isOlder(version, fixed), consequence);
  });

  it('name activities, kinds of texts that there are, and a page', () => {
    for (const { types, when, source } of defectFacts()) {
      for (const type of types) assert.match(type, /^[A-Z]\w+$/);
      for (const { test, values } of when)
        if (test === 'kind') assert.ok(values.every((kind) => kind in TEXT_KINDS));
      assert.match(source, /\.md$/);
    }
  });
});
