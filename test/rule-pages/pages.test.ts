/** Pages of all rules: what the front matter, the steps and the examples of each must have. */
import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CROSSING_RULE } from '../../src/analysis/model/measures/crossing.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { CATALOGUE } from '../../src/gen/rule-catalogue.ts';
import { designersFor } from '../../src/rule-pages/designers.ts';
import { pagePath } from '../../src/rule-pages/page-file.ts';
import { publicPage } from '../../src/rule-pages/public-page.ts';
import { pageOf, pageTextOf } from '../support/files/rule-examples.ts';

const SOURCES = join(import.meta.dirname, '../../src');
/** Steps that a list may have. */
const STEPS_MAX = 4;

describe('the pages of the rules', () => {
  it('stand beside their checks', () => {
    const pages = globSync('analysis/rules/*/*.md', { cwd: SOURCES }).map((file) =>
      file.replaceAll('\\', '/'),
    );
    assert.deepEqual(pages.sort(), RULES.map(({ id }) => pagePath(id)).sort());
    for (const page of pages) assert.ok(existsSync(join(SOURCES, page.replace(/md$/, 'ts'))), page);
  });

  it('have steps for each designer in which the rule can report something', () => {
    for (const rule of RULES) {
      const { designers } = pageOf(rule.id);
      assert.deepEqual(
        designers.map(({ designer }) => designer),
        designersFor(rule),
        rule.id,
      );
      for (const { designer, steps } of designers) {
        assert.ok(steps.length >= 2 && steps.length <= STEPS_MAX, `${rule.id}, ${designer}: ${steps.length}`);
        for (const step of steps) assert.match(step, /^[A-Z][^\n]{10,250}\.$/, `${rule.id}: ${step}`);
      }
    }
  });

  it('show people at least one example that is reported and one that is not', () => {
    for (const rule of RULES.filter(({ id, category }) => category !== 'engine' && id !== CROSSING_RULE))
      for (const platform of rule.platforms) {
        const { bad = [], good = [] } = pageOf(rule.id).examples[platform] ?? {};
        assert.ok(bad.length > 0 && good.length > 0, `${rule.id}, ${platform}`);
      }
  });

  it('have the reason, the steps and the examples in public, and none for tests', () => {
    for (const { id } of RULES) {
      const page = pageOf(id);
      const text = publicPage(CATALOGUE[id as keyof typeof CATALOGUE], pageTextOf(id));
      assert.ok(text.includes(`## Why it matters\n\n${page.why}`), id);
      for (const { designer, steps } of page.designers)
        assert.ok(
          text.includes(`### In ${designer}\n\n1. ${steps[0]}\n2. ${steps[1]}`),
          `${id}, ${designer}`,
        );
      for (const { bad, good } of Object.values(page.examples))
        for (const example of [...bad, ...good]) assert.ok(text.includes(example.text), id);
      assert.doesNotMatch(text, /^## For tests$|^---$/m, id);
    }
  });
});
