/** A path in a desktop flow that exists on one machine or in one profile alone. */
import { literalOf } from '../../model/navigate.ts';
import type { Value } from '../../model/workflow.ts';
import { isPathOfOneMachine } from '../../semantics/local-path.ts';
import { defineRule } from '../define-rule.ts';

const QUOTES = /^\$?'''|'''$/g;

/** Returns the fixed beginning of a path as it is at run time; an expression that begins with a variable has none. */
function pathIn(value: Value): string {
  return (literalOf(value) ?? value.text.replace(QUOTES, '')).replaceAll('\\\\', '\\').trim();
}

/** A share: its doubled backslashes have become single ones. Regular expressions have escapes of one letter. */
const SHARE = /^\\[\w.-]{2,}\\(?:%|[\w$-]{2,})/;

/** Returns whether a value is a path of one machine, or a share of one server. */
function isFixedPath(value: Value): boolean {
  const path = pathIn(value);
  return isPathOfOneMachine(path) || (SHARE.test(path) && !path.includes('\n'));
}

// A default of an input variable is where such a path belongs: its value is replaced at the start of the flow.
export const rule = defineRule('PAD-CFG-001', {
  level: 'activity',
  *check(activity) {
    for (const property of activity.properties) {
      if (property.direction === 'out' || !isFixedPath(property)) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" names a path of one machine in "${property.name}".`,
      };
    }
  },
});
