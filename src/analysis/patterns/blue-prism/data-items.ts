/** Data items in the expressions of a Blue Prism process. */
import type { Expr } from '../../model/expr.ts';
import type { Property } from '../../model/workflow.ts';
import { qualifiedName } from '../../semantics/callee.ts';
import { walk } from '../../semantics/visit.ts';

/** Returns the name of the data item, or of the field of a collection, that is the whole expression. */
export function itemName(tree: Expr | undefined): string | undefined {
  if (tree?.kind !== 'member' && !(tree?.kind === 'reference' && tree.isMarked)) return undefined;
  return qualifiedName(tree);
}

/** Yields the names of the data items and fields in a tree, in the order of the text. */
export function* itemsIn(tree: Expr): Generator<string> {
  /** End of the last item: the collection of a field is no item of its own. */
  let read = -1;
  for (const node of walk(tree)) {
    const name = node.start < read ? undefined : itemName(node);
    if (name === undefined) continue;
    yield name;
    read = node.end;
  }
}

/** Returns the data item that takes the result of a calculation. */
export function calculationTarget(
  properties: readonly Property[],
  calculation: Property,
): string | undefined {
  if (!calculation.name.endsWith('expression')) return undefined;
  const name = calculation.name.replace(/expression$/, 'stage');
  return itemName(properties.find((property) => property.name === name)?.expression?.tree);
}
