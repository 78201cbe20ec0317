/** Accessibility of a page by axe, in every mode of display. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { MODES } from './modes.ts';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare const axe: { run(context: Document, options: object): Promise<AxeResults> };

/** Requires that axe finds nothing on the page as it is shown now, and that nothing scrolls sideways. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(SOURCE);
  const violations = await page.evaluate(async (tags) => {
    // Colours on their way to others would be judged.
    for (const animation of document.getAnimations()) animation.finish();
    const { violations: found } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  }, TAGS);
  assert.deepEqual(violations, [], where);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${where}: the page is ${overflow} px too wide`);
}

/** Requires the same in each mode. The page stays as it is; only the display changes. */
export async function assertAccessibleInAllModes(page: Page, where: string): Promise<void> {
  for (const [mode, settings] of Object.entries(MODES)) {
    const { viewport, ...media } = {
      colorScheme: null,
      forcedColors: null,
      reducedMotion: null,
      ...settings,
    };
    // In this order: Chromium leaves elements that only now are shown in the colours of the scheme before.
    await page.setViewportSize(viewport);
    await page.emulateMedia(media);
    await assertAccessible(page, `${where}, ${mode}`);
  }
}
