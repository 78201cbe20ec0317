/** The engine: one file in, one report out. */

import { type Report, summarise } from '../model/report.ts';
import type { Rule } from '../model/rule.ts';
import type { BuiltinRuleset, Ruleset } from '../model/ruleset.ts';
import type { Workflow } from '../model/workflow.ts';
import { readWorkflows } from '../platforms/index.ts';
import { openFile } from '../platforms/input-file.ts';
import { READ_LIMITS, type ReadLimits } from '../platforms/read-limits.ts';
import type { AnalysisTask } from './analysis.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import type { LocatedProblem } from './findings.ts';
import { listFindings } from './findings-limit.ts';
import { selectRuleset } from './ruleset.ts';
import { runRules } from './run-rules.ts';
import { scoreOf } from './score.ts';
import { NAME_MAX, shorten } from './shorten.ts';
import type { RuleTimer } from './stopwatch.ts';

export interface Engine {
  /** @throws AppError when the file cannot be read as a workflow at all */
  validate(task: AnalysisTask): Report;
}

const MIB = 1024 * 1024;

/** A file of ten megabytes takes an honest rule ten times as long: else padding a file would silence rules. */
function forFileOf(bytes: number, timer: RuleTimer): RuleTimer {
  return { ...timer, ruleMsMax: timer.ruleMsMax * Math.ceil(bytes / MIB) };
}

/**
 * Prepares a catalogue of rules; the tables for each ruleset, platform and language are made once.
 * @param timer how rules are timed; without one each may take as long as it likes
 * @param limits how large the structure of a file may be
 */
export function createEngine(
  rules: readonly Rule[],
  timer?: RuleTimer,
  limits: ReadLimits = READ_LIMITS,
): Engine {
  const rulesets = new Map<BuiltinRuleset, Ruleset>();
  const dispatches = new Map<string, Dispatch>();

  function rulesetOf(name: BuiltinRuleset): Ruleset {
    const ruleset = rulesets.get(name) ?? selectRuleset(name, rules);
    rulesets.set(name, ruleset);
    return ruleset;
  }
  function dispatchOf(ruleset: Ruleset, { platform, language }: Workflow): Dispatch {
    const key = `${ruleset.digest} ${platform} ${language}`;
    const dispatch = dispatches.get(key) ?? createDispatch(ruleset, platform, language);
    dispatches.set(key, dispatch);
    return dispatch;
  }

  return {
    validate(task) {
      const { platform, kind, workflows } = readWorkflows(
        openFile(task.filename, task.bytes, limits),
        task.platform,
      );
      const ruleset = rulesetOf(task.ruleset);
      const problems: LocatedProblem[] = [];
      const ruleErrors = new Map<string, Report['ruleErrors'][number]>();
      const limit = timer && forFileOf(task.bytes.byteLength, timer);
      const evaluated = new Set<Rule>();
      for (const workflow of workflows) {
        const dispatch = dispatchOf(ruleset, workflow);
        for (const { rule } of dispatch.settings) evaluated.add(rule);
        const run = runRules(workflow, dispatch, limit);
        for (const { setting, problem } of run.problems) problems.push({ setting, problem, workflow });
        for (const error of run.ruleErrors) ruleErrors.set(error.ruleId, error);
      }
      const { listed, all } = listFindings(problems, task.findingsMax, ruleset, workflows);
      return {
        platform,
        kind,
        artifactKey: shorten(workflows[0]?.artifactKey ?? task.filename, NAME_MAX),
        ruleset: ruleset.name,
        rulesetDigest: ruleset.digest,
        findings: listed,
        summary: summarise(all),
        score: scoreOf(all),
        scoreVersion: 'score-v1',
        evaluatedRuleIds: ruleset.settings
          .filter(({ rule }) => evaluated.has(rule) && !ruleErrors.has(rule.id))
          .flatMap(({ rule }) => [rule.id, ...(rule.replaces ?? [])]),
        ruleErrors: [...ruleErrors.values()],
        unreadFiles: workflows
          .filter((workflow) => workflow.kind === 'unreadable')
          .map(({ file }) => shorten(file, NAME_MAX)),
      };
    },
  };
}
