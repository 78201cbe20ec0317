/** Clicks and typing through the hardware queue. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

const CLASSIC: ReadonlyMap<string, string> = new Map([
  ['Click', 'SimulateClick'],
  ['TypeInto', 'SimulateType'],
]);
/** `[k(enter)]`: the key, and `[d(ctrl)]` … `[u(ctrl)]`: a key that is held. */
const SPECIAL_KEY = /\[[kdu]\(/;
const MODERN = ['NClick', 'NTypeInto'];

/** Returns whether a setting is on, or computed at run time. */
function mayBeOn(activity: Activity, name: string): boolean {
  const property = propertyOf(activity, name);
  if (property === undefined) return false;
  const text = literalOf(property)?.trim().toLowerCase();
  return text === undefined || text === 'true' || (property.expression !== undefined && text !== 'false');
}

/** Returns whether no other input mode can do the same: special keys, modifiers, other buttons than the left one. */
function needsHardware(activity: Activity): boolean {
  const textOf = (name: string) => propertyOf(activity, name)?.text ?? '';
  return (
    SPECIAL_KEY.test(textOf('Text')) ||
    /^(?!none$)\w/i.test(textOf('KeyModifiers')) ||
    /right|middle/i.test(textOf('MouseButton'))
  );
}

function usesHardware(activity: Activity): boolean {
  const simulation = CLASSIC.get(activity.type);
  if (simulation === undefined)
    return literalOf(propertyOf(activity, 'InteractionMode')) === 'HardwareEvents';
  return !mayBeOn(activity, simulation) && !mayBeOn(activity, 'SendWindowMessages');
}

export const rule = defineRule('UIP-PRF-005', {
  level: 'activity',
  types: [...CLASSIC.keys(), ...MODERN],
  *check(activity) {
    if (!usesHardware(activity) || needsHardware(activity)) return;
    yield { at: activity, message: `"${activity.name}" uses the mouse or the keyboard itself.` };
  },
});
