/** Numbers of arguments that steps pass to scripts. */
import type { Property } from '../../../model/workflow.ts';

/** Returns the number of values that a list holds; undefined when a run decides. */
export function listedCount(list: Property | undefined): number | undefined {
  if (list === undefined || list.text === '') return 0;
  const tree = list.expression?.tree;
  if (tree?.kind === 'list') return tree.items.length;
  if (tree?.kind !== 'new' || tree.args.length > 0 || tree.members.some(({ name }) => name !== undefined))
    return undefined;
  // Without its braces a list is filled later.
  return tree.members.length > 0 || /\{\s*\}\s*$/.test(list.text) ? tree.members.length : undefined;
}

/** Returns `1 argument`, `2 arguments` or `2 to 4 arguments`. */
export function argumentsTaken({ min, max }: { readonly min: number; readonly max: number }): string {
  const count =
    max === Number.POSITIVE_INFINITY ? `at least ${min}` : min === max ? `${min}` : `${min} to ${max}`;
  return `${count} ${count === '1' ? 'argument' : 'arguments'}`;
}
