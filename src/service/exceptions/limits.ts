/** Limits of exceptions. Each has its unit in its name. */
import { MIB } from '../../units.ts';

export const EXCEPTION_LIMITS = {
  /** Exceptions of an organisation that are approved or wait. */
  exceptionsLiveMax: 10_000,
  /** Of these, the ones for patterns, with which a run compares every finding. */
  exceptionsForPatternsMax: 200,
  /** Exceptions that a run looks at, those in force first. */
  exceptionsPerFileMax: 2_000,
  /** Requesters who are compared with the caller when exceptions to decide are counted; others count as other people. */
  requestersComparedMax: 50,
  /** Exceptions whose end is announced in one transaction. */
  announcedAtOnceMax: 100,
  /** Exceptions that are compared with a finding to list those of its place … */
  exceptionsComparedMax: 200,
  /** … and listed. */
  exceptionsOfFindingMax: 20,
  /** Newest runs that a preview looks through. */
  previewRunsMax: 1_000,
  /** Size of their findings in the database, at which it ends. */
  previewBytesMax: 16 * MIB,
  /** Results in the bucket that a preview reads. */
  previewBodiesMax: 200,
  /** Findings that a preview lists. */
  previewFindingsMax: 50,
  /** Exceptions that are decided with one call. */
  decisionsMax: 100,
} as const satisfies Readonly<Record<string, number>>;
