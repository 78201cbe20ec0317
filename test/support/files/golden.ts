/** Comparison with golden files; `UPDATE_GOLDEN=1` writes them anew. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../../fixtures');

/** Compares a value with the JSON file of this path in the folder of fixtures. */
export function checkGolden(path: string, value: unknown): void {
  const file = join(FIXTURES, path);
  const pretty = `${JSON.stringify(value, null, 2)}\n`;
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pretty);
  }
  assert.equal(pretty, readFileSync(file, 'utf8'));
}
