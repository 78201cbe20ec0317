/** Walks through screens of the web app, with keys and pointer, as a person takes them. */
import type { Page } from 'playwright-core';
import { framesOf } from './web-page.ts';

/** Pause of a person between two keys. */
const PAUSE_MS = 120;
const DRAG_MS = 3_000;

/** Presses keys one after the other. */
async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(PAUSE_MS);
  }
}

async function click(page: Page, name: RegExp | string, role: 'button' | 'link' = 'link'): Promise<void> {
  await page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .first()
    .click();
  await page.waitForTimeout(PAUSE_MS * 2);
}

/** Walks through the feed: rows, help, a facet, the search. */
export async function walkFeed(page: Page): Promise<void> {
  await press(page, ['j', 'j', 'j', 'k', '?', 'Escape']);
  await page.getByText('Platform', { exact: true }).first().click();
  await page.waitForTimeout(PAUSE_MS);
  await page.locator('.facet[open] input').first().click();
  await page.waitForTimeout(PAUSE_MS * 4);
  await press(page, ['Escape', '/', 'M', 'a', 'i', 'n']);
  await page.waitForTimeout(PAUSE_MS * 4);
  await press(page, ['Enter']);
}

/** Walks through a result: findings, a panel, the grouping, the other tabs. */
export async function walkResult(page: Page): Promise<void> {
  await press(page, ['n', 'n', 'p', 'Enter']);
  await page.getByRole('complementary').waitFor();
  await press(page, ['Escape', 'j', 'j']);
  await page.getByLabel('Group by').selectOption('severity');
  await page.waitForTimeout(PAUSE_MS * 2);
  await press(page, ['/', 'c', 'a']);
  await page.waitForTimeout(PAUSE_MS * 4);
  await click(page, /^Changes/);
  await click(page, /^Run/);
  await click(page, /^Findings \d/);
}

/** Walks through a picture: steps, findings, zoom, search, a panel. */
export async function walkPicture(page: Page): Promise<void> {
  await page.getByRole('treeitem').first().focus();
  await press(page, ['ArrowDown', 'ArrowDown', 'ArrowDown', 'n', 'n', 'p', '+', '-', '-', '0']);
  await press(page, ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End', 'Home', 'f', '0']);
  await press(page, ['/', 'l', 'i', 'n', 'e', ' ', '7', '7', 'Enter', 'Enter']);
  await page.getByRole('complementary').waitFor();
  await press(page, ['Escape']);
}

/** Drags the picture for a while. Returns the durations of the frames meanwhile. */
export async function pan(page: Page): Promise<readonly number[]> {
  const box = (await page.getByRole('tree').boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const frames = framesOf(page, DRAG_MS);
  for (let stroke = 0; stroke < 4; stroke += 1) {
    await page.mouse.move(middle.x, box.y + box.height - 20);
    await page.mouse.down();
    await page.mouse.move(middle.x - 60, box.y + 20, { steps: 30 });
    await page.mouse.up();
  }
  return frames;
}
