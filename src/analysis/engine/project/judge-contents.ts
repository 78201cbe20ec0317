/** Runs the rules across files over what one upload contains. */
import { truncate } from '../../../text/truncate.ts';
import type { WorkflowFacts } from '../../model/project.ts';
import type { RuleError } from '../../model/report.ts';
import type { Ruleset } from '../../model/ruleset.ts';
import type { Place, Spot } from '../../model/subjects/spot.ts';
import type { Workflow } from '../../model/workflow.ts';
import type { Artefact } from '../../platforms/artefacts/artefact.ts';
import type { InputFile } from '../../platforms/input-file.ts';
import { type LocatedProblem, placeOf as placeIn } from '../findings/findings.ts';
import { NAME_MAX } from '../findings/shorten.ts';
import type { AnalysisTask } from '../worker-messages.ts';
import { flowKey } from './build-projects.ts';
import { collectFacts, hasClue } from './collect-facts.ts';
import { followedWithin } from './data-flow/flow-facts.ts';
import { unanalysedFacts } from './parts.ts';
import { gatherersOf, runProjectRules } from './run-project-rules.ts';
import { stubOf } from './unanalysed-members.ts';

/**
 * Returns whether a file may contain its callees; calls of UiPath workflows lead to other files, and a cloud flow is
 * one file.
 */
function mayCallItself({ platform, language, calls, artifactKey }: Workflow): boolean {
  if (platform === 'uipath' || calls.length === 0) return false;
  if (language !== 'workflow-definition') return true;
  const key = flowKey(truncate(artifactKey, NAME_MAX));
  return calls.some(({ target }) => target !== undefined && flowKey(target) === key);
}

const NOTHING_TO_FOLLOW = { problems: [], ruleErrors: [] };

/** Rules and terms that apply to the contents. */
export interface ContentTerms extends Required<Pick<AnalysisTask, 'blockUnanalysed'>> {
  readonly ruleset: Ruleset;
  readonly isWhole: boolean;
}

/** Evaluates the contents of one upload as a project. */
export function judgeContents(
  file: InputFile,
  workflows: readonly Workflow[],
  unanalysed: readonly Artefact[],
  { ruleset, isWhole, blockUnanalysed }: ContentTerms,
): { readonly problems: readonly LocatedProblem[]; readonly ruleErrors: readonly RuleError[] } {
  const gatherers = gatherersOf(ruleset, isWhole);
  const hasSubject = (workflow: Workflow): boolean =>
    mayCallItself(workflow) || gatherers.some((gatherer) => hasClue(gatherer, workflow));
  if (!isWhole && !workflows.some(hasSubject)) return NOTHING_TO_FOLLOW;
  const options = {
    hasCallers: isWhole,
    ...(isWhole && { follows: followedWithin(workflows, ruleset.settings) }),
  };
  const within = new Map([
    ...workflows.map((workflow) => [collectFacts(workflow, gatherers, options), workflow] as const),
    ...unanalysed.map((artefact) => [unanalysedFacts(artefact), stubOf(artefact)] as const),
  ]);
  const paths = file.syntax === 'zip' ? file.archive().paths : [];
  const placeOf = (facts: WorkflowFacts, at: Spot): Place => placeIn(within.get(facts)!, at);
  const run = runProjectRules(
    { workflows: [...within.keys()], paths, isWhole, blockUnanalysed },
    ruleset,
    placeOf,
  );
  const problems = run.problems.map(({ setting, problem, in: facts, scope }) => ({
    setting,
    problem,
    scope,
    workflow: within.get(facts)!,
  }));
  return { problems, ruleErrors: run.ruleErrors };
}
