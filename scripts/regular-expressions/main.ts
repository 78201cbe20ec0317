/**
 * Fails when a regular expression of the product can take more than linear time, and prints an attack text.
 * `safe.txt` caches the patterns that recheck has found to be safe, because checking all of them takes minutes.
 *
 * Usage: npm run patterns [-- --write]
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { EXCEPTIONS } from './exceptions.ts';
import { type FoundPattern, regularExpressions } from './sources.ts';

const SAFE = join(import.meta.dirname, 'safe.txt');
const TIMEOUT_MS = 60_000;

const textOf = ({ source, flags }: FoundPattern): string => `/${source}/${flags}`;
const digestOf = (pattern: FoundPattern): string =>
  createHash('sha256').update(textOf(pattern)).digest('hex').slice(0, 16);

/** Returns the problem of a pattern; undefined when it is safe. */
async function complaintOf(pattern: FoundPattern): Promise<string | undefined> {
  const { source, flags, place } = pattern;
  // Fuzzing depends on the time that it gets, so the exact checker judges what it can.
  const exact = await check(source, flags, { timeout: TIMEOUT_MS, checker: 'automaton' });
  const result =
    exact.status === 'unknown' ? await check(source, flags, { timeout: TIMEOUT_MS, checker: 'fuzz' }) : exact;
  if (result.status === 'safe') return undefined;
  const reason =
    result.status === 'vulnerable'
      ? `${result.complexity.summary}, for example with ${result.attack.pattern}`
      : `not judged (${result.error.kind})`;
  return `${place}: ${textOf(pattern)}\n  ${reason}`;
}

const patterns = await regularExpressions();
const known = new Set(readFileSync(SAFE, 'utf8').split('\n'));
const excepted = new Set(EXCEPTIONS.map(({ pattern }) => pattern));
const safe: string[] = [];
const complaints: string[] = [];
for (const pattern of patterns) {
  if (excepted.delete(textOf(pattern))) continue;
  const digest = digestOf(pattern);
  const complaint = known.has(digest) ? undefined : await complaintOf(pattern);
  if (complaint === undefined) safe.push(digest);
  else complaints.push(complaint);
}
for (const pattern of excepted) complaints.push(`exceptions.ts: no file has ${pattern} any more.`);
if (process.argv[2] === '--write') writeFileSync(SAFE, `${safe.sort().join('\n')}\n`);
if (complaints.length > 0) {
  console.error(complaints.join('\n'));
  console.error(
    'Change the pattern, so that no text makes it start or stop in many places, or bound its input and add it to scripts/regular-expressions/exceptions.ts.',
  );
}
// Imported modules of the product, and the checker's process, may hold this process open.
process.exit(complaints.length > 0 ? 1 : 0);
