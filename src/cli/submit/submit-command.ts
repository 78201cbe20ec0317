/** `flowarden submit`: sends files to the service, and reports its result like `flowarden validate`. */

import { isWorkflow } from '../../analysis/report/file-outcome.ts';
import { REPORT_FORMATS } from '../../analysis/report/formats/formats.ts';
import { changeIdOf, changeUrl } from '../../contract/change.ts';
import { print, printError } from '../../infra/logging/output.ts';
import { programVersion } from '../../infra/process/install-root.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { plural } from '../../text/format.ts';
import { MINUTE_MS } from '../../units.ts';
import { readConfig } from '../config/config-file.ts';
import { repositoryFolder } from '../git/repository-folder.ts';
import { failedFiles } from '../validate/failed-files.ts';
import { findInputs, type Input } from '../validate/inputs.ts';
import { printWhole, writeReport } from '../validate/write-report.ts';
import { readSubmitArguments, SUBMIT_USAGE, type SubmitArguments, submitConfigChoice } from './arguments.ts';
import { sendCodeOwners } from './code-owners.ts';
import type { SubmitConfig } from './config.ts';
import { connect, type ServiceConnection } from './connection.ts';
import { explainFailure } from './explain-failure.ts';
import { type Outcome, outcomeOfFile, outcomeOfProject } from './outcome.ts';
import { type SendOptions, sendFile, sendProject } from './send-upload.ts';
import { type SubmissionFacts, submissionDocument, submissionView } from './submit-report.ts';
import { type PreparedUpload, prepareUpload } from './upload.ts';

/**
 * Runs the command; resolves with the exit code. @throws StartError (exit 2) for invalid arguments, unreadable files,
 * and a service that cannot be reached or rejects them
 */
export async function submit(argv: readonly string[], config: SubmitConfig): Promise<number> {
  const file = await readConfig(submitConfigChoice(argv), process.cwd());
  const options = readSubmitArguments(argv, file);
  if (options === 'help') {
    await printWhole(print, SUBMIT_USAGE);
    return 0;
  }
  const noted = new Set<string>();
  const note = (sentence: string): void => {
    if (!options.isQuiet && !noted.has(sentence)) printError(`flowarden: note: ${sentence}\n`);
    noted.add(sentence);
  };
  const late = AbortSignal.timeout(Math.ceil(options.timeoutMs));
  const connection = await connect(options, config, note, late);
  const inputs = await findInputs(options.paths, options.leaveOut, options.stdinName);
  const upload = await prepareUpload(inputs, config.job?.repository);
  const agent = options.agent ?? config.agent;
  const outcome = await outcomeOf(connection, upload, options, { job: config.job, agent, note }).catch(
    (error: unknown) => {
      throw late.aborted && error === late.reason
        ? tooLate(options.timeoutMs, connection.server)
        : explainFailure(error, connection.server);
    },
  );
  if (config.job !== null)
    await sendCodeOwners(connection.client, repositoryFolder(process.cwd()), config.job, note);
  const changeId = changeIdOf(connection.orgId.toLowerCase(), outcome.pipeline);
  if (changeId !== null) note(`The change is at ${changeUrl(connection.server, changeId)}.`);
  if (!hasGate(options) && outcome.mode !== 'blocking')
    note(
      `The service's mode is ${outcome.mode}: findings never fail this command. --enforcement-mode blocking makes them fail it.`,
    );
  const problems = inputs.filter((input) => isEmpty(input, outcome)).map(emptySentence);
  await writeReports(outcome, options, {
    version: programVersion(),
    server: connection.server,
    leftOut: inputs.flatMap((input) => leftOutOf(input, inputs.length === 1)),
    problems,
  });
  for (const problem of problems) printError(`flowarden: ${problem}\n`);
  if (outcome.isBlocked) return 1;
  return outcome.passed && problems.length === 0 ? 0 : 2;
}

/** Returns whether the arguments say when the command fails. */
const hasGate = ({ fields, failOn }: SubmitArguments): boolean =>
  fields.enforcement_mode !== undefined || failOn !== undefined;

function tooLate(timeoutMs: number, server: string): StartError {
  const minutes = plural(timeoutMs / MINUTE_MS, 'minute');
  return new StartError(
    `${server} has not answered with a result within ${minutes}. Raise --timeout to wait longer.`,
    2,
  );
}

async function outcomeOf(
  { client }: ServiceConnection,
  upload: PreparedUpload,
  { fields, timeoutMs, failOn, formats }: SubmitArguments,
  context: Pick<SendOptions, 'job' | 'agent' | 'note'>,
): Promise<Outcome> {
  const sending = { ...context, fields, timeoutMs };
  const judging = { failOn, needsAll: formats.some(({ format }) => format === 'json') };
  if (upload.platform !== null)
    return outcomeOfFile(await sendFile(client, upload, sending), upload, judging);
  return outcomeOfProject(client, await sendProject(client, upload, sending), upload, judging);
}

async function writeReports(
  outcome: Outcome,
  { formats, detail, showSuppressed, isWhole }: SubmitArguments,
  facts: SubmissionFacts,
): Promise<void> {
  const document = submissionDocument(outcome, facts);
  const needsView = formats.some(({ format }) => Object.hasOwn(REPORT_FORMATS, format));
  const view = needsView ? submissionView(outcome, facts, await loadCatalogue()) : null;
  for (const request of formats)
    await writeReport(request, {
      document,
      view,
      frames: [],
      baseUrl: facts.server,
      detail,
      showSuppressed,
      isWhole,
    });
  const failed = failedFiles(document.files);
  if (failed !== null) printError(`flowarden: ${failed}\n`);
}

/** Loads the rules, which only some formats need. */
async function loadCatalogue() {
  return (await import('../../analysis/rules/index.ts')).RULES;
}

/** Returns whether no file of the input is a workflow, not even a broken one. */
function isEmpty({ files, elsewhere }: Input, outcome: Outcome): boolean {
  const judged = new Set(
    outcome.files.flatMap(({ sent, status }) =>
      sent === null || !isWorkflow({ status }) ? [] : [sent.file.id],
    ),
  );
  return ![...files.map(({ id }) => id), ...elsewhere].some((id) => judged.has(id));
}

function emptySentence({ name }: Input): string {
  return `There is no workflow in ${JSON.stringify(name)}. Check the path.`;
}

/** Returns what was left out of the input, after its path if there are several. */
function leftOutOf({ name, leftOut }: Input, isOnly: boolean): readonly string[] {
  return isOnly || name === '.' ? leftOut : leftOut.map((path) => `${name}/${path}`);
}
