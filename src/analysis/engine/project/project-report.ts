/** Evaluates a project from the facts of its files, which were analysed one by one. */
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { truncate } from '../../../text/truncate.ts';
import { withFileBudget } from '../../model/budget/file-work.ts';
import type { CallGraph } from '../../model/calls/call-graph.ts';
import type { Finding } from '../../model/finding.ts';
import type { FileFacts, WorkflowFacts } from '../../model/project.ts';
import { type RuleError, type Summary, summarise } from '../../model/report.ts';
import { type Rule, SEVERITIES } from '../../model/rule.ts';
import type { Place, Spot } from '../../model/subjects/spot.ts';
import { idsOf } from '../evaluated-rules.ts';
import { type LocatedSpot, oldestId, toFindings } from '../findings/findings.ts';
import { foldGroups, takeGroups } from '../findings/group.ts';
import { NAME_MAX } from '../findings/shorten.ts';
import { locationOfPlace, traceSteps } from '../findings/trace-steps.ts';
import { excludedRules, type JudgedFile } from '../policies/judgement.ts';
import { preparePolicy } from '../policies/prepare-policy.ts';
import type { TaskPolicy } from '../policies/task-policy.ts';
import { unfinishedRules } from '../unfinished-rules.ts';
import { buildProjects } from './build-projects.ts';
import { callGraphOf } from './call-graph.ts';
import type { ProjectProblem } from './project-problem.ts';
import { runProjectRules } from './run-project-rules.ts';
import { analysedOnly, isNothingAnalysed } from './unanalysed-files.ts';

export interface ProjectInput {
  /** Facts of each file that has some. */
  readonly facts: readonly FileFacts[];
  /** Every file of the upload. */
  readonly paths: readonly string[];
  readonly ruleset: TaskPolicy;
  readonly findingsMax: number;
  /** Reports known files that were not analysed as high findings. */
  readonly blockUnanalysed?: boolean;
}

export interface ProjectReport {
  /** Most severe first, then by file and place. */
  readonly findings: readonly Finding[];
  /** True totals, also when the list was cut. */
  readonly summary: Summary;
  readonly rulesetDigest: string;
  readonly evaluatedRuleIds: readonly string[];
  readonly ruleErrors: readonly RuleError[];
  readonly callGraph: CallGraph;
  /** Known files are there, and none of them was analysed. */
  readonly isNothingAnalysed: boolean;
}

const judgedFile = ({ platform, file }: WorkflowFacts): JudgedFile => ({ platform, path: file });

const rank = ({ setting }: ProjectProblem): number => SEVERITIES.indexOf(setting.severity);

function byImportance(a: ProjectProblem, b: ProjectProblem): number {
  const order = rank(a) - rank(b);
  if (order !== 0) return order;
  if (a.in.file !== b.in.file) return a.in.file < b.in.file ? -1 : 1;
  return a.problem.at.at - b.problem.at.at;
}

function byFile(a: WorkflowFacts, b: WorkflowFacts): number {
  if (a.file === b.file) return 0;
  return a.file < b.file ? -1 : 1;
}

function toSpot({ setting, problem, in: workflow, scope }: ProjectProblem): LocatedSpot {
  const placeOf = ({ place = workflow.start.place! }: Spot): Place => place;
  const place = placeOf(problem.at);
  const { elementKey, pathKey, type } = place;
  const subject = truncate(problem.subject ?? '', NAME_MAX);
  return {
    found: { setting, problem },
    location: locationOfPlace(place),
    trace: traceSteps(problem.trace, (at) => locationOfPlace(placeOf(at))),
    // The file's path in the project identifies it there.
    identity: {
      ruleId: oldestId(setting.rule),
      artifactKey: workflow.file,
      elementKey,
      pathKey,
      subject,
      type,
    },
    scope,
  };
}

/** Runs the rules across files of a catalogue. Every spot of the facts must have its place. */
export function judgeProject(rules: readonly Rule[], input: ProjectInput): ProjectReport {
  const { detection: ruleset, judgeOf } = preparePolicy(input.ruleset, rules);
  const judge = judgeOf(ruleset);
  // Of two with one name the first counts: the choice must not depend on how an archive was packed.
  const workflows = input.facts.flatMap((facts) => facts.workflows).toSorted(byFile);
  const hasArchives = input.facts.some(({ isArchive }) => isArchive === true);
  const { paths, blockUnanalysed = false } = input;
  const upload = { workflows, paths, isWhole: true, hasArchives, blockUnanalysed };
  const run = withFileBudget(() => runProjectRules(upload, ruleset));
  const [first] = workflows;
  const found = run.problems.flatMap((problem) => judge.judge([problem], judgedFile(problem.in)));
  const failures = first === undefined ? [] : unfinishedRules(run.ruleErrors, judge.ruleset, first.start);
  const problems = [...found, ...failures.map((failure) => ({ ...failure, in: first!, scope: '' }))];
  const groups = foldGroups(
    problems.toSorted(byImportance),
    (problem) => problem,
    ({ scope }) => scope,
  );
  const excluded = excludedRules(judge, workflows.map(judgedFile));
  const failed = new Set(run.ruleErrors.map(({ ruleId }) => ruleId));
  return {
    findings: toFindings(takeGroups(groups, input.findingsMax).map((group) => group.map(toSpot))),
    summary: summarise(groups.map(([first]) => first!.setting)),
    rulesetDigest: ruleset.digest,
    evaluatedRuleIds: idsOf(run.evaluated.filter((rule) => !failed.has(rule.id) && !excluded.has(rule))),
    ruleErrors: run.ruleErrors,
    isNothingAnalysed: isNothingAnalysed(upload),
    callGraph: callGraphOf(
      run.projects.length === 0
        ? buildProjects({ ...upload, workflows: analysedOnly(workflows) })
        : run.projects,
      {
        workflowsMax: CONTRACT_LIMITS.callGraphWorkflowsMax,
        callsMax: CONTRACT_LIMITS.callGraphCallsMax,
      },
    ),
  };
}
