/** Stored trees of what screen readers get. `UPDATE_GOLDEN=1` before a test writes them anew. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';

const FOLDER = join(import.meta.dirname, '..', 'snapshots');

/** Requires the accessibility tree of an element to be the stored one. */
export async function assertAriaSnapshot(element: Locator, name: string): Promise<void> {
  const path = join(FOLDER, `${name}.yaml`);
  const { origin } = new URL(element.page().url());
  const tree = `${steady((await element.ariaSnapshot()).replaceAll(origin, ''))}\n`;
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, tree);
  }
  assert.equal(tree, readFileSync(path, 'utf8'), `${path} is old: run the test with UPDATE_GOLDEN=1`);
}

/** Replaces what differs from run to run: ids and durations. */
function steady(tree: string): string {
  return tree
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/[\d,]+ ms\b/g, '<n> ms');
}
