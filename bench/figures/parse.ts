/** Parsing alone: our readers against saxes and JSON.parse. */
import { readJson } from '../../src/analysis/platforms/json/reader.ts';
import type { Bar, Figure, Skipped } from '../figure.ts';
import { CORPUS_ABSENT, type CorpusFile, corpusOf, megabytes } from '../inputs/corpus.ts';
import { syntheticFlow } from '../inputs/flow.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { paired, pairedFigure } from '../measure.ts';
import { parseXml } from '../positions.ts';
import { parseWithSaxes } from '../saxes.ts';

async function againstSaxes(name: string, files: readonly CorpusFile[], bar: Bar): Promise<Figure> {
  const elements = files.map(({ bytes }) => parseXml(bytes).size);
  const theirs = files.map(({ bytes }) => parseWithSaxes(bytes));
  if (String(elements) !== String(theirs)) throw new Error(`${name}: not the same number of elements`);
  const size = megabytes(files);
  const pairs = await paired({
    own: () => files.forEach(({ bytes }) => void parseXml(bytes)),
    peer: () => files.forEach(({ bytes }) => void parseWithSaxes(bytes)),
  });
  return pairedFigure(pairs, {
    name,
    unit: 'MB/s',
    inUnit: (ms) => (size / ms) * 1000,
    against: 'times as fast as saxes with namespaces and positions',
    ratio: 'peer/own',
    bar,
    facts: { files: files.length, megabytes: size },
  });
}

async function againstJsonParse(name: string, files: readonly CorpusFile[]): Promise<Figure> {
  const size = megabytes(files);
  const pairs = await paired({
    own: () => files.forEach(({ bytes }) => void readJson(bytes)),
    peer: () => files.forEach(({ bytes }) => void JSON.parse(bytes.toString('utf8'))),
  });
  return pairedFigure(pairs, {
    name,
    unit: 'MB/s',
    inUnit: (ms) => (size / ms) * 1000,
    against: 'times as fast as JSON.parse, which stores no positions',
    ratio: 'peer/own',
    bar: null,
    facts: { files: files.length, megabytes: size },
  });
}

/** Measures the readers. */
export async function* parse(): AsyncGenerator<Figure | Skipped> {
  const dense = [{ name: 'Synthetic.xaml', bytes: syntheticXaml(1_000_000) }];
  const flow = [{ name: 'synthetic.json', bytes: syntheticFlow(1_000_000) }];
  yield await againstSaxes('parse xml, synthetic 1 MB', dense, { atLeast: 4, stretch: 6 });
  if (CORPUS_ABSENT === null) {
    const corpus = corpusOf('uipath');
    yield await againstSaxes('parse xml, real UiPath', corpus, { atLeast: 2.5, stretch: 6 });
    yield await againstSaxes('parse xml, real Blue Prism', corpusOf('blue-prism'), {
      atLeast: 2.5,
      stretch: 6,
    });
  } else yield { name: 'parse xml, real files', skipped: CORPUS_ABSENT };
  yield await againstJsonParse('parse json, synthetic 1 MB', flow);
  if (CORPUS_ABSENT === null)
    yield await againstJsonParse('parse json, real Power Automate', withoutMark(corpusOf('power-automate')));
  else yield { name: 'parse json, real files', skipped: CORPUS_ABSENT };
}

/** Strips the byte order mark, which JSON.parse rejects. */
function withoutMark(files: readonly CorpusFile[]): CorpusFile[] {
  return files.map(({ name, bytes }) => ({ name, bytes: bytes[0] === 0xef ? bytes.subarray(3) : bytes }));
}
