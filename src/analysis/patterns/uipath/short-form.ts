/** UiPath settings that may write the symbols in them. */
import { propertyFacts } from '../../facts/activity-facts.ts';
import type { Activity, Property } from '../../model/workflow.ts';

/** Activities that write nothing, or only into their settings of direction `out`. */
const READS_ONLY = new Set(
  'WriteLine LogMessage Delay If Switch FlowDecision FlowSwitch Throw TypeInto NTypeInto Assign'.split(' '),
);

/**
 * Returns whether a setting may write its symbols. The short form `Result="[x]"`, an attribute, does not say whether
 * the activity reads or writes, unless its documentation does; elements such as `<InArgument>` say it. For XML, positions below 0 are those of attributes.
 */
export function mayWriteSymbols({ type }: Activity, { at, name, direction, expression }: Property): boolean {
  if (expression === undefined) return false;
  if (direction === 'out' || type === 'InvokeCode') return true;
  return (
    at < 0 &&
    !READS_ONLY.has(type) &&
    expression.mentions.length === 1 &&
    expression.tree.kind === 'reference' &&
    propertyFacts(type, name)?.isOutput !== false
  );
}
