/** The growth of the heap between full collections, in a process of its own. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const PATCH = join(import.meta.dirname, '../../../src/infra/patches/heap-growth.ts');
/** Allocates buffers as a few uploads do, and prints the full collections that this causes. */
const PROGRAM = `
  import { PerformanceObserver, constants } from 'node:perf_hooks';
  import { growHeapBetweenCollections } from ${JSON.stringify(PATCH)};
  if (process.env.PERCENT) growHeapBetweenCollections(Number(process.env.PERCENT));
  let full = 0;
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) full += 1;
  }).observe({ entryTypes: ['gc'] });
  const held = [];
  for (let round = 0; round < 400; round += 1) {
    held.push(Buffer.alloc(1024 * 1024));
    if (held.length > 20) held.shift();
    await new Promise(setImmediate);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  console.log(full);
`;

function fullCollections(percent: string): number {
  const argv = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM];
  const environment = { ...process.env, PERCENT: percent };
  return Number(execFileSync(process.execPath, argv, { env: environment, encoding: 'utf8' }));
}

test('a heap that may grow more is collected less often', () => {
  const [plain, grown] = [fullCollections(''), fullCollections('300')];
  assert.ok(plain > 0 && grown < plain, `${plain} full collections, ${grown} with the patch`);
});
