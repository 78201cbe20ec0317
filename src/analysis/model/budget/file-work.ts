/**
 * Work of an organisation's conditions and patterns over one file. Each rule has its own limit, and a pack has hundreds of
 * rules: together they must not delay a run either.
 */

/** Limits of the work over one file; a unit takes about 10 ns. */
export const FILE_WORK_LIMITS = {
  /** Units of all conditions and patterns of a policy, over all workflows of a file. */
  fileUnitsMax: 150_000_000,
} as const;

/** Units that are left; outside of files nothing is counted. */
let left = Number.POSITIVE_INFINITY;
let files = 0;

/** Runs the analysis of one file with a budget of its own. */
export function withFileBudget<Result>(analyse: () => Result): Result {
  files += 1;
  left = FILE_WORK_LIMITS.fileUnitsMax;
  try {
    return analyse();
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

/** Takes units. Once none are left, each further call fails. @throws Error if fewer are left */
export function spendOnFile(units: number): void {
  left -= units;
  if (left < 0)
    throw new Error(
      'The conditions and patterns of the policy took more work than they may take on one file.',
    );
}

/** Returns the number of the file that is analysed. */
export const currentFile = (): number => files;
