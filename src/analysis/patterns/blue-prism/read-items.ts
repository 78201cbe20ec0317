/** Data items that something looks at, and those that something fills. */
import { derived } from '../../model/interning/derived.ts';
import { isLive } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { itemName } from './data-items.ts';

/** Keys of data items by what happens to them. A field is also its collection. */
interface ItemUses {
  readonly read: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
}

/** Returns the data items that live stages read and write, and those that people see while the process runs. */
export const itemUses = derived((workflow: Workflow): ItemUses => {
  const read = new Set<string>();
  const written = new Set<string>();
  for (const activity of workflow.activities) {
    if (!isLive(activity)) continue;
    for (const { direction, expression } of activity.properties)
      for (const key of expression?.mentions ?? []) (direction === 'out' ? written : read).add(key);
  }
  // Session and environment variables and statistics are shown, and set, outside of the process.
  for (const { key, modifiers } of workflow.variables) {
    if (modifiers?.some((word) => word.startsWith('exposure:')) !== true) continue;
    read.add(key);
    written.add(key);
  }
  return { read, written };
});

/** Returns whether a setting can hold a text: it is not blank, and no data item that nothing fills. */
export function givesText(workflow: Workflow, { text, expression }: Property): boolean {
  if (text.trim() === '' || expression?.literal === '') return false;
  const key = expression === undefined ? undefined : itemName(expression.tree)?.trim().toLowerCase();
  if (key === undefined || expression!.mentions.some((one) => itemUses(workflow).written.has(one)))
    return true;
  const declared = workflow.variables.filter((variable) => variable.key === key);
  return declared.length === 0 || declared.some((variable) => variable.default !== undefined);
}

/** Returns whether a stage writes only data items that nothing reads. */
export function storesUnread(workflow: Workflow, activity: Activity): boolean {
  if (activity.role !== 'assign') return false;
  const { read } = itemUses(workflow);
  const targets = activity.properties.filter(({ direction }) => direction === 'out');
  return (
    targets.length > 0 &&
    targets.every(({ expression }) => expression?.mentions.every((key) => !read.has(key)))
  );
}
