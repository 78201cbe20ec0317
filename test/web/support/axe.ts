/** Accessibility of a page by axe, in every mode of display. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { bySize, someOf } from '../../support/ring.ts';
import { MODES } from './modes.ts';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that depend on colours and sizes. The others read the tree, which is the same in every mode of that width. */
const VARIANT_RULES = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

/** Colours on their way to others are not judged, nor those of a table that is being read again. */
const AT_REST =
  '*, ::before, ::after { transition: none !important } .table-frame[aria-busy="true"] tbody { opacity: 1 !important }';

declare const axe: { run(context: Document, options: object): Promise<AxeResults> };

/** Rules that judge a page: all, those that read the tree, or those of colours and sizes. */
type Rules = 'all' | 'tree' | 'variant';

const RULES: Readonly<Record<Rules, object>> = {
  all: { runOnly: TAGS },
  tree: { runOnly: TAGS, rules: Object.fromEntries(VARIANT_RULES.map((id) => [id, { enabled: false }])) },
  // Only one rule reads style sheets, and that one not the colours.
  variant: { runOnly: { type: 'rule', values: VARIANT_RULES }, preload: false },
};

/** Requires that axe finds nothing on the page as it is shown now, and that nothing scrolls sideways. */
async function assertAccessible(page: Page, where: string, rules: Rules): Promise<void> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) {
    await page.evaluate(SOURCE);
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, AT_REST);
  }
  const { violations, overflow } = await page.evaluate(
    async (options) => {
      // Those of key frames that are under way.
      for (const animation of document.getAnimations()) animation.finish();
      const { violations: found } = await axe.run(document, options);
      return {
        violations: found.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
        ),
        overflow: document.documentElement.scrollWidth - innerWidth,
      };
    },
    { ...RULES[rules], resultTypes: ['violations'] },
  );
  assert.deepEqual(violations, [], where);
  assert.ok(overflow <= 0, `${where}: the page is ${overflow} px too wide`);
}

/** The inner ring judges the first mode alone: the others take twice its time together. */
const JUDGED_MODES = someOf(Object.entries(MODES), 1);

/**
 * Requires the same in each mode. The page stays as it is; only the display changes. The inner ring judges colours and sizes
 * only of pages that want all rules, as they take most of the time.
 */
export async function assertAccessibleInAllModes(
  page: Page,
  where: string,
  rules: 'all' | 'tree' = bySize('tree', 'all'),
): Promise<void> {
  for (const [mode, { viewport, isVariant = false, ...settings }] of JUDGED_MODES) {
    // In this order: Chromium leaves elements that only now are shown in the colours of the scheme before.
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null, ...settings });
    await assertAccessible(page, `${where}, ${mode}`, isVariant ? 'variant' : rules);
  }
}
