/** Inputs that could not be judged, which must not look like a passed gate. */

import { PLATFORMS, type Platform } from '../../analysis/model/platform.ts';
import type { FileEntry } from '../../analysis/report/document.ts';
import { type InputRun as AnyInputRun, isWorkflow } from '../../analysis/report/file-outcome.ts';
import { formatNumber } from '../../text/format.ts';
import type { Input } from './inputs.ts';

type InputRun = AnyInputRun<Input>;

/** Returns a sentence for each input without a workflow, with the reason. */
export function emptyInputs(runs: readonly InputRun[], platform: Platform | undefined): readonly string[] {
  const judged = new Set(runs.flatMap(judgedIds));
  return runs
    .filter(({ input }) => !input.elsewhere.some((id) => judged.has(id)))
    .filter((run) => run.isNothingAnalysed === true || !isJudged(run))
    .map((run) => sentence(run, platform));
}

/** Returns whether an input has a workflow, or a finding in what was read beside workflows. */
const isJudged = (run: InputRun): boolean => judgedIds(run).length > 0 || run.across.length > 0;

/** Returns the ids of all workflows, including broken ones; for an archive that has one, also its own id. */
function judgedIds({ input, outcomes }: InputRun): readonly string[] {
  const ids = input.files.filter((_, i) => isWorkflow(outcomes[i]!)).map(({ id }) => id);
  return ids.length > 0 && input.kind === 'archive' ? [...ids, input.realPath] : ids;
}

function sentence(run: InputRun, platform: Platform | undefined): string {
  const { input, outcomes } = run;
  const name = JSON.stringify(input.name);
  if (run.isNothingAnalysed === true)
    return `Nothing in ${name} was analysed: its files are of kinds that are not read. The findings across files name them.`;
  if (input.kind === 'file') {
    const [outcome] = outcomes;
    const reason = outcome !== undefined && 'message' in outcome ? outcome.message : 'It is not a workflow.';
    return `${name} cannot be validated: ${reason}`;
  }
  const count = input.files.length + input.elsewhere.length;
  const files = count === 1 ? 'its one file is' : `none of its ${formatNumber(count)} files is`;
  const workflow = `${platform === undefined ? 'a' : `a ${PLATFORMS[platform].title}`} workflow`;
  if (count === 0) return `There is no workflow in ${name}: the ${input.kind} is empty.`;
  return `There is no workflow in ${name}: ${files} ${count === 1 ? 'not ' : ''}${workflow}.`;
}

/** Number of files that a sentence names; the report has all of them. */
const NAMED_MAX = 5;

/** Returns a sentence about files that could not be judged; null when there are none. */
export function failedFiles(files: readonly FileEntry[]): string | null {
  const failed = files.filter(({ status }) => status === 'failed').map(({ path }) => JSON.stringify(path));
  if (failed.length === 0) return null;
  const more = failed.length > NAMED_MAX ? ` and ${formatNumber(failed.length - NAMED_MAX)} more` : '';
  const count = failed.length === 1 ? 'A file' : `${formatNumber(failed.length)} files`;
  return `${count} could not be judged: ${failed.slice(0, NAMED_MAX).join(', ')}${more}. The report says why.`;
}
