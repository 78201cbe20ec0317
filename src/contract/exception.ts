/** An exception: an approved, expiring waiver of findings. What it covers, and what state it is in at a moment. */
import type { ExceptionStatus } from '../analysis/model/finding.ts';
import { SEVERITIES, type Severity } from '../analysis/model/rule.ts';
import type { WildcardSeverity } from './organisation-settings.ts';

/** What people have decided. That an exception has expired is never written down: the clock says it. */
export type ExceptionDecision = Extract<ExceptionStatus, 'pending' | 'approved' | 'rejected' | 'revoked'>;

/** The states of an exception; a finding without one has `none`. */
export type ExceptionState = Exclude<ExceptionStatus, 'none'>;
export const EXCEPTION_STATES = ['pending', 'approved', 'rejected', 'expired', 'revoked'] as const;

/** Stands for any text in a pattern; alone: for everything. */
export const ANY = '*';

/** What an exception covers. In patterns `*` stands for any text, the empty one too. */
export interface ExceptionScope {
  readonly ruleId: string;
  /** Pattern of the path that the file was submitted under. */
  readonly fileName: string;
  /** Whether `fileName` also fits the base name, as it did before paths were stored. */
  readonly byBaseName: boolean;
  /** Strong fingerprint of the one finding that is meant; null: every finding whose place fits `location`. */
  readonly fingerprint: string | null;
  /** Strong fingerprints of the places that are covered, where that finding is a group; null: it is none. */
  readonly places: readonly string[] | null;
  /** Where it is, in the names that authors see; a pattern when there is no fingerprint. */
  readonly location: string;
  /** What the pipeline of a run calls itself (`originOf`); null: runs that say nothing; `*`: all runs. */
  readonly repository: string | null;
  /** The worst severity that is covered: a finding that has become worse falls out. */
  readonly severity: Severity;
}

/** What the engine has to know of an exception. */
export interface ScopedException extends ExceptionScope {
  /** A UUIDv7: later ones are greater. */
  readonly id: string;
  readonly decision: ExceptionDecision;
  readonly expiresAt: Date;
}

/** The state at a moment: from the very millisecond of its end an exception is over. */
export function exceptionState(
  { decision, expiresAt }: Pick<ScopedException, 'decision' | 'expiresAt'>,
  now: Date,
): ExceptionState {
  const canExpire = decision === 'pending' || decision === 'approved';
  return canExpire && expiresAt <= now ? 'expired' : decision;
}

/** Whether an exception is for any file or any place, and not for one finding alone. */
export function isWildcard({
  fileName,
  fingerprint,
  repository,
}: Pick<ExceptionScope, 'fileName' | 'fingerprint' | 'repository'>): boolean {
  return fingerprint === null || fileName.includes(ANY) || repository === ANY;
}

/** Whether a finding of this severity is no worse than what was accepted. */
export function isWithin(severity: Severity, accepted: WildcardSeverity): boolean {
  return accepted !== 'none' && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(accepted);
}

/** Reads a pattern. Whether a text fits takes time in proportion to the text, whatever the pattern. */
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
