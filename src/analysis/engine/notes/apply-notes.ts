/** Applies the notes of a designer that waive findings, and reports those that waive nothing. */
import { CONTRACT_LIMITS } from '../../../contract/limits.ts';
import { DAY_MS } from '../../../units.ts';
import { concerns, type Rule, type Severity } from '../../model/rule.ts';
import type { RuleSetting, Ruleset } from '../../model/ruleset.ts';
import type { Note, Position, Workflow } from '../../model/workflow.ts';
import type { RuleProblem, RuleRun } from '../run-rules.ts';
import { Coverage, targetFinder } from './note-coverage.ts';
import { type NoteStatement, parseNotes } from './parse-notes.ts';

/** Rules of the findings; see `rules/general/xpl-eng-009.ts` and `rules/general/xpl-eng-010.ts`. */
const UNUSED_RULE = 'XPL-ENG-009';
const INVALID_RULE = 'XPL-ENG-010';

/** Severities that a note waives: authors never waive what blocks them. No setting changes this. */
const WAIVABLE: readonly Severity[] = ['medium', 'low'];

/** Terms of the notes. */
export interface NoteTerms {
  readonly catalogue: readonly Rule[];
  readonly ruleset: Ruleset;
  /** UTC day of the judgement, as `2026-11-23`. */
  readonly today: string;
}

/** A statement that holds today, with its result. */
interface Waiver {
  readonly rule: Rule;
  readonly note: Note;
  isUsed: boolean;
  /** Severity of a finding at its place that no note waives. */
  tooSevere: Severity | undefined;
}

/** Problems after the notes are applied. */
export interface NotedProblems {
  readonly problems: readonly RuleProblem[];
  /** True if a note has a statement, also one that does not hold. */
  readonly hasNotes: boolean;
}

/** Returns the last day that a note may name. */
function lastDay(today: string): string {
  const end = Date.parse(`${today}T00:00:00Z`) + CONTRACT_LIMITS.exceptionDaysMax * DAY_MS;
  return new Date(end).toISOString().slice(0, today.length);
}

/** Returns the look-up of rules by id, old ids included. */
function rulesById(catalogue: readonly Rule[]): ReadonlyMap<string, Rule> {
  return new Map(
    catalogue.flatMap((rule) => [rule.id, ...(rule.replaces ?? [])].map((id) => [id, rule] as const)),
  );
}

/** Returns why a statement does not hold, as the end of a sentence; undefined if it holds. */
function defectOf(
  statement: NoteStatement,
  rule: Rule | undefined,
  { platform, language }: Workflow,
  today: string,
): string | undefined {
  if (statement.defect !== undefined) return statement.defect;
  if (rule === undefined) return 'it names a rule that does not exist';
  const { id } = rule;
  if (rule.category === 'engine') return `${id} is about the analysis itself, which no note waives`;
  if (rule.level === 'project') return `${id} is about several files; request an exception for it`;
  if (!concerns(rule, platform, language)) return `${id} is not a rule for this kind of workflow`;
  const { until } = statement;
  if (until < today) return `it ended on ${until}`;
  if (until > lastDay(today)) return `${until} is more than ${CONTRACT_LIMITS.exceptionDaysMax} days ahead`;
  return undefined;
}

/** Notes of a workflow while they are applied. */
interface Reading {
  readonly waivers: Waiver[];
  readonly coverages: Map<Rule, Coverage<Waiver>>;
  readonly invalid: { readonly note: Note; readonly rule: Rule | undefined; readonly defect: string }[];
}

