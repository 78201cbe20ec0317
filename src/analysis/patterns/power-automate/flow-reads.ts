/** Reads of variables, actions and the trigger in the expressions of a Power Automate flow. */
import type { Expr } from '../../model/expr.ts';
import { flowNameKey, NAMING_FUNCTIONS, TRIGGER_FUNCTIONS } from '../../model/flow-names.ts';
import { calledName } from '../../semantics/callee.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { childNodes } from '../../semantics/visit.ts';

/** A call such as `variables('x')`, `outputs('Get')` or `triggerBody()`. */
export interface FlowRead {
  /** Key as in the mentions of the expression. */
  readonly key: string;
  /** Name in the file; undefined for a computed one, and for what has no name. */
  readonly name: string | undefined;
  /** Function in lower case. */
  readonly by: string;
  /** Members that are read of it, the innermost first: `body`, `id` of `outputs('Get')?['body']?['id']`. */
  readonly members: readonly string[];
}

/** Returns the read that a node is; undefined for any other node. */
export function readOf(node: Expr, members: readonly string[] = []): FlowRead | undefined {
  if (node.kind !== 'call') return undefined;
  const by = calledName(node);
  const kind = NAMING_FUNCTIONS.get(by);
  if (kind === undefined) {
    if (TRIGGER_FUNCTIONS.has(by)) return { key: 'trigger', name: undefined, by, members };
    return by === 'item' ? { key: by, name: undefined, by, members } : undefined;
  }
  const [argument] = node.args;
  if (argument?.value.kind !== 'literal') return { key: `${kind}:*`, name: undefined, by, members };
  const name = argument.value.value;
  return { key: flowNameKey(kind, name), name, by, members };
}

/** Returns the text or number of an accessor such as `?['x']`, or the name of `.x`; undefined for a computed one. */
function memberOf(node: Expr): string | undefined {
  if (node.kind === 'member') return node.name;
  const at = node.kind === 'index' ? node.args[0]?.value : undefined;
  return at?.kind === 'literal' ? at.value : undefined;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Yields the reads in a tree.
 * @param without functions in lower case, in whose arguments reads do not count
 */
export function* readsIn(tree: Expr, without: ReadonlySet<string> = NONE): Generator<FlowRead> {
  const open = [tree];
  /** Members of the node on top of the stack, when accessors led to it. */
  let members: string[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const read = readOf(node, members);
    if (read !== undefined) yield read;
    const inside = node.kind === 'call' && without.has(calledName(node)) ? [] : childNodes(node);
    const member = memberOf(node);
    // The first node inside an accessor is its object, which comes next.
    members = member === undefined ? [] : [member, ...members];
    for (let at = inside.length - 1; at >= 0; at -= 1) open.push(inside[at]!);
  }
}

/** Functions whose results are the named thing itself. */
const VALUES: ReadonlySet<string> = new Set(['variables', 'outputs', 'body', 'parameters']);

/** Returns whether an expression reads a value by the name of a secret: `variables('ErpPassword')`. */
export function readsOwnSecret(tree: Expr): boolean {
  for (const { by, name } of readsIn(tree))
    if (name !== undefined && VALUES.has(by) && reaches(secretness(name), 'likely')) return true;
  return false;
}
