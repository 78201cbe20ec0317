/** Steps of a trace as findings have them, with their places. */
import { truncate } from '../../../text/truncate.ts';
import type { TracePoint } from '../../model/data-flow/trace.ts';
import type { Location, TraceStep } from '../../model/finding.ts';
import type { Place, Spot } from '../../model/subjects/spot.ts';
import { NAME_MAX, SENTENCE_MAX } from './shorten.ts';

/** Returns the location that a place stands for. */
export const locationOfPlace = ({ names, path, line, column, editorLine }: Place): Location => ({
  ...{ names, path, line, column },
  ...(editorLine === undefined ? {} : { editorLine }),
});

/** Returns the steps of a way; undefined for a problem without one. */
export function traceSteps(
  points: readonly TracePoint[] | undefined,
  locationOf: (at: Spot) => Location,
): readonly TraceStep[] | undefined {
  return points?.map(({ at, file, how, property, sentence, omitted }) => ({
    how,
    ...(file === undefined ? {} : { file }),
    location: at.place === undefined ? locationOf(at) : locationOfPlace(at.place),
    node: at.owner,
    property: truncate(property, NAME_MAX),
    sentence: truncate(sentence, SENTENCE_MAX),
    ...(omitted === undefined ? {} : { omitted }),
  }));
}
