/**
 * Checks the SARIF report with the validator of Microsoft and the rules of GitHub and Azure DevOps: `npm run sarif:check`.
 * It downloads the validator, 100 MB, so that it is no part of the tests. Its exit code is 0 with errors too: the
 * verdict is read from its own report.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const VALIDATOR = '@microsoft/sarif-multitool@5.7.0';
const KINDS = ['Sarif', 'Ghas', 'Ado'];
/** Members of `automationDetails` that the task which publishes to Azure DevOps fills in. */
const FILLED_BY_AZURE: ReadonlySet<string> = new Set(['GHAzDO1019', 'GHAzDO1020']);

interface ValidatorResult {
  readonly ruleId: string;
  readonly level?: string;
  readonly message: { readonly id?: string; readonly arguments?: readonly string[] };
}

/** Runs a command. @throws Error if it does not end with the code */
function run(command: string, args: readonly string[], code: number): void {
  const { status, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== code) throw new Error(`${command} ${args[0]} ended with ${status}: ${stderr}`);
}

/** Returns what the validator finds in a report by the rules of a kind. */
function resultsOf(report: string, output: string, kind: string): readonly ValidatorResult[] {
  const options = ['--output', output, '--rule-kind', kind, '--log', 'ForceOverwrite'];
  run(
    'npm',
    ['exec', '--yes', `--package=${VALIDATOR}`, '--', 'sarif-multitool', 'validate', report, ...options],
    0,
  );
  const log = JSON.parse(readFileSync(output, 'utf8').replace(/^\uFEFF/, ''));
  return log.runs.flatMap((one: { results: readonly ValidatorResult[] }) => one.results);
}

const folder = mkdtempSync(join(tmpdir(), 'flowarden-sarif-'));
try {
  const report = join(folder, 'report.sarif');
  const paths = ['samples', 'test/goldens'];
  // Some goldens are broken: what could not be read is in the report.
  run(process.execPath, ['bin/flowarden.mjs', 'validate', ...paths, '--format', `sarif=${report}`], 2);
  const results = KINDS.flatMap((kind) => resultsOf(report, join(folder, `${kind}.sarif`), kind));
  const wrong = results.filter(({ ruleId, level }) => level === 'error' && !FILLED_BY_AZURE.has(ruleId));
  for (const { ruleId, level = 'warning', message } of results)
    process.stdout.write(`${level} ${ruleId} ${message.id}: ${message.arguments?.join(', ')}\n`);
  process.stdout.write(`${wrong.length} errors that are ours to mend\n`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
