/** Steps of a trace as findings have them, with their places. */
import { truncate } from '../../../text/truncate.ts';
import type { TracePoint } from '../../model/data-flow/trace.ts';
import type { Location, TraceStep } from '../../model/finding.ts';
import type { Anchor } from '../../model/workflow.ts';
import { NAME_MAX, SENTENCE_MAX } from './shorten.ts';

/** Returns the steps of a way; undefined for a problem without one. */
export function traceSteps(
  points: readonly TracePoint[] | undefined,
  locationOf: (at: Anchor) => Location,
): readonly TraceStep[] | undefined {
  return points?.map(({ at, how, property, sentence, omitted }) => ({
    how,
    location: locationOf(at),
    node: at.owner,
    property: truncate(property, NAME_MAX),
    sentence: truncate(sentence, SENTENCE_MAX),
    ...(omitted === undefined ? {} : { omitted }),
  }));
}
