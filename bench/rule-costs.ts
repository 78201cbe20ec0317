/** Time that the checks of each rule take over real files, beside the time of parsing them. */
import { createDispatch, type Dispatch } from '../src/analysis/engine/dispatch/dispatch.ts';
import { selectSubjects } from '../src/analysis/engine/dispatch/select-subjects.ts';
import { selectRuleset } from '../src/analysis/engine/ruleset.ts';
import type { Context } from '../src/analysis/model/rule.ts';
import type { Workflow } from '../src/analysis/model/workflow.ts';
import { openFile } from '../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../src/analysis/platforms/read-workflows.ts';
import { EVERY_RULE } from './engine.ts';
import type { CorpusFile } from './inputs/corpus.ts';

/** Name of the time of parsing. */
export const PARSE = 'parse';
const READ = 'reading into the normal form';
const SELECT = 'choosing what rules look at';
/** Names of times that are not of a rule. */
export const STEPS: ReadonlySet<string> = new Set([PARSE, READ, SELECT]);

/** Milliseconds of one round, by rule. */
export type Round = Map<string, number>;
type AnyCheck = (subject: unknown, context: Context) => Iterable<unknown>;

const ruleset = selectRuleset('strict', EVERY_RULE);
const dispatches = new Map<string, Dispatch>();

function dispatchOf({ platform, language }: Workflow): Dispatch {
  const key = `${platform} ${language}`;
  const dispatch = dispatches.get(key) ?? createDispatch(ruleset, platform, language);
  dispatches.set(key, dispatch);
  return dispatch;
}

function timed<T>(round: Round, name: string, work: () => T): T {
  const start = performance.now();
  const result = work();
  round.set(name, (round.get(name) ?? 0) + performance.now() - start);
  return result;
}

/**
 * Analyses the files once; the first of several rules with a shared computation pays for all. The smaller of two times, in
 * order and reversed, is what a rule costs by itself.
 */
export function takeRound(files: readonly CorpusFile[], isReversed = false): Round {
  const round: Round = new Map();
  for (const { name, bytes } of files) {
    const file = openFile(name, bytes);
    timed(round, PARSE, () => (file.syntax === 'xml' ? file.xml() : file.json()));
    const { workflows } = timed(round, READ, () => readWorkflows(file));
    for (const workflow of workflows) {
      const { work } = timed(round, SELECT, () => selectSubjects(workflow, dispatchOf(workflow)));
      for (const { setting, subjects } of isReversed ? work.toReversed() : work) {
        const context = { workflow, options: setting.options };
        const check = setting.rule.check as AnyCheck;
        timed(round, setting.rule.id, () => {
          for (const subject of subjects) Array.from(check(subject, context));
        });
      }
    }
  }
  return round;
}
