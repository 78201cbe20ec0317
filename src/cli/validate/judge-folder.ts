/** Evaluates the files of a folder or an archive together, after each has been analysed. */

import type { TaskPolicy } from '../../analysis/engine/policies/task-policy.ts';
import type { ProjectReport } from '../../analysis/engine/project/project-report.ts';
import type { FileFacts } from '../../analysis/model/project.ts';
import { summarise } from '../../analysis/model/report.ts';
import type { FileOutcome } from '../../analysis/report/file-outcome.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { AnalysisPool } from '../../pool/pool.ts';
import { PROJECT_LIMITS } from '../../service/projects/limits.ts';
import type { FoundFile } from './found-file.ts';

const factsOf = (outcome: FileOutcome): FileFacts | undefined =>
  outcome.status === 'completed' ? outcome.report.facts : outcome.facts;

/** Returns the findings across files; none without facts, as for a file that was named by itself. */
export async function judgeFolder(
  pool: AnalysisPool,
  files: readonly FoundFile[],
  outcomes: readonly FileOutcome[],
  ruleset: TaskPolicy,
): Promise<Pick<ProjectReport, 'findings' | 'summary' | 'isNothingAnalysed'>> {
  const factsTexts = outcomes.flatMap((outcome) => {
    const facts = factsOf(outcome);
    return facts === undefined ? [] : JSON.stringify(facts);
  });
  if (factsTexts.length === 0) return { findings: [], summary: summarise([]), isNothingAnalysed: false };
  const paths = files.map(({ path }) => path);
  return pool.judge(
    { factsTexts, paths, ruleset, findingsMax: CONTRACT_LIMITS.findingsStoredMax },
    { timeoutMs: PROJECT_LIMITS.projectJudgeMsMax },
  );
}
