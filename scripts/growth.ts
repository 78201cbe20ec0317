/**
 * Looks for constructs whose analysis grows faster than the file: repeats the content of all rules' examples, in a
 * seeded order, until the time is up. The last line prints the command to continue.
 *
 * Usage: npm run growth [-- <seconds> [<seed> [<cases to skip>]]]
 */
import { formatNumber } from '../src/text/format.ts';
import { type GrowthCase, growthCases } from '../test/support/growth/cases.ts';
import {
  type Growth,
  grows,
  looksSlow,
  measureGrowth,
  slowestRules,
} from '../test/support/growth/measure.ts';

const [seconds = '1200', seedText = '1', skip = '0'] = process.argv.slice(2);
const seed = Number(seedText);
const started = performance.now();
const isTimeLeft = (): boolean => performance.now() - started < Number(seconds) * 1000;

/** Measures a case, and again if it breaks a bar, because other programs can slow one measurement down. */
function measured(growthCase: GrowthCase): Growth | undefined {
  const first = measureGrowth(growthCase);
  if (!grows(growthCase, first)) return undefined;
  const second = measureGrowth(growthCase);
  return grows(growthCase, second) ? second : undefined;
}

function report(growthCase: GrowthCase, { exponent, times, secondsPerMb }: Growth): void {
  const costs = times.map(({ size, cost }) => `${size / 1024} kB ${cost.toFixed(1)} ms`).join(', ');
  const { size } = times[2]!;
  console.log(`${growthCase.name}
  exponent ${exponent.toFixed(2)}, ${secondsPerMb.toFixed(2)} s/MB: ${costs}
  ${size / 1024} kB: ${slowestRules(growthCase.grow(size), growthCase.platform)}`);
}

const cases = growthCases(seed);
console.log(`Seed ${seed}, ${formatNumber(cases.length)} cases, ${seconds} s …`);
let failed = 0;
let done = Number(skip);
for (; done < cases.length && isTimeLeft(); done++) {
  const growthCase = cases.at(done);
  const growth = looksSlow(growthCase) ? measured(growthCase) : undefined;
  if (growth === undefined) continue;
  report(growthCase, growth);
  failed += 1;
}
console.log(`${failed} of ${done - Number(skip)} cases grow faster than their size.`);
if (done < cases.length) console.log(`Continue with: npm run growth -- ${seconds} ${seed} ${done}`);
if (failed > 0) process.exitCode = 1;
