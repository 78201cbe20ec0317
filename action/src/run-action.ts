/** The GitHub action: judges the files of the job, and shows the result where readers of the job look. */
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Annotation, annotationLine } from '../../src/analysis/report/formats/github.ts';
import { readConfig } from '../../src/cli/config/config-file.ts';
import { validateOffline } from '../../src/cli/validate/validate-command.ts';
import { printCommands } from '../../src/infra/logging/output.ts';
import { offlineConfig } from '../../src/infra/settings/config.ts';
import { type JobEvent, readEvent } from './event.ts';
import { type Api, uploadSarif, writeComment } from './github-api.ts';
import { type ActionInputs, readInputs } from './inputs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** GitHub rejects a larger summary of a step. */
const SUMMARY_BYTES_MAX = 1024 * 1024;
/** Exit code when the files could not be judged. */
const NOT_JUDGED = 2;

/** Runs the action; resolves with the exit code of the step. */
export async function runAction(environment: Environment = process.env): Promise<number> {
  try {
    const inputs = readInputs(environment);
    const folder = mkdtempSync(join(environment.RUNNER_TEMP || tmpdir(), 'flowarden-'));
    const code = await judge(inputs, folder, environment);
    await show(inputs, folder, environment);
    return code;
  } catch (error) {
    tell('error', error instanceof Error ? error.message : String(error));
    return NOT_JUDGED;
  }
}

/** Shows a sentence at the top of the job's page. */
function tell(kind: Annotation['kind'], message: string): void {
  printCommands(annotationLine({ kind, properties: { title: 'Flowarden' }, message }));
}

/** Judges the paths, else those of the configuration, else the repository; writes the reports into the folder. */
async function judge(
  { argv, paths }: ActionInputs,
  folder: string,
  environment: Environment,
): Promise<number> {
  const config = await readConfig({ file: undefined, isOff: false }, process.cwd());
  const usual = (config?.paths.length ?? 0) > 0 ? [] : ['.'];
  const formats = [
    'github',
    ...['json', 'sarif', 'markdown'].map((name) => `${name}=${fileOf(folder, name)}`),
  ];
  const given = paths.length === 0 ? usual : paths;
  return validateOffline(
    [
      ...argv,
      ...formats.map((format) => `--format=${format}`),
      ...(given.length === 0 ? [] : ['--', ...given]),
    ],
    offlineConfig(environment),
  );
}

const fileOf = (folder: string, format: string): string => join(folder, `flowarden.${format}`);

async function show(inputs: ActionInputs, folder: string, environment: Environment): Promise<void> {
  const { passed, score } = JSON.parse(readFileSync(fileOf(folder, 'json'), 'utf8')) as {
    readonly passed: boolean;
    readonly score: number | null;
  };
  const sarif = fileOf(folder, 'sarif');
  const outputs = { passed: String(passed), score: String(score ?? ''), 'sarif-file': sarif };
  for (const [name, value] of Object.entries(outputs))
    append(environment.GITHUB_OUTPUT, `${name}=${value}\n`);
  const markdown = readFileSync(fileOf(folder, 'markdown'), 'utf8');
  if (inputs.summary && Buffer.byteLength(markdown) < SUMMARY_BYTES_MAX)
    append(environment.GITHUB_STEP_SUMMARY, markdown);
  const event = readEvent(environment);
  if (event.isFork) {
    tell(
      'notice',
      'The pull request comes from a fork, whose job may not write: the findings are in this job alone.',
    );
    return;
  }
  const api: Api = { url: environment.GITHUB_API_URL || 'https://api.github.com', token: inputs.token };
  if (inputs.sarif) await attempt('The findings are not in code scanning', () => upload(api, event, sarif));
  if (inputs.comment && event.pullRequest !== undefined)
    await attempt('The comment was not written', () => writeComment(api, event, markdown));
}

function append(file: string | undefined, text: string): void {
  if (file) appendFileSync(file, text);
}

function upload(api: Api, event: JobEvent, file: string): Promise<void> {
  return uploadSarif(api, event, readFileSync(file));
}

/** Runs a call whose failure must not change the result of the gate. */
async function attempt(problem: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    tell('notice', `${problem}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
