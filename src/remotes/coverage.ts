/** Coverage of a tenant: never more than was seen. */
import { formatNumber } from '../text/format.ts';
import type { RemoteProblem } from './remote-error.ts';

/** Reasons why an artefact was not read, each with the line that follows their number. */
export const REASONS = {
  compiled: 'compiled: only assemblies are in the package. Pack it with sources.',
  no_access: 'without access: the sentences below name the missing right.',
  not_running: 'not running: no folder that can be read runs them, or they are turned off.',
  draft: 'drafts: they have no published version.',
  too_large: 'too large: beyond the limit of a download, or of the reader of archives.',
  unreadable: 'unreadable: damaged, or no package.',
  unsupported_kind: 'of other kinds: no file in the package is one that Flowarden reads.',
  failed: 'failed: the sentences below say why.',
  not_yet: 'not reached: pull again to go on.',
} as const satisfies Readonly<Record<string, string>>;

/** Reason why an artefact was not read. */
export type Reason = keyof typeof REASONS;

/** Returns the reason of an artefact whose download failed. */
export function missReason(
  problem: RemoteProblem,
): Extract<Reason, 'no_access' | 'too_large' | 'unreadable' | 'failed'> {
  return problem === 'no_access' || problem === 'too_large' || problem === 'unreadable' ? problem : 'failed';
}

/** Reasons after which another pull may read more: something failed, and nothing is known of the content. */
const OPEN_REASONS: readonly Reason[] = ['no_access', 'too_large', 'unreadable', 'failed', 'not_yet'];

/** Coverage of a pull. */
export interface PullCoverage {
  /** Artefacts that were listed. */
  readonly known: number;
  /** True when a part could not be listed completely, so that more than the known ones may exist. */
  readonly isAtLeast: boolean;
  /** Artefacts whose content is here. */
  readonly read: number;
  /** The others by reason; reasons without any are absent. */
  readonly reasons: Readonly<Partial<Record<Reason, number>>>;
  /** True when every part was listed, and nothing failed. */
  readonly isComplete: boolean;
}

/**
 * Counts artefacts by their reason.
 * @param reasons one for each artefact; undefined: its content is here
 * @param unlistedParts parts without a complete listing
 */
export function coverageOf(reasons: readonly (Reason | undefined)[], unlistedParts: number): PullCoverage {
  const counts: Partial<Record<Reason, number>> = {};
  for (const reason of reasons) if (reason !== undefined) counts[reason] = (counts[reason] ?? 0) + 1;
  return {
    known: reasons.length,
    isAtLeast: unlistedParts > 0,
    read: reasons.filter((reason) => reason === undefined).length,
    reasons: counts,
    isComplete: unlistedParts === 0 && !OPEN_REASONS.some((reason) => counts[reason] !== undefined),
  };
}

/** Writes the coverage: `38 of at least 40`. */
export function coverageText({
  read,
  known,
  isAtLeast,
}: Pick<PullCoverage, 'read' | 'known' | 'isAtLeast'>): string {
  return `${formatNumber(read)} of ${isAtLeast ? 'at least ' : ''}${formatNumber(known)}`;
}
