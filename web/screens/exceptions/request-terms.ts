/** Terms of a request: which files and runs it is for, and how long it lasts. */
import type { ExceptionSubject } from '../../api/calls/exceptions.ts';

/** Choices that widen an exception beyond its finding. */
export interface RequestTerms {
  /** Pattern of files; empty: the file of the finding. */
  readonly fileName: string;
  readonly isForAllRepositories: boolean;
}

/** Terms of an exception for the finding alone. */
export const NO_TERMS: RequestTerms = { fileName: '', isForAllRepositories: false };

const DAY_MS = 86_400_000;
/** Life that the form proposes. */
const DAYS_PROPOSED = 30;

/** Returns what the API needs to know about the coverage. */
export function subjectOf(
  finding: { readonly validationId: string; readonly findingId: string },
  { fileName, isForAllRepositories }: RequestTerms,
): ExceptionSubject {
  return {
    ...finding,
    ...(fileName.trim() === '' ? {} : { fileName: fileName.trim() }),
    ...(isForAllRepositories ? { repository: '*' } : {}),
  };
}

/** Returns the first, the proposed and the last day on which an exception may end. It ends with the day, in UTC. */
export function lastDays(daysMax: number): {
  readonly min: string;
  readonly proposed: string;
  readonly max: string;
} {
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  // The end of the day after `daysMax` days would be too late.
  return { min: day(0), proposed: day(Math.min(DAYS_PROPOSED, daysMax - 1)), max: day(daysMax - 1) };
}

/** Returns the moment at which a day has ended. */
export function endOf(day: string): string {
  return `${day}T23:59:59Z`;
}
