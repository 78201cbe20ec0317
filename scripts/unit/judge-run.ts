/** What a run of the tests comes to, once the files that failed have run again. */

/** A run with more flaky files than this fails: then something is wrong that the second run hides. */
export const FLAKY_FILES_MAX = 3;

/** Outcome of one run of test files. */
export interface TestRun {
  readonly succeeded: boolean;
  /** Files with a failed test; empty with `succeeded: false` if the run itself failed. */
  readonly failed: readonly string[];
}

/** Judges a run by the files that failed in it and those that failed again, alone. */
export function judgeRun(
  run: TestRun,
  failedAgain: readonly string[],
): { readonly succeeded: boolean; readonly flaky: readonly string[] } {
  const flaky = run.failed.filter((file) => !failedAgain.includes(file));
  const isExplained = run.succeeded || run.failed.length > 0;
  return { succeeded: isExplained && failedAgain.length === 0 && flaky.length <= FLAKY_FILES_MAX, flaky };
}

/** Lists the flaky files, as the last lines of the run; empty if there is none. */
export function describeFlaky(files: readonly string[]): string {
  if (files.length === 0) return '';
  const limit = files.length > FLAKY_FILES_MAX ? `, more than ${FLAKY_FILES_MAX}: the run fails` : '';
  return [`\nflaky: ${files.length}${limit}`, ...files.map((file) => `  ${file}`), ''].join('\n');
}
