/** A loop that nothing inside it can end. */
import { descendantsOf, isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { changesNothing } from '../../patterns/automation-anywhere/bot-effects.ts';
import { type BotSymbols, botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { defineRule } from '../define-rule.ts';

const FOREVER = /forever|infinite|endless/i;
/** Conditions on variables alone. All others (a file, a window, a page) change from outside. */
const ABOUT_VARIABLES = /variable$/i;
/** Types that change only when a command returns into them; lists, records and tables also change in place. */
const SCALARS = new Set(['STRING', 'NUMBER', 'BOOLEAN', 'DATETIME']);
const LOOP = 'Loop/loop.commands.start';
const BREAK = 'Loop/loop.commands.break';
/** Setting with the loop that a break leaves, where it is not the innermost one. */
const ANCHOR = 'anchor';

/** Returns the settings of the loop's condition; undefined when it has none or does not read variables alone. */
function conditionOf(loop: Activity): readonly Property[] | undefined {
  if (literalOf(propertyOf(loop, 'loopType'))?.toUpperCase() === 'ITERATOR') return undefined;
  const kinds = loop.properties.filter(({ name }) => name.endsWith('.conditionalName'));
  if (kinds.length === 0 || !kinds.every(({ text }) => ABOUT_VARIABLES.test(text))) return undefined;
  return loop.properties.filter(({ name }) => name.startsWith('condition'));
}

function isForever(loop: Activity): boolean {
  return FOREVER.test(literalOf(propertyOf(loop, 'iterator.iteratorName')) ?? '');
}

/**
 * Returns whether a command inside leaves the loop: a throw, a stop, or a break that belongs to this loop or names one.
 */
function hasExit(workflow: Workflow, loop: Activity): boolean {
  const inner = new Set<number>();
  for (const activity of descendantsOf(workflow, loop)) {
    const nested = activity.type === LOOP || inner.has(activity.parent);
    if (nested) inner.add(activity.index);
    if (!isLive(activity)) continue;
    if (activity.role === 'throw' || activity.role === 'terminate') return true;
    if (activity.type === BREAK && (!nested || propertyOf(activity, ANCHOR) !== undefined)) return true;
  }
  return false;
}

/** Returns whether a command inside can change the variables of the condition. */
function changes(
  workflow: Workflow,
  loop: Activity,
  keys: ReadonlySet<string>,
  symbols: BotSymbols,
): boolean {
  const written = (property: Property): boolean =>
    (property.expression?.mentions ?? []).some(
      (key) =>
        keys.has(key) && (property.direction === 'out' || !SCALARS.has(symbols.declared(key)?.type ?? '')),
    );
  for (const activity of descendantsOf(workflow, loop)) {
    if (isLive(activity) && activity.role !== 'branch' && activity.properties.some(written)) return true;
  }
  return false;
}

export const rule = defineRule('AAB-REL-010', {
  level: 'workflow',
  types: [LOOP],
  *check(workflow) {
    const loops = commandsOf(workflow, ({ type }) => type === LOOP).filter(isLive);
    if (loops.length === 0) return;
    const symbols = botSymbols(workflow);
    for (const loop of loops) {
      const condition = conditionOf(loop);
      if ((condition === undefined && !isForever(loop)) || hasExit(workflow, loop)) continue;
      const keys = new Set((condition ?? []).flatMap(({ expression }) => expression?.mentions ?? []));
      // Time, the clipboard, all else that a package looks up, and the values of the Control Room change by themselves.
      if ([...keys].some((key) => key.includes(':') || key.startsWith('@'))) continue;
      if (keys.size > 0 && changes(workflow, loop, keys, symbols)) continue;
      const names = [...keys].map((key) => `"${symbols.declared(key)?.name ?? key}"`).join(', ');
      const why = keys.size === 0 ? 'has no end' : `depends on ${names}, which no command in it changes`;
      const problem = { at: loop, message: `The loop on line ${loop.editorLine} ${why}.` };
      yield changesNothing(workflow) ? { ...problem, severity: 'low' } : problem;
    }
  },
});
