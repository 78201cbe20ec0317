/**
 * Runs the tests. `node scripts/unit.ts [options of Node's runner] [files]`: without files, all of them. To load the product
 * takes longer than most tests of a small part, so the files of such a part share a process.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');

/** Name of a process → its files. They start no process or thread, have no database, and no hooks outside of a suite. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  documents: [
    'test/infra/{network,releases,transaction}.test.ts',
    'test/repository/{access-document,architecture,designer-steps,kubernetes,owner-queries}.test.ts',
    'test/repository/{scores-document,supply-chain,tidy,troubleshooting-document}.test.ts',
    'test/service/validations/{ci-context,file-path}.test.ts',
    'test/text/texts.test.ts',
  ],
  engine: ['test/analysis/{custom-rules,engine,inventory,model}/*.test.ts'],
  gateway: [
    'test/gateway/request/{broken-form,json-body,plain-form,stream}.test.ts',
    'test/gateway/routes/{reads,validate}.test.ts',
    'test/gateway/{openapi/every-answer,pages/documents,response/csv,response/large-result,server/headers}.test.ts',
    'test/rpc/{admission,validate-codec}.test.ts',
    'test/service/access/{api-key,explain-no-role,match-policy,passwords}.test.ts',
  ],
  platforms: ['test/analysis/platforms/**/*.test.ts'],
  parts: [
    'test/analysis/{archive-locations,compare-lines,goldens,padded-gate,planted,rules,text,text-title,uipath-findings}.test.ts',
    'test/analysis/{metamorphic,outline,patterns,report}/*.test.ts',
    'test/cli/{offline-score,submit-parts}.test.ts',
    'test/infra/{async,memory,patches}/*.test.ts',
    'test/picture/*.test.ts',
    'test/policy/*.test.ts',
    'test/service/webhooks/{address,bodies,delivery-tally,messages,run-modes,schedule}.test.ts',
  ],
  // The longest file, by itself: Node's runner begins with these processes, and at the end it would run alone.
  states: ['test/web/states.test.ts'],
};

/** Files of those folders with a process of their own: they have such hooks, measure the process, or take long. */
const ALONE = [
  'test/analysis/engine/exceptions.test.ts',
  'test/analysis/engine/vendor-content.test.ts',
  'test/analysis/platforms/readers/xml-reader.test.ts',
  'test/analysis/platforms/readers/zip.test.ts',
  'test/policy/dry-run.test.ts',
];

const OPTIONS = [
  ...['--import', './test/support/preload.mjs', '--import', 'tsx/esm', '--test'],
  '--test-global-setup=./test/support/database/shared-postgres.ts',
  '--test-concurrency=3',
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  ...['--test-reporter=./test/support/slow-files.mjs', '--test-reporter-destination=stdout'],
];

/** Writes one file for each shared process, and returns these and all files that are in none of them. */
function allFiles(folder: string): readonly string[] {
  const others = new Set(globSync('test/**/*.test.ts', { cwd: ROOT }));
  const support = pathToFileURL(join(ROOT, 'test/support/shared-process.ts')).href;
  const shared = Object.entries(SHARED).map(([name, patterns]) => {
    const files = globSync(patterns, { cwd: ROOT, exclude: ALONE }).sort();
    for (const file of files) others.delete(file);
    const entry = join(folder, `${name}.test.mjs`);
    const lines = [`import { runInOneProcess } from '${support}';`];
    lines.push(`await runInOneProcess(${JSON.stringify(files)});`);
    writeFileSync(entry, lines.join('\n'));
    return entry;
  });
  return [...shared, ...others];
}

const argv = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'flowarden-unit-'));
const files = argv.some((word) => !word.startsWith('-')) ? [] : allFiles(folder);
const runner = spawn(process.execPath, [...OPTIONS, ...argv, ...files], { cwd: ROOT, stdio: 'inherit' });
// A terminal signals the runner too; it ends what it has started, and then this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => runner.kill(signal));
runner.on('close', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
