/** Data of the events of exceptions. */
import type { Severity } from '../../analysis/model/rule.ts';
import type { ExceptionDecision } from '../exception.ts';

/** Exception that is about to end. */
export interface ExpiringExceptionData {
  readonly exceptionId: string;
  readonly ruleId: string;
  readonly fileName: string;
  readonly location: string;
  readonly reason: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly daysRemaining: number;
  readonly requestedByEmail: string | null;
}

/** Exception that someone requests. */
export interface RequestedExceptionData {
  readonly exceptionId: string;
  readonly ruleId: string;
  readonly severity: Severity;
  readonly fileName: string;
  readonly location: string;
  /** `*`: all; null: runs without one. */
  readonly repository: string | null;
  readonly reason: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly requestedByName: string;
  readonly requestedByEmail: string | null;
  /** Absent: an earlier version stored the event. */
  readonly reportUrl?: string;
}

/** Exception that someone decided on. */
export interface DecidedExceptionData extends RequestedExceptionData {
  readonly decision: Exclude<ExceptionDecision, 'pending'>;
  readonly decidedByName: string;
  readonly note: string | null;
}
