/** Cost of each rule: the time of its checks over real files, beside the time of parsing them. The dearest first. */
import { PLATFORM_NAMES, type Platform } from '../../src/analysis/model/platform.ts';
import type { Figure, Skipped } from '../figure.ts';
import { CORPUS_ABSENT, type CorpusFile, corpusOf, megabytes } from '../inputs/corpus.ts';
import { spread } from '../measure.ts';
import { PARSE, takeRound } from '../rule-costs.ts';

const WARM_UP_ROUNDS = 8;
const ROUNDS = 10;
/** Share of a parse below which a rule is not listed. */
const SHARE_MIN = 0.02;

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
