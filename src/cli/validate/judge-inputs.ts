/** Judges inputs by checked arguments: what `flowarden validate` reports, without a report. */
import type { PlatformNaming } from '../../analysis/model/platform.ts';
import { buildDocument, namePlatforms, type OfflineDocument } from '../../analysis/report/document.ts';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import { foldCopiesInFiles } from '../../analysis/report/fold-copies.ts';
import { withRunConditions } from '../../analysis/report/run-conditions.ts';
import type { RunGate } from '../../analysis/report/run-gate.ts';
import { isBlocked } from '../../analysis/report/verdict.ts';
import { programVersion } from '../../infra/process/install-root.ts';
import type { ChangedVersions } from '../baseline/changed-versions.ts';
import { compareWithEarlier } from '../baseline/compare-with-earlier.ts';
import type { Arguments } from './arguments.ts';
import { emptyInputs } from './failed-files.ts';
import type { Input } from './inputs.ts';
import { runInputs } from './run-inputs.ts';

/** Judged inputs. */
export interface JudgedInputs {
  readonly document: OfflineDocument;
  readonly runs: readonly InputRun<Input>[];
  readonly gate: RunGate;
  /** A sentence for each path without a workflow. */
  readonly empty: readonly string[];
  /** Sentence about entries of the baseline that match nothing any more; null: none. */
  readonly stale: string | null;
  /** Both versions of the files that have changed since a revision; absent: no format draws them. */
  readonly versions?: ChangedVersions | undefined;
  /** 0: passed; 1: blocked; 2: could not be judged, or the baseline is stale and must not be. */
  readonly exitCode: 0 | 1 | 2;
}

/** Analyses the inputs, compares them with earlier findings and decides. @throws StartError (exit 2) */
export async function judgeInputs(
  inputs: readonly Input[],
  options: Arguments,
  platformNames: PlatformNaming,
): Promise<JudgedInputs> {
  const found = await runInputs(inputs, options);
  const empty = emptyInputs(found, options.platform);
  const compared = await compareWithEarlier(found, options);
  const { runs: folded, gate } = foldCopiesInFiles(compared.runs, {
    ...options.gate,
    comparison: compared.comparison,
  });
  const runs = withRunConditions(folded, gate);
  const isIncomplete = empty.length > 0 && !options.allowEmpty;
  const document = namePlatforms(buildDocument(programVersion(), runs, gate, isIncomplete), platformNames);
  const { stale, versions } = compared;
  const isJudged = document.passed && (stale === null || !options.compare.isStrict);
  const exitCode = isBlocked(runs, gate) ? 1 : isJudged ? 0 : 2;
  return { document, runs, gate, empty, stale, versions, exitCode };
}
