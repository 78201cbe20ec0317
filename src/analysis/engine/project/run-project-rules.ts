/** Runs the rules of the level `project` over the projects of an upload. */
import { truncate } from '../../../text/truncate.ts';
import { isFlowRule } from '../../model/data-flow/flow-rules.ts';
import type { FoundClue, Project } from '../../model/project.ts';
import type { RuleError } from '../../model/report.ts';
import type { Problem, Rule, RuleDefinition } from '../../model/rule.ts';
import type { RuleSetting, Ruleset } from '../../model/ruleset.ts';
import { SENTENCE_MAX } from '../findings/shorten.ts';
import type { RuleRun } from '../run-rules.ts';
import { buildProjects } from './build-projects.ts';
import type { Gatherer } from './collect-facts.ts';
import { acrossFiles } from './data-flow/run-flow-rules.ts';
import type { PlaceOf } from './data-flow/trace-across.ts';
import type { ProjectProblem } from './project-problem.ts';
import { analysedOnly, isAboutUnanalysed, unanalysedProblems } from './unanalysed-files.ts';
import type { Upload } from './units/project-units.ts';

export type ProjectRule = RuleDefinition<'project', never>;
export interface ProjectRun extends Pick<RuleRun, 'ruleErrors'> {
  readonly problems: readonly ProjectProblem[];
  /** Rules that the upload suffices for, with or without problems. */
  readonly evaluated: readonly Rule[];
  /** Projects of the upload; none where no rule needs them. */
  readonly projects: readonly Project[];
}

const isProjectRule = (rule: Rule): rule is ProjectRule & Rule => rule.level === 'project';

/** Returns whether a rule evaluates an upload across files: a file by itself is enough for few. */
export function judges(rule: Rule, isWhole: boolean): boolean {
  return isProjectRule(rule) && (isWhole || rule.isEnoughAlone === true);
}

/** Returns the rules that store clues about each workflow of an upload. */
export function gatherersOf(ruleset: Ruleset, isWhole: boolean): Gatherer[] {
  return settingsFor(ruleset, isWhole).flatMap(({ rule }) =>
    isProjectRule(rule) && rule.gather
      ? [
          {
            ruleId: rule.id,
            platforms: rule.platforms,
            gather: rule.gather,
            includeDisabled: rule.includeDisabled === true,
          },
        ]
      : [],
  );
}

function cluesFor(rule: Rule, { workflows }: Project): FoundClue[] {
  return workflows.flatMap((workflow) =>
    (workflow.clues[rule.id] ?? []).map((clue) => ({ ...clue, in: workflow })),
  );
}

/** Rules for files sent by themselves, by ruleset. */
const aloneIn = new WeakMap<Ruleset, readonly RuleSetting[]>();

function settingsFor(ruleset: Ruleset, isWhole: boolean): readonly RuleSetting[] {
  const select = () => ruleset.settings.filter(({ rule }) => judges(rule, isWhole));
  if (isWhole) return select();
  const alone = aloneIn.get(ruleset) ?? select();
  aloneIn.set(ruleset, alone);
  return alone;
}

/**
 * Runs the rules across files. A rule that throws is reported, as in `runRules`.
 * @param placeOf gives spots of documents in memory their place; absent: every spot has one
 */
export function runProjectRules(upload: Upload, ruleset: Ruleset, placeOf?: PlaceOf): ProjectRun {
  const settings = settingsFor(ruleset, upload.isWhole);
  const problems: ProjectProblem[] = [];
  const ruleErrors: RuleError[] = [];
  const evaluated = new Set<Rule>();

  function add(setting: RuleSetting, problem: Problem, project: Project): void {
    if (problem.in === undefined) throw new TypeError('A problem of a project has no workflow.');
    const { owner } = problem.at;
    if (problem.in.vendor?.some(([first, end]) => owner >= first && owner < end) === true) return;
    const message = truncate(problem.message, SENTENCE_MAX);
    const { severity = setting.severity } = problem;
    const own = severity === setting.severity ? setting : { ...setting, severity };
    problems.push({ setting: own, problem: { ...problem, message }, in: problem.in, scope: project.root });
  }

  function check(setting: RuleSetting, project: Project): void {
    const rule = setting.rule as unknown as ProjectRule;
    const subject = { ...project, clues: cluesFor(setting.rule, project) };
    const found = rule.check(subject, { options: setting.options } as never) as Iterable<Problem>;
    for (const problem of found) add(setting, problem, project);
  }

  function checkFlows(project: Project): void {
    const own = flows.filter(({ rule }) => rule.platforms.includes(project.platform));
    for (const { rule } of own) evaluated.add(rule);
    const failures = new Map<string, Error>();
    for (const { setting, problem } of acrossFiles(project, own, placeOf, failures))
      add(setting, problem, project);
    for (const [ruleId, { message }] of failures) ruleErrors.push({ ruleId, message });
  }

  const analysed = analysedOnly(upload.workflows);
  const flows = upload.isWhole ? ruleset.settings.filter(({ rule }) => isFlowRule(rule)) : [];
  const projects =
    settings.length + flows.length === 0 ? [] : buildProjects({ ...upload, workflows: analysed });
  problems.push(...unanalysedProblems(upload, ruleset));
  for (const setting of settings) {
    const { rule } = setting;
    if (isAboutUnanalysed(rule)) {
      evaluated.add(rule);
      continue;
    }
    const concerned = projects.filter(({ platform }) => rule.platforms.includes(platform));
    if (concerned.length > 0) evaluated.add(rule);
    try {
      for (const project of concerned) check(setting, project);
    } catch (error) {
      ruleErrors.push({ ruleId: rule.id, message: error instanceof Error ? error.message : String(error) });
    }
  }
  if (flows.length > 0) for (const project of projects) checkFlows(project);
  return { problems, ruleErrors, evaluated: [...evaluated], projects };
}
