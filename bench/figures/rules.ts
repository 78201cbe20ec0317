/** Cost of each rule: the time of its checks over real files, beside the time of parsing them. The dearest first. */
import { createDispatch, type Dispatch } from '../../src/analysis/engine/dispatch/dispatch.ts';
import { selectSubjects } from '../../src/analysis/engine/dispatch/select-subjects.ts';
import { selectRuleset } from '../../src/analysis/engine/ruleset.ts';
import { PLATFORM_NAMES, type Platform } from '../../src/analysis/model/platform.ts';
import type { Context } from '../../src/analysis/model/rule.ts';
import type { Workflow } from '../../src/analysis/model/workflow.ts';
import { openFile } from '../../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../../src/analysis/platforms/read-workflows.ts';
import { EVERY_RULE } from '../engine.ts';
import type { Figure, Skipped } from '../figure.ts';
import { CORPUS_ABSENT, type CorpusFile, corpusOf, megabytes } from '../inputs/corpus.ts';
import { spread } from '../measure.ts';

const WARM_UP_ROUNDS = 8;
const ROUNDS = 10;
/** Share of a parse below which a rule is not listed. */
const SHARE_MIN = 0.02;
/** Name of the time of parsing. */
const PARSE = 'parse';
const READ = 'reading into the normal form';
const SELECT = 'choosing what rules look at';

/** Milliseconds of one round, by rule. */
type Round = Map<string, number>;
type AnyCheck = (subject: unknown, context: Context) => Iterable<unknown>;

const ruleset = selectRuleset('default', EVERY_RULE);
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

function takeRound(files: readonly CorpusFile[]): Round {
  const round: Round = new Map();
  for (const { name, bytes } of files) {
    const file = openFile(name, bytes);
    timed(round, PARSE, () => (file.syntax === 'xml' ? file.xml() : file.json()));
    const { workflows } = timed(round, READ, () => readWorkflows(file));
    for (const workflow of workflows) {
      const { work } = timed(round, SELECT, () => selectSubjects(workflow, dispatchOf(workflow)));
      for (const { setting, subjects } of work) {
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

function figuresOf(platform: Platform, files: readonly CorpusFile[]): Figure[] {
  for (let i = 0; i < WARM_UP_ROUNDS; i += 1) takeRound(files);
  const rounds = Array.from({ length: ROUNDS }, () => takeRound(files));
  const kilobytes = megabytes(files) * 1000;
  const parseMs = spread(rounds.map((round) => round.get(PARSE)!)).median;
  return [...rounds[0]!.keys()]
    .map((name): Figure => {
      const ms = spread(rounds.map((round) => round.get(name) ?? 0));
      const perKilobyte = (value: number): number => (value * 1e6) / kilobytes;
      return {
        name: `${platform}: ${name}`,
        unit: 'ns/KB',
        median: perKilobyte(ms.median),
        min: perKilobyte(ms.min),
        max: perKilobyte(ms.max),
        against: 'of the time of our own parse',
        ratio: ms.median / parseMs,
        bar: null,
        n: ROUNDS,
      };
    })
    .filter(({ ratio }) => ratio >= SHARE_MIN)
    .sort((a, b) => b.ratio - a.ratio);
}

/** Measures the cost of each rule; the first of several rules with a shared computation pays for all. */
export function* rules(): Generator<Figure | Skipped> {
  if (CORPUS_ABSENT !== null) {
    yield { name: 'rules, one by one', skipped: CORPUS_ABSENT };
    return;
  }
  for (const platform of PLATFORM_NAMES) yield* figuresOf(platform, corpusOf(platform));
}
