/**
 * Makes the three files of a new rule: its page, its check, and a planted defect with a near miss. Tests fail until you have
 * replaced each TODO.
 *
 * Usage: npm run new:rule -- UIP-REL-031
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagePath } from '../../src/rule-pages/page-file.ts';
import { ruleFiles } from './rule-files.ts';

const ROOT = join(import.meta.dirname, '../..');

function create(id: string): void {
  const { page, check, plantedSets, planted } = ruleFiles(id);
  const path = join(ROOT, 'src', pagePath(id));
  if (existsSync(path)) throw new Error(`${id} exists already: ${path}`);
  writeFileSync(path, page);
  writeFileSync(path.replace(/md$/, 'ts'), check);
  for (const name of plantedSets) appendFileSync(join(ROOT, `test/fixtures/planted/${name}.txt`), planted);
  const { status } = spawnSync('npm', ['run', '--silent', 'generate'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  console.log(`Write ${path} and the check beside it, and replace the TODO in test/fixtures/planted.`);
  console.log(`Then: npm run unit -- test/analysis/rules.test.ts --test-name-pattern=${id}`);
  process.exitCode = status ?? 1;
}

try {
  create((process.argv[2] ?? '').toUpperCase());
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
