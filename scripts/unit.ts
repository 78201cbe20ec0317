/**
 * Runs the tests. `node scripts/unit.ts [options of Node's runner] [files]`: without files, all of them. To load the product
 * takes longer than the tests of most files, so most of them share a process with others.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');

/** Name of a process → its files. What they start ends with them, and they leave the process as it was. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  commands: ['test/cli/{[a-n],v}*.test.ts'],
  'commands-2': ['test/cli/[o-s]*.test.ts'],
  documents: [
    'test/repository/{access-document,architecture,capacity-document,designer-steps}.test.ts',
    'test/repository/{kubernetes,owner-queries,rule-sizes,scores-document,supply-chain,tidy}.test.ts',
    'test/repository/troubleshooting-document.test.ts',
    'test/text/texts.test.ts',
  ],
  engine: ['test/analysis/{custom-rules,engine,inventory,model}/*.test.ts'],
  gateway: ['test/gateway/**/*.test.ts'],
  infra: ['test/infra/**/*.test.ts'],
  parts: [
    'test/analysis/{archive-locations,compare-lines,goldens,padded-gate,planted,rules,text,text-title,uipath-findings}.test.ts',
    'test/analysis/{metamorphic,outline,patterns,report}/*.test.ts',
    'test/picture/*.test.ts',
    'test/policy/*.test.ts',
  ],
  platforms: ['test/analysis/platforms/**/*.test.ts'],
  projects: ['test/service/{policy,projects}/*.test.ts'],
  rpc: ['test/{contract,rpc}/*.test.ts'],
  scans: ['test/service/{feed,findings,free-scans,idempotency,inventory,outlines,plans}/*.test.ts'],
  service: ['test/service/{access,audit,bodies,dry-runs,estate,evidence,exceptions}/*.test.ts'],
  // The longest file, by itself: Node's runner begins with these processes, and at the end it would run alone.
  states: ['test/web/states.test.ts'],
  validations: ['test/service/validations/*.test.ts'],
  web: ['test/web/{account,audit,connect,exceptions,feed,findings,parts,picture}.test.ts'],
  'web-2': ['test/web/{policies,projects,result,rules,scan,settings}.test.ts'],
  'web-3': ['test/web/{shell,sign-in,team,trends,webhooks,workflows}.test.ts'],
  webhooks: ['test/jobs/*.test.ts', 'test/service/{rate-limits,webhooks}/*.test.ts'],
};

/** Files of those folders with a process of their own: they change it, measure it, or take long. */
const ALONE = [
  'test/analysis/engine/vendor-content.test.ts',
  'test/analysis/platforms/readers/{xml-reader,zip}.test.ts',
  'test/contract/{interface,spectral}.test.ts',
  'test/gateway/response/unread-answers.test.ts',
  'test/gateway/server/process.test.ts',
  'test/infra/{database-away,traces}.test.ts',
  'test/policy/dry-run.test.ts',
  'test/service/access/token.test.ts',
  'test/service/free-scans/scan-limits.test.ts',
  'test/service/policy/offline-and-service.test.ts',
  'test/service/validations/poison-files.test.ts',
];

const FILTERS = /^--test-(?:name-pattern|only)/;

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
  // A filter of tests would leave out those of shared processes, where each file is a test.
  if (argv.some((word) => FILTERS.test(word))) return [...others];
  const support = pathToFileURL(join(ROOT, 'test/support/shared-process.ts')).href;
  const shared = Object.entries(SHARED).map(([name, patterns]) => {
    const files = globSync(patterns, { cwd: ROOT, exclude: ALONE }).sort();
    for (const file of files) others.delete(file);
    const entry = join(folder, `${name}.test.mjs`);
    const lines = [`import { runInOneProcess } from '${support}';`];
    lines.push(`runInOneProcess(${JSON.stringify(files)});`);
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
