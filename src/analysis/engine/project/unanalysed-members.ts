/** Members of an archive that was sent by itself: which of them are known and were not analysed. */
import { AppError } from '../../../errors.ts';
import type { Workflow } from '../../model/workflow.ts';
import type { Artefact } from '../../platforms/artefacts/artefact.ts';
import { ARTEFACT_KINDS } from '../../platforms/artefacts/artefact-kinds.ts';
import { findArtefacts } from '../../platforms/artefacts/find-artefacts.ts';
import type { InputFile } from '../../platforms/input-file.ts';
import { bareWorkflow } from '../../platforms/zip/archive-member.ts';
import type { LocatedProblem } from '../findings/findings.ts';
import { KIND_RULE, NOTHING_RULE } from './unanalysed-files.ts';

/** Returns a workflow without content for the places of findings about an artefact. */
export const stubOf = ({ path, kind }: Artefact): Workflow =>
  bareWorkflow(ARTEFACT_KINDS[kind].platform, path);

/** Returns the members of an archive that are known and that no reader took. */
export function unanalysedIn(
  file: InputFile,
  read: readonly Workflow[],
  others: readonly string[],
): readonly Artefact[] {
  if (file.syntax !== 'zip') return [];
  const paths = new Set(read.map(({ file: path }) => path));
  const found = findArtefacts(file, (path) => paths.has(path));
  return [...found, ...others.map((path): Artefact => ({ path, kind: 'nested-archive' }))];
}

/**
 * Throws if an archive holds known files and none that was analysed: it must not look like one that has passed. Severe
 * findings are an answer all the same.
 * @throws AppError `unsupported_file_type`
 */
export function requireAnalysed(problems: readonly LocatedProblem[], filename: string): void {
  const nothing = problems.find(({ setting }) => setting.rule.id === NOTHING_RULE);
  const isSevere = problems.some(
    ({ setting: { rule, severity } }) =>
      rule.category !== 'engine' && (severity === 'critical' || severity === 'high'),
  );
  if (nothing === undefined || isSevere) return;
  const sentences = problems.filter(({ setting }) => setting.rule.id === KIND_RULE);
  const message = [nothing, ...sentences].map(({ problem }) => problem.message).join(' ');
  throw new AppError('unsupported_file_type', message, { filename });
}
