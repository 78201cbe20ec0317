/** Keys that the calls in a cloud flow read: `variables('x')`, `body('Get')`, `triggerBody()`. */
import type { CallArgument, CallExpr } from '../../model/expr.ts';
import { flowNameKey, NAMING_FUNCTIONS, TRIGGER_FUNCTIONS } from '../../model/flow-names.ts';
import type { ValueUse } from './use.ts';

/** Returns the fixed text of the first argument in lower case; '' for a computed one. */
export function fixedArgument(args: readonly CallArgument[]): string {
  const value = args[0]?.value;
  return value?.kind === 'literal' ? value.value.toLowerCase() : '';
}

const functionOf = ({ callee }: CallExpr): string =>
  callee.kind === 'reference' ? callee.name.toLowerCase() : '';

/** Returns the key that a call reads, as mentions have it; undefined for other calls. */
export function flowReadKey(call: CallExpr): string | undefined {
  const by = functionOf(call);
  const kind = NAMING_FUNCTIONS.get(by);
  if (kind === undefined) return TRIGGER_FUNCTIONS.has(by) ? 'trigger' : by === 'item' ? by : undefined;
  const name = call.args[0]?.value;
  return name?.kind === 'literal' ? flowNameKey(kind, name.value) : `${kind}:*`;
}

/** Returns the field of the body of the trigger that is read; undefined for the rest of its outputs. */
export function inputOf({ node, path: [first, second] }: ValueUse): string | undefined {
  if (node.kind !== 'call') return undefined;
  const by = functionOf(node);
  if (by === 'triggerbody') return first;
  if (by.startsWith('triggerformdata')) return fixedArgument(node.args);
  if (first === 'body') return second;
  return first?.startsWith('body/') ? first.slice('body/'.length) : undefined;
}
