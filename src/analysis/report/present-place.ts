/** Places of findings as JSON: of the findings themselves, and of the steps of their ways. */
import { type Finding, locationText, type TraceStep } from '../model/finding.ts';

/** Returns the location fields of a finding or of one of its places. */
export function presentPlace({ location }: Pick<Finding, 'location'>) {
  return {
    location: locationText(location),
    // The pointer to a whole JSON document is empty: there is nothing to show.
    sourceXPath: location.path || null,
    sourceLineNumber: location.line,
  };
}

/** Returns a step of the way that data takes to the finding. */
export function presentStep({ how, file, location, property, sentence, omitted }: TraceStep) {
  return {
    how,
    ...(file === undefined ? {} : { file }),
    ...presentPlace({ location }),
    property,
    sentence,
    ...(omitted === undefined ? {} : { omittedSteps: omitted }),
  };
}
