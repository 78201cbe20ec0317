/**
 * Looks for files that break the engine: mutates known ones at random until the time is up, or one is found.
 *
 * Usage: npm run fuzz [-- <seconds> [<seed>]]
 */
import { formatNumber } from '../src/text/format.ts';
import { CORPUS_ABSENT } from '../test/support/files/corpus.ts';
import { corpusSeeds, fuzz, ownSeeds } from '../test/support/fuzz.ts';

const [seconds = '300', seedText = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);
const seed = Number(seedText);
const seeds = [...ownSeeds(), ...corpusSeeds(1)];
if (CORPUS_ABSENT) console.log(CORPUS_ABSENT);
console.log(`Seed ${seed}, ${seeds.length} files, ${seconds} s …`);
try {
  const runs = fuzz(seeds, { seed, numRuns: Number.MAX_SAFE_INTEGER, timeMsMax: Number(seconds) * 1000 });
  console.log(`${formatNumber(runs)} mutated files, no failure.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
