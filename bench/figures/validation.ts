/** Full validation with every rule, against parsing alone and against saxes that only builds a tree. */
import { PLATFORM_NAMES, type Platform } from '../../src/analysis/model/platform.ts';
import { EVERY_RULE, fullEngine, validateFile } from '../engine.ts';
import type { Bar, Figure, Skipped } from '../figure.ts';
import { CORPUS_ABSENT, type CorpusFile, corpusOf, megabytes } from '../inputs/corpus.ts';
import { syntheticFlow } from '../inputs/flow.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { paired, pairedFigure } from '../measure.ts';
import { parseJson, parseXml } from '../positions.ts';
import { treeWithSaxes } from '../saxes.ts';

const DENSE: Bar = { atMost: 3.5, stretch: 2.5 };
const REAL: Bar = { atMost: 2, stretch: 1.5 };
const TREE: Bar = { atMost: 0.8, stretch: 0.5 };

const engine = fullEngine();

type Peer = (bytes: Buffer) => unknown;

async function against(
  name: string,
  files: readonly CorpusFile[],
  peer: Peer,
  bar: Bar | null,
  words: string,
  platform: Platform,
): Promise<Figure> {
  const size = megabytes(files);
  const findings = files.reduce((sum, file) => sum + validateFile(engine, file), 0);
  const pairs = await paired(
    {
      own: () => files.forEach((file) => void validateFile(engine, file)),
      peer: () => files.forEach(({ bytes }) => void peer(bytes)),
    },
    // Hundreds of rules are compiled only after some twenty turns; one parser is after two.
    { turnMs: 300, warmUpRounds: 20, rounds: 15 },
  );
  const rules = EVERY_RULE.filter(({ platforms }) => platforms.includes(platform)).length;
  return pairedFigure(pairs, {
    name,
    unit: 'MB/s',
    inUnit: (ms) => (size / ms) * 1000,
    against: words,
    ratio: 'own/peer',
    bar,
    facts: { files: files.length, megabytes: size, findings, rules },
  });
}

const PARSE = 'of the processor time of our own parse of the same files, with namespaces and positions';
const TREE_WORDS = 'of the processor time of saxes building a tree alone';
const isXml: Readonly<Record<Platform, boolean>> = {
  uipath: true,
  'power-automate': false,
  'automation-anywhere': false,
  'blue-prism': true,
};

/** Measures whole validations. */
export async function* validation(): AsyncGenerator<Figure | Skipped> {
  const xaml = [{ name: 'Synthetic.xaml', bytes: syntheticXaml(1_000_000) }];
  const flow = [{ name: 'synthetic.json', bytes: syntheticFlow(1_000_000) }];
  yield await against('validate / parse, synthetic XAML', xaml, parseXml, DENSE, PARSE, 'uipath');
  yield await against(
    'validate / saxes tree, synthetic XAML',
    xaml,
    treeWithSaxes,
    null,
    TREE_WORDS,
    'uipath',
  );
  yield await against('validate / parse, synthetic flow', flow, parseJson, DENSE, PARSE, 'power-automate');
  if (CORPUS_ABSENT !== null) {
    yield { name: 'validate, real files', skipped: CORPUS_ABSENT };
    return;
  }
  for (const platform of PLATFORM_NAMES) {
    const files = corpusOf(platform);
    const peer = isXml[platform] ? parseXml : parseJson;
    yield await against(`validate / parse, real ${platform}`, files, peer, REAL, PARSE, platform);
    if (isXml[platform])
      yield await against(
        `validate / saxes tree, real ${platform}`,
        files,
        treeWithSaxes,
        TREE,
        TREE_WORDS,
        platform,
      );
  }
}
