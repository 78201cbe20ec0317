/** Pulls and coverage of sources as messages. */
import type { Complete } from '../../../contract/complete.ts';
import type {
  SourceCoverage as CoverageMessage,
  Pull as PullMessage,
} from '../../../gen/flowarden/v1/source.ts';
import type { SourcePull } from '../../../service/sources/pull.ts';
import type { SourceCoverage } from '../../../service/sources/source.ts';

/** Converts a coverage. */
export function toCoverage({ known, atLeast, judged, reasons }: SourceCoverage): Complete<CoverageMessage> {
  return { known, atLeast, judged, reasons: reasons.map(({ reason, artefacts }) => ({ reason, artefacts })) };
}

/** Converts a pull. */
export function toPull(pull: SourcePull): Complete<PullMessage> {
  const { counts } = pull;
  const throttled = pull.state === 'ended' ? null : (counts.throttledUntil ?? null);
  return {
    id: pull.id,
    sourceId: pull.sourceId,
    test: pull.isProbe,
    state: pull.state,
    outcome: pull.outcome ?? undefined,
    partsListed: counts.partsListed ?? 0,
    partsKnown: counts.partsKnown ?? 0,
    fetched: counts.fetched ?? 0,
    toFetch: counts.toFetch ?? 0,
    judged: pull.judged,
    problems: [...pull.problems],
    warnings: [...(counts.warnings ?? [])],
    throttledUntil: throttled === null ? undefined : new Date(throttled),
    startedBy: pull.startedByName ?? undefined,
    startedAt: pull.createdAt,
    endedAt: pull.endedAt ?? undefined,
  };
}
