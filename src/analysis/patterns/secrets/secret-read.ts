/** Secrets that an expression reads by name. */
import type { Expr } from '../../model/expr.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { literalText } from '../../semantics/texts.ts';
import { walk } from '../../semantics/visit.ts';

/** Returns the name of a variable or member, or the key of an element: `ErpPassword` of `Config("ErpPassword")`. */
export function accessedName(node: Expr): string | undefined {
  if (node.kind === 'reference' || node.kind === 'member') return node.name;
  if (node.kind !== 'call' && node.kind !== 'index') return undefined;
  return literalText(node.args[0]?.value);
}

/** Returns the first secret that an expression reads; of `New NetworkCredential("", secret).Password` it is `secret`. */
export function secretReadBy(tree: Expr): string | undefined {
  let first: string | undefined;
  let end = Number.POSITIVE_INFINITY;
  for (const node of walk(tree)) {
    const name = node.end < end ? accessedName(node) : undefined;
    if (name !== undefined && reaches(secretness(name), 'likely')) [first, end] = [name, node.end];
  }
  return first;
}
