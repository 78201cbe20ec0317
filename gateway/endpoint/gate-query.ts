/** Query parameters of reads that can wait for the end of a run. */
import { FIELD_LIMITS } from '../../src/gen/contract/field-limits.ts';
import { booleanField, integerField, neverEmpty } from './fields.ts';

/** Returns the query parameters of a gate that can be polled; `subject` appears in their descriptions. */
export function gateQuery(subject: 'validation' | 'project', gate: string) {
  return {
    // A script whose variable is unset must not pass.
    gate: neverEmpty(booleanField(gate).optional()),
    wait: integerField(
      0,
      FIELD_LIMITS['GetValidationRequest.waitSeconds'].max,
      `Seconds to wait for the end of the ${subject} before the answer says how far it is.`,
    ).default(0),
  };
}
