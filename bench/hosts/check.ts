/** Results of a row: what was found, against what has to hold. */

/** Guarantee of a row with its result. */
export interface Check {
  readonly name: string;
  /** True if it is about time or throughput: a busy machine proves nothing about those. */
  readonly isMeasured: boolean;
  readonly passed: boolean;
  readonly found: string;
}

/** Result without a bar, which explains others. */
export interface Note {
  readonly note: string;
}

/** Part of a row that cannot run on this machine. */
export interface SkippedPart {
  readonly name: string;
  readonly skipped: string;
}

export type Result = Check | Note | SkippedPart;

/** Builds a check that is true on any machine. */
export const fact = (name: string, passed: boolean, found: string): Check => ({
  name,
  passed,
  found,
  isMeasured: false,
});

/** Builds a check of a time or a throughput. */
export const measure = (name: string, passed: boolean, found: string): Check => ({
  name,
  passed,
  found,
  isMeasured: true,
});

/** Formats a result as a line. */
export function lineOf(result: Result): string {
  if ('note' in result) return `      ${result.note}`;
  if ('skipped' in result) return `SKIP  ${result.name}: ${result.skipped}`;
  return `${result.passed ? 'pass' : 'FAIL'}  ${result.name}: ${result.found}`;
}

/** Formats a number with few digits. */
export const round = (value: number, digits = 3): string => String(Number(value.toPrecision(digits)));
