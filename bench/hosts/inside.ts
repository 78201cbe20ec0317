/**
 * Program of a run, the first process of its namespaces: builds the hosts, runs the row, prints its checks.
 *
 * Usage: inside.ts <row> <size> <folder> <run> <folder of the version before, or nothing>
 */
import { lineOf } from './check.ts';
import type { Size } from './row.ts';
import { ROWS, type RowName } from './rows.ts';
import { createInstallation } from './service/installation.ts';

const [name, size, folder = '', run = '', before = ''] = process.argv.slice(2);
const row = await ROWS[name as RowName].load();
const installation = await createInstallation(folder);
let failed = 0;
for await (const result of row({ installation, size: size as Size, folder, run, before: before || null })) {
  process.stdout.write(`${lineOf(result)}\n`);
  if ('passed' in result && !result.passed) failed += 1;
}
// Its end is the end of every other process here.
process.exit(failed === 0 ? 0 : 1);
