/** What actions of a Power Automate flow write. */
import type { Activity } from '../../model/workflow.ts';

/** The key of the variable that an action writes; undefined when it writes none. */
export function writtenKey({ properties }: Activity): string | undefined {
  for (const { direction, expression } of properties) if (direction === 'out') return expression?.mentions[0];
  return undefined;
}
