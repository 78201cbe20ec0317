/** Stored trees of what screen readers get. `UPDATE_GOLDEN=1` before a test writes them anew. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';

const FOLDER = join(import.meta.dirname, '..', 'snapshots');

/** Time for parts of a page that are still loading. */
const LOADING_MS_MAX = 10_000;

/** Requires the accessibility tree of an element to become the stored one. */
export async function assertAriaSnapshot(element: Locator, name: string): Promise<void> {
  const path = join(FOLDER, `${name}.yaml`);
  const { origin } = new URL(element.page().url());
  const read = async () => `${steady((await element.ariaSnapshot()).replaceAll(origin, ''))}\n`;
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, await readComplete(read));
  }
  const stored = readFileSync(path, 'utf8');
  const deadline = Date.now() + LOADING_MS_MAX;
  let tree = await read();
  while (tree !== stored && Date.now() < deadline) {
    await sleep(50);
    tree = await read();
  }
  assert.equal(tree, stored, `${path} is old: run the test with UPDATE_GOLDEN=1`);
}

/** Reads until nothing more loads: the network is never idle, as the app holds a stream open. */
async function readComplete(read: () => Promise<string>): Promise<string> {
  let before = '';
  let tree = await read();
  while (tree !== before) {
    await sleep(1000);
    before = tree;
    tree = await read();
  }
  return tree;
}

/** Replaces what differs from run to run: ids, durations and how long ago something was. */
function steady(tree: string): string {
  return tree
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\b(?:just now|\d+ (?:second|minute)s? ago)\b/g, '<ago>')
    .replaceAll(/[\d,]+ ms\b/g, '<n> ms');
}
