/** The parts that screens are made of, in every state and mode, with hostile names. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { build } from 'esbuild';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { linePath, roundedUp } from '../../web/parts/charts/scale.ts';
import { assertAriaSnapshot } from './support/aria-snapshot.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();

describe('the parts of the app', { skip: BROWSER_ABSENT }, () => {
  let script = '';
  before(async () => {
    const { outputFiles } = await build({
      absWorkingDir: installRoot(),
      entryPoints: ['test/web/support/gallery.tsx'],
      tsconfig: 'tsconfig.web.json',
      bundle: true,
      write: false,
      format: 'esm',
    });
    script = outputFiles[0]!.text;
  });
  /** Opens the gallery in place of the app, under the policy of the app. */
  const open = async () => {
    const guarded = await openPage({
      baseURL: service.url,
      colorScheme: 'light',
      viewport: { width: 1440, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await guarded.page.route('**/assets/main-*.js', (route) =>
      route.fulfill({ body: script, contentType: 'text/javascript' }),
    );
    await guarded.page.goto('/rules');
    await guarded.page.getByRole('heading', { level: 1, name: 'Parts' }).waitFor();
    return guarded;
  };

  it('are accessible in every mode, and no name widens the page', async () => {
    const { page, close } = await open();
    await assertAccessibleInAllModes(page, 'parts', 'all');
    if (process.env.SCREENSHOTS) {
      mkdirSync(join(installRoot(), 'build/screenshots'), { recursive: true });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, forcedColors: null, reducedMotion: null });
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 });
          const path = join(installRoot(), `build/screenshots/parts-${colorScheme}-${width}.png`);
          await page.screenshot({ path, fullPage: true });
        }
      }
    }
    await close();
  });

  it('show charts as tables with the same numbers, by a key', async () => {
    const { page, close } = await open();
    const chart = page.getByRole('region', { name: 'New findings' });
    await assertAriaSnapshot(chart, 'chart');
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('t');
    await assertAriaSnapshot(chart, 'chart-table');
    await close();
  });

  it('move between rows, select them and sort them by keys', async () => {
    const { page, close } = await open();
    const table = page.getByRole('table', { name: 'Workflows' });
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await table.getByRole('link', { name: 'Reminders.json' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('x');
    await table.getByRole('checkbox', { name: 'Select Reminders.json', checked: true }).waitFor();
    await table
      .getByRole('checkbox', { name: 'Select all rows' })
      .and(page.locator(':indeterminate'))
      .waitFor();
    const header = table.getByRole('columnheader', { name: 'Score' });
    await header.and(page.locator('[aria-sort="descending"]')).waitFor();
    await header.getByRole('button').press('Enter');
    await header.and(page.locator('[aria-sort="ascending"]')).waitFor();
    await close();
  });

  it('give the focus back when a dialog or a panel closes', async () => {
    const { page, close } = await open();
    for (const [opener, role, name] of [
      ['Open dialog', 'dialog', 'Reject the exception'],
      ['Open panel', 'complementary', 'Finding'],
    ] as const) {
      const button = page.getByRole('button', { name: opener });
      await button.click();
      const opened = page.getByRole(role, { name });
      await opened.waitFor();
      await opened.and(page.locator(':focus-within')).waitFor();
      await assertAccessibleInAllModes(page, name);
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
      await button.and(page.locator(':focus')).waitFor();
    }
    await close();
  });

  it('announce messages, which close by themselves or by their button', async () => {
    const { page, close } = await open();
    await page.getByRole('button', { name: 'Show message' }).click();
    await page.getByRole('status').getByText('The key is revoked.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Close the message' }).click();
    await page.locator('.toast').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'copied text');
    await close();
  });
});

describe('charts', () => {
  it('end their axis at a round number', () => {
    assert.deepEqual([0, 1, 3, 7, 11, 49, 51, 1001].map(roundedUp), [1, 1, 5, 10, 20, 50, 100, 2000]);
  });

  it('draw a line through their points', () => {
    assert.equal(
      linePath([
        [0, 1],
        [2.04, 3],
      ]),
      'M0.0 1.0L2.0 3.0',
    );
  });
});
