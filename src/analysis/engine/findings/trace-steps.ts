/** Steps of a trace as findings have them: with their places, and of a long way only the first and last ones. */
import { truncate } from '../../../text/truncate.ts';
import { TRACE_MAX, type TracePoint } from '../../model/data-flow/trace.ts';
import type { Location, TraceStep } from '../../model/finding.ts';
import type { Anchor } from '../../model/workflow.ts';
import { NAME_MAX, SENTENCE_MAX } from './shorten.ts';

const HALF = TRACE_MAX / 2;

/** Returns the steps of a way; undefined for a problem without one. */
export function traceSteps(
  points: readonly TracePoint[] | undefined,
  locationOf: (at: Anchor) => Location,
): readonly TraceStep[] | undefined {
  if (points === undefined) return undefined;
  const omitted = points.length - TRACE_MAX;
  const shown = omitted > 0 ? [...points.slice(0, HALF), ...points.slice(-HALF)] : points;
  return shown.map(({ at, how, property, sentence }, place) => ({
    how,
    location: locationOf(at),
    node: at.owner,
    property: truncate(property, NAME_MAX),
    sentence: truncate(sentence, SENTENCE_MAX),
    ...(omitted > 0 && place === HALF - 1 ? { omitted } : {}),
  }));
}
