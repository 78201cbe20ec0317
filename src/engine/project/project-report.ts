/** Judges a project whose files have been analysed one by one, from the facts that each of them gave. */
import type { Finding } from '../../model/finding.ts';
import type { FileFacts, WorkflowFacts } from '../../model/project.ts';
import { type RuleError, type Summary, summarise } from '../../model/report.ts';
import { type Rule, SEVERITIES } from '../../model/rule.ts';
import type { BuiltinRuleset, Ruleset } from '../../model/ruleset.ts';
import { idsOf } from '../evaluated-rules.ts';
import { oldestId, toFinding } from '../findings.ts';
import { fingerprintAll } from '../fingerprint.ts';
import { selectRuleset } from '../ruleset.ts';
import { NAME_MAX, shorten } from '../shorten.ts';
import { unfinishedRules } from '../unfinished-rules.ts';
import { type ProjectProblem, runProjectRules } from './run-project-rules.ts';

export interface ProjectInput {
  /** Of each file that gave some. */
  readonly facts: readonly FileFacts[];
  /** Every file of the upload. */
  readonly paths: readonly string[];
  readonly ruleset: BuiltinRuleset;
  readonly findingsMax: number;
}

export interface ProjectReport {
  /** Most severe first, then by file and place. */
  readonly findings: readonly Finding[];
  /** True totals, also when the list was cut. */
  readonly summary: Summary;
  readonly rulesetDigest: string;
  readonly evaluatedRuleIds: readonly string[];
  readonly ruleErrors: readonly RuleError[];
}

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

function buildFindings(problems: readonly ProjectProblem[]): Finding[] {
  const spots = problems.map(({ problem, in: workflow }) => {
    const { place } = problem.at as { place?: NonNullable<typeof workflow.start.place> };
    return place ?? workflow.start.place!;
  });
  const identities = problems.map(({ setting, problem, in: workflow }, i) => {
    const { elementKey, pathKey, type } = spots[i]!;
    const subject = shorten(problem.subject ?? '', NAME_MAX);
    // A file's place in the project is what it is known by there.
    return { ruleId: oldestId(setting.rule), artifactKey: workflow.file, elementKey, pathKey, subject, type };
  });
  const fingerprints = fingerprintAll(identities);
  return problems.map((entry, i) => {
    const { names, path, line, column, editorLine } = spots[i]!;
    const location = { names, path, line, column, ...(editorLine === undefined ? {} : { editorLine }) };
    return toFinding(entry, location, identities[i]!, fingerprints[i]!);
  });
}

/** Runs the rules across files of a catalogue. Every spot of the facts must have its place. */
export function judgeProject(rules: readonly Rule[], input: ProjectInput): ProjectReport {
  const ruleset: Ruleset = selectRuleset(input.ruleset, rules);
  // Of two with one name the first counts: which one that is must not depend on how an archive was packed.
  const workflows = input.facts.flatMap((facts) => facts.workflows).toSorted(byFile);
  const run = runProjectRules({ workflows, paths: input.paths, isWhole: true }, ruleset);
  const [first] = workflows;
  const failures = first === undefined ? [] : unfinishedRules(run.ruleErrors, ruleset, first.start);
  const problems = [...run.problems, ...failures.map((failure) => ({ ...failure, in: first! }))];
  const failed = new Set(run.ruleErrors.map(({ ruleId }) => ruleId));
  return {
    findings: buildFindings(problems.toSorted(byImportance).slice(0, input.findingsMax)),
    summary: summarise(problems.map(({ setting }) => setting)),
    rulesetDigest: ruleset.digest,
    evaluatedRuleIds: idsOf(run.evaluated.filter(({ id }) => !failed.has(id))),
    ruleErrors: run.ruleErrors,
  };
}
