/**
 * Soaks a whole service at one and a half times its limits and checks its guarantees.
 *
 * Usage: npm run soak [-- <seconds>]   (default 600)
 */
import { percentile } from './samples.ts';
import { type SoakResult, soak } from './soak.ts';

const OVERLOAD = 1.5;
const LINES_EVERY_S = 30;

const seconds = Number(process.argv[2] ?? 600);
if (!(seconds >= 10 && seconds <= 86_400)) {
  console.error('Usage: npm run soak [-- <seconds>], from 10 to 86400.');
  process.exit(2);
}

let reports = 0;
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  else if (reports++ % LINES_EVERY_S === 0) process.stderr.write(`${text}\n`);
}

function report({ checks, quiet, loud }: SoakResult): string {
  const ms = (values: readonly number[], part: number) => percentile(values, part).toFixed(1).padStart(9);
  const rows = [...loud].map(([name, { counts, acceptedMs }]) => {
    const numbers = [counts.accepted, counts.rejected, counts.failed].map((count) =>
      String(count).padStart(9),
    );
    const before = quiet.get(name)!.acceptedMs;
    return `${name.padEnd(16)}${numbers.join('')}${ms(before, 0.99)}${ms(acceptedMs, 0.5)}${ms(acceptedMs, 0.99)}`;
  });
  const head = ['accepted', 'rejected', 'failed', 'quiet p99', 'p50', 'p99'].map((text) => text.padStart(9));
  const verdicts = checks.map(({ name, passed, found }) => `${passed ? 'pass' : 'FAIL'}  ${name}: ${found}`);
  return [`${' '.repeat(16)}${head.join('')}  ms`, ...rows, '', ...verdicts, ''].join('\n');
}

const result = await soak({ seconds, overload: OVERLOAD, onProgress: progress });
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
const failed = result.checks.filter(({ passed }) => !passed).length;
process.stdout.write(
  `${report(result)}\n${failed === 0 ? 'Passed.' : `${failed} of ${result.checks.length} failed.`}\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
