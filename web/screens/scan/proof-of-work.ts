/** Proof of work: a number that makes the hash of a challenge begin with zero bits. */
import { hashAfter } from './sha256.ts';

/** Numbers that are tried before the page gets its turn: a few milliseconds. */
const ATTEMPTS_AT_ONCE = 2_000;

/** Solves a challenge in small pieces, so that the page never hangs. Returns what the API takes. */
export async function solveChallenge(challenge: string, bits: number): Promise<string> {
  const prefix = `${challenge}.`;
  const hash = hashAfter(prefix);
  const below = 2 ** (32 - bits);
  for (let start = 0; ; start += ATTEMPTS_AT_ONCE) {
    for (let number = start; number < start + ATTEMPTS_AT_ONCE; number++)
      if (hash.first32(String(number)) < below) return prefix + number;
    await new Promise((resolve) => setTimeout(resolve));
  }
}
