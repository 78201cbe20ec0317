/** Check of an uploaded pack. What its author may make slow or large happens here, in a thread that may end. */
import { requireKnown } from '../analysis/engine/policies/prepare-policy.ts';
import type { AnalysisTask } from '../analysis/engine/worker-messages.ts';
import type { Report } from '../analysis/model/report.ts';
import type { Rule } from '../analysis/model/rule.ts';
import { AppError } from '../errors.ts';
import type { BuiltPack } from './built/built-pack.ts';
import { openPack } from './built/open-pack.ts';
import type { Trust } from './built/trust.ts';
import { failedRuleTests } from './cases/rule-tests.ts';
import { ownLocksProblem, parentLocksProblem } from './check-locks.ts';
import { PolicyError } from './problems.ts';

/** A built file to check. */
export interface PackTask {
  readonly bundle: Uint8Array;
  readonly trust: Trust | undefined;
  readonly engineVersion: string;
  readonly nowMs: number;
  /** A published pack that this one extends: only its locks are checked. Null: everything else is. */
  readonly parent: Uint8Array | null;
}

/** Result of a check: what the pack says of itself, or what is wrong with it. */
export type PackCheck =
  | (Pick<BuiltPack, 'metadata' | 'parents'> & { readonly problem?: undefined })
  | { readonly problem: string; readonly metadata?: undefined };

/** Engine of a check. */
export interface CheckDeps {
  readonly rules: readonly Rule[];
  readonly validate: (task: AnalysisTask) => Report;
}

/** Verifies and opens a built file, holds it to its locks, and runs the tests of its custom rules. */
export async function checkPack(
  { bundle, trust, engineVersion, nowMs, parent }: PackTask,
  { rules, validate }: CheckDeps,
): Promise<PackCheck> {
  try {
    const terms = { file: 'bundle', trust, engineVersion, rules, now: new Date(nowMs) };
    const pack = openPack(bundle, terms);
    const { metadata, parents } = pack;
    // What is published has been verified; its keys may have gone since.
    const extended = parent === null ? null : openPack(parent, { ...terms, trust: undefined });
    const loose =
      extended === null ? ownLocksProblem(pack, rules) : parentLocksProblem(pack, extended, rules);
    if (loose !== undefined) return { problem: loose };
    if (extended !== null) return { metadata, parents };
    for (const { policy } of [pack.base, ...Object.values(pack.environments)]) requireKnown(policy, rules);
    const failures = await failedRuleTests(pack.custom ?? [], async (task) => validate(task));
    const [first] = failures;
    if (first === undefined) return { metadata, parents };
    return {
      problem: `Tests of the pack fail: ${failures.length}. The first: ${first.message} Run \`flowarden policy test\` and build the pack again.`,
    };
  } catch (error) {
    if (error instanceof PolicyError)
      return { problem: error.problems.map(({ message }) => message).join(' ') };
    if (error instanceof AppError) return { problem: error.message };
    throw error;
  }
}
