/** A whole process that validates 100 MB of XAML, Node's start included, against xmllint, which only parses. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure, Skipped } from '../figure.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { pairedFigure, spread } from '../measure.ts';
import { findProgram, NOT_LINUX, pairedProcesses } from '../processes.ts';
import { temporaryFolder } from '../temporary.ts';

const BYTES = 100_000_000;
const ROUNDS = 3;
const NAME = 'whole process, XAML of 100 MB';

/** Measures the whole process, once for processor time and once for memory. */
export async function* wholeProcess(): AsyncGenerator<Figure | Skipped> {
  const xmllint = findProgram('xmllint');
  const reason = NOT_LINUX ?? (xmllint === null ? 'xmllint is not installed (libxml2-utils)' : null);
  if (reason !== null || xmllint === null) {
    yield { name: NAME, skipped: reason ?? '' };
    return;
  }
  using folder = temporaryFolder();
  const path = join(folder.path, 'Synthetic.xaml');
  writeFileSync(path, syntheticXaml(BYTES));
  const program = join(import.meta.dirname, '../programs/validate-once.ts');
  const runs = await pairedProcesses(
    [process.execPath, program, path],
    [xmllint, '--noout', '--huge', path],
    ROUNDS,
  );
  yield pairedFigure(runs, {
    name: `${NAME}, processor`,
    unit: 'ms',
    against: 'of the processor time of `xmllint --noout --huge`, which only parses',
    ratio: 'own/peer',
    bar: { atMost: 1.5, stretch: 1 },
  });
  const memory = spread(runs.own.map(({ peakMiB }, i) => peakMiB / runs.peer[i]!.peakMiB));
  yield {
    name: `${NAME}, memory`,
    unit: 'MiB',
    against: 'of the peak memory of `xmllint --noout --huge`',
    ...spread(runs.own.map(({ peakMiB }) => peakMiB)),
    ratio: memory.median,
    ratios: { memory },
    bar: { atMost: 0.4, stretch: 0.4 },
    n: ROUNDS,
    facts: { peerMiB: spread(runs.peer.map(({ peakMiB }) => peakMiB)).median },
  };
}