function readNotes(workflow: Workflow, { catalogue, today }: NoteTerms): Reading {
  const rules = rulesById(catalogue);
  const targetOf = targetFinder(workflow);
  const reading: Reading = { waivers: [], coverages: new Map(), invalid: [] };
  for (const note of workflow.notes) {
    if (note.kind === 'code') continue;
    let target: ReturnType<typeof targetOf> | null = null;
    for (const statement of parseNotes(note.text)) {
      if (workflow.activities[note.owner]?.enabled === false) break;
      const rule = statement.defect === undefined ? rules.get(statement.ruleId) : undefined;
      const defect = defectOf(statement, rule, workflow, today);
      if (defect !== undefined || rule === undefined) {
        reading.invalid.push({ note, rule, defect: defect! });
        continue;
      }
      const waiver: Waiver = { rule, note, isUsed: false, tooSevere: undefined };
      reading.waivers.push(waiver);
      if (target === null) target = targetOf(note);
      if (target !== undefined) coverageOf(reading, rule, workflow).add(target, waiver);
    }
  }
  return reading;
}

function coverageOf({ coverages }: Reading, rule: Rule, workflow: Workflow): Coverage<Waiver> {
  let coverage = coverages.get(rule);
  if (coverage === undefined) {
    coverage = new Coverage(workflow);
    coverages.set(rule, coverage);
  }
  return coverage;
}

/** Returns the positions of defaults with those of their variables and arguments. */
function defaultsOf({ variables, arguments: others }: Workflow): ReadonlyMap<Position, Position> {
  return new Map(
    [...variables, ...others].flatMap(({ at, default: value }) =>
      value === undefined ? [] : [[value.at, at] as const],
    ),
  );
}

/** Marks the problems that a note covers, and the notes that cover one. */
function waive(
  problems: readonly RuleProblem[],
  coverages: Reading['coverages'],
  workflow: Workflow,
): RuleProblem[] {
  const defaults = defaultsOf(workflow);
  return problems.map((found) => {
    const { at, owner } = found.problem.at;
    const { rule, severity } = found.setting;
    const waiver = coverages.get(rule)?.find(defaults.get(at) ?? at, owner);
    if (waiver === undefined) return found;
    if (!WAIVABLE.includes(severity)) {
      waiver.tooSevere ??= severity;
      return found;
    }
    waiver.isUsed = true;
    return { ...found, isWaived: true };
  });
}

function unusedMessage({ rule: { id }, tooSevere }: Waiver): string {
  if (tooSevere === undefined)
    return `The note for ${id} waives nothing: the rule finds nothing at its place.`;
  return `The note for ${id} waives nothing: the finding at its place is ${tooSevere}, and a note waives at most medium. Fix it or request an exception.`;
}

const problemAt = (setting: RuleSetting, note: Note, message: string, ruleId = ''): RuleProblem => ({
  setting,
  problem: { at: note, message, subject: `note ${ruleId}` },
});

/** Applies the notes of a workflow to the problems that its rules have found there. */
export function applyNotes(workflow: Workflow, run: RuleRun, terms: NoteTerms): NotedProblems {
  const { waivers, coverages, invalid } = readNotes(workflow, terms);
  if (waivers.length === 0 && invalid.length === 0) return { problems: run.problems, hasNotes: false };
  const problems = coverages.size === 0 ? [...run.problems] : waive(run.problems, coverages, workflow);
  const { settings } = terms.ruleset;
  const settingOf = (id: string) => settings.find(({ rule }) => rule.id === id);
  const unused = settingOf(UNUSED_RULE);
  if (unused !== undefined) {
    // A rule that did not run, or not to its end, might have found something.
    const ran = new Set(settings.map(({ rule }) => rule));
    for (const { ruleId } of run.ruleErrors) ran.delete(settingOf(ruleId)!.rule);
    for (const waiver of waivers)
      if (!waiver.isUsed && ran.has(waiver.rule))
        problems.push(problemAt(unused, waiver.note, unusedMessage(waiver), waiver.rule.id));
  }
  const wrong = settingOf(INVALID_RULE);
  if (wrong !== undefined)
    for (const { note, rule, defect } of invalid)
      problems.push(problemAt(wrong, note, `This note waives nothing: ${defect}.`, rule?.id));
  return { problems, hasNotes: true };
}
