/** Judges the files of a folder together, once each has been analysed by itself. */
import { judgeProject } from '../engine/project/project-report.ts';
import { LIMITS } from '../limits.ts';
import type { Finding } from '../model/finding.ts';
import type { FileFacts } from '../model/project.ts';
import type { BuiltinRuleset } from '../model/ruleset.ts';
import type { FoundFile } from './find-files.ts';
import type { FileOutcome } from './run-files.ts';

const factsOf = (outcome: FileOutcome): FileFacts | undefined =>
  outcome.status === 'completed' ? outcome.report.facts : outcome.facts;

/** What is wrong between the files; nothing when there were no facts, as for a file that was named by itself. */
export async function judgeFolder(
  files: readonly FoundFile[],
  outcomes: readonly FileOutcome[],
  ruleset: BuiltinRuleset,
): Promise<readonly Finding[]> {
  const facts = outcomes.flatMap((outcome) => factsOf(outcome) ?? []);
  if (facts.length === 0) return [];
  // The threads have loaded the catalogue; here it is needed only now.
  const { RULES } = await import('../rules/index.ts');
  const paths = files.map(({ path }) => path);
  return judgeProject(RULES, { facts, paths, ruleset, findingsMax: LIMITS.findingsStoredMax }).findings;
}
