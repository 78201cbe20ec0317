/** Rules from gRPC to REST. */
import type { Rule } from '../../../src/gen/flowarden/v1/rule.ts';

/** Returns a rule with the defaults of its options as values, which gRPC transports as JSON text. */
export function restRule(rule: Rule) {
  const optionDetails = rule.optionDetails.map((option) => ({
    ...option,
    default: JSON.parse(option.default) as unknown,
    unit: option.unit === '' ? null : option.unit,
  }));
  return { ...rule, optionDetails };
}
