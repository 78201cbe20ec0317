/** A secret variable whose value the run details of a desktop flow show. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Variable } from '../../model/workflow.ts';
import { type RobinWrite, robinWritesOf } from '../../patterns/power-automate/robin/robin-variables.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { defineRule } from '../define-rule.ts';

const HARMLESS_TYPES: ReadonlySet<string> = new Set(['bool', 'boolean', 'numeric', 'number', 'datetime']);
const HARMLESS_VALUE = /^(?:|true|false|-?[\d.]+)$/i;

/** Returns whether the written value can be no secret: a switch, a number, an empty text. */
function isHarmless({ activity }: RobinWrite): boolean {
  if (activity.type === 'Loop') return true;
  const text = activity.type === 'Set' ? literalOf(propertyOf(activity, 'Value')) : undefined;
  return text !== undefined && HARMLESS_VALUE.test(text);
}

// Copied actions come without the list of sensitive variables: there the rule reports nothing.
export const rule = defineRule('PAD-SEC-002', {
  level: 'workflow',
  *check(workflow) {
    if (workflow.settings.get('scope') !== 'flow') return;
    const writes = robinWritesOf(workflow);
    const symbols: readonly Variable[] = [...workflow.arguments, ...workflow.variables];
    for (const symbol of symbols) {
      if (symbol.secure || HARMLESS_TYPES.has(symbol.type.toLowerCase())) continue;
      if (secretness(symbol.name, undefined, { counts: 'both' }) !== 'certain') continue;
      const known = writes.get(symbol.key) ?? [];
      if (known.length > 0 && known.every(isHarmless)) continue;
      yield {
        at: symbol,
        subject: symbol.name,
        message: `The variable "${symbol.name}" has the name of a secret and is not marked as sensitive.`,
      };
    }
  },
});
