/** An exception: an approved, expiring waiver of findings. Its coverage, and its state at a moment. */
import type { ExceptionStatus } from '../analysis/model/finding.ts';
import { SEVERITIES, type Severity } from '../analysis/model/rule.ts';
import type { WildcardSeverity } from './organisation-settings.ts';

/** Stored status of an exception. Expiry is never stored: it follows from the clock. */
export type ExceptionDecision = Extract<ExceptionStatus, 'pending' | 'approved' | 'rejected' | 'revoked'>;

/** The states of an exception; a finding without one has `none`. */
export type ExceptionState = Exclude<ExceptionStatus, 'none'>;
export const EXCEPTION_STATES = ['pending', 'approved', 'rejected', 'expired', 'revoked'] as const;

/** Stands for any text in a pattern; alone: for everything. */
export const ANY = '*';

/** Coverage of an exception. In patterns `*` stands for any text, the empty one too. */
export interface ExceptionScope {
  readonly ruleId: string;
  /** Pattern of the path that the file was submitted under. */
  readonly fileName: string;
  /** True: `fileName` also matches the base name, as it did before paths were stored. */
  readonly byBaseName: boolean;
  /** Strong fingerprint of the one finding that is meant; null: every finding whose place fits `location`. */
  readonly fingerprint: string | null;
  /** Strong fingerprints of the places that are covered, where that finding is a group; null: it is none. */
  readonly places: readonly string[] | null;
  /** Location in the names that authors see; a pattern when there is no fingerprint. */
  readonly location: string;
  /** Origin of a run by its pipeline (`originOf`); null: runs without one; `*`: all runs. */
  readonly repository: string | null;
  /** The worst severity that is covered: a finding that has become worse falls out. */
  readonly severity: Severity;
}

/** Fields of an exception that the engine needs. */
export interface ScopedException extends ExceptionScope {
  /** A UUIDv7: later ones are greater. */
  readonly id: string;
  readonly decision: ExceptionDecision;
  readonly expiresAt: Date;
}

/** Returns the state at a moment: from the very millisecond of its end an exception has expired. */
export function exceptionState(
  { decision, expiresAt }: Pick<ScopedException, 'decision' | 'expiresAt'>,
  now: Date,
): ExceptionState {
  const canExpire = decision === 'pending' || decision === 'approved';
  return canExpire && expiresAt <= now ? 'expired' : decision;
}

/** Returns whether an exception is for any file or any place, and not for one finding alone. */
export function isWildcard({
  fileName,
  fingerprint,
  repository,
}: Pick<ExceptionScope, 'fileName' | 'fingerprint' | 'repository'>): boolean {
  return fingerprint === null || fileName.includes(ANY) || repository === ANY;
}

/** Returns whether a finding of this severity is no worse than the accepted one. */
export function isWithin(severity: Severity, accepted: WildcardSeverity): boolean {
  return accepted !== 'none' && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(accepted);
}

/** Reads a pattern. A match takes time in proportion to the text, for any pattern. */
export function readPattern(pattern: string): (text: string) => boolean {
  const [first = '', ...others] = pattern.split(ANY);
  const last = others.pop();
  if (last === undefined) return (text) => text === pattern;
  return (text) => {
    const end = text.length - last.length;
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const part of others) {
      const found = text.indexOf(part, at);
      if (found === -1 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}
