/** Reads of variables, actions and the trigger in the expressions of a Power Automate flow. */
import type { Expr } from '../../model/expr.ts';
import { flowNameKey, NAMING_FUNCTIONS, TRIGGER_FUNCTIONS } from '../../model/flow-names.ts';
import { calledName } from '../../semantics/callee.ts';
import { childNodes } from '../../semantics/visit.ts';
import { isOwnSecretName } from '../secrets/own-secret-name.ts';

/** A call such as `variables('x')`, `outputs('Get')` or `triggerBody()`. */
export interface FlowRead {
  /** Key as in the mentions of the expression. */
  readonly key: string;
  /** Name in the file; undefined for a computed one, and for what has no name. */
  readonly name: string | undefined;
  /** Function in lower case. */
  readonly by: string;
}

/** Returns the read that a node is; undefined for any other node. */
export function readOf(node: Expr): FlowRead | undefined {
  if (node.kind !== 'call') return undefined;
  const by = calledName(node);
  const kind = NAMING_FUNCTIONS.get(by);
  if (kind === undefined) {
    if (TRIGGER_FUNCTIONS.has(by)) return { key: 'trigger', name: undefined, by };
    return by === 'item' ? { key: by, name: undefined, by } : undefined;
  }
  const [argument] = node.args;
  if (argument?.value.kind !== 'literal') return { key: `${kind}:*`, name: undefined, by };
  const name = argument.value.value;
  return { key: flowNameKey(kind, name), name, by };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Yields the reads in a tree.
 * @param without functions in lower case, in whose arguments reads do not count
 */
export function* readsIn(tree: Expr, without: ReadonlySet<string> = NONE): Generator<FlowRead> {
  const open = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const read = readOf(node);
    if (read !== undefined) yield read;
    if (node.kind === 'call' && without.has(calledName(node))) continue;
    const inside = childNodes(node);
    for (let at = inside.length - 1; at >= 0; at -= 1) open.push(inside[at]!);
  }
}

/** Functions whose results are the named thing itself. */
const VALUES: ReadonlySet<string> = new Set(['variables', 'outputs', 'body', 'parameters']);

/** Returns whether an expression reads a value by the name of a secret: `variables('ErpPassword')`. */
export function readsOwnSecret(tree: Expr): boolean {
  for (const { by, name } of readsIn(tree))
    if (name !== undefined && VALUES.has(by) && isOwnSecretName(name)) return true;
  return false;
}
