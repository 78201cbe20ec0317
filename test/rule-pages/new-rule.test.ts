/** Files that `npm run new:rule` makes: a page that parses, with a place for everything that a page must have. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readFrontMatter } from '../../scripts/rules/front-matter.ts';
import { ruleFiles } from '../../scripts/rules/rule-files.ts';
import { designersFor } from '../../src/rule-pages/designers.ts';
import { parsePage } from '../../src/rule-pages/parse-page.ts';

const PLANTED = join(import.meta.dirname, '../fixtures/planted');

describe('the files of a new rule', () => {
  for (const [id, platforms] of [
    ['UIP-REL-900', 1],
    ['PAD-SEC-900', 1],
    ['XPL-PRV-900', 4],
  ] as const) {
    it(`fit ${id}`, () => {
      const { page, check, planted, plantedSets } = ruleFiles(id);
      const { frontMatter, designers, examples } = parsePage(page);
      const facts = readFrontMatter(frontMatter);
      assert.deepEqual([facts.id, facts.platforms.length], [id, platforms]);
      assert.deepEqual(
        designers.map(({ designer }) => designer),
        designersFor(facts),
      );
      assert.equal(Object.keys(examples).length, platforms);
      for (const { bad, good, forTests } of Object.values(examples))
        assert.deepEqual([bad.length, good.length, forTests.good.length], [1, 1, 1]);
      assert.ok(check.includes(`defineRule('${id}', {`));
      assert.ok(planted.includes(`-- ${id} defect: TODO --`));
      for (const set of plantedSets) assert.ok(existsSync(join(PLANTED, `${set}.txt`)), set);
    });
  }

  for (const id of ['', 'FOO', 'UIP-REL-31', 'XYZ-REL-031', '../UIP-REL-031'])
    it(`are not made for ${JSON.stringify(id)}`, () => {
      assert.throws(() => ruleFiles(id), /is not the id of a rule/);
    });
});
