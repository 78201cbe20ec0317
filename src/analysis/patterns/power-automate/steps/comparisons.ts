/** Comparisons in the conditions of a cloud flow, in both of their forms. */
import type { Expr } from '../../../model/expr.ts';
import { literalOf } from '../../../model/navigate.ts';
import type { Activity, Value } from '../../../model/workflow.ts';
import { calledName } from '../../../semantics/callee.ts';
import { walk } from '../../../semantics/visit.ts';

/** One comparison: `{"equals": ["@x", 1]}`, or `equals(x, 1)` in an expression. */
export interface FlowComparison {
  readonly at: Value;
  /** In lower case. */
  readonly operator: string;
  /** A fixed operand is a text. */
  readonly operands: readonly (Expr | string)[];
}

const OPERATORS = 'equals greater greaterorequals less lessorequals contains startswith endswith'.split(' ');
const COMPARES = new RegExp(OPERATORS.join('|'), 'i');
/** Name of an operand in the form of the designer: `expression.and.0.equals.1`. */
const OPERAND = /^(expression(?:\.[\w.]{1,200})?\.([a-z]{4,20}))\.[01]$/i;

const operandOf = (tree: Expr): Expr | string => (tree.kind === 'literal' ? tree.value : tree);

function* comparisonsIn(at: Value): Generator<FlowComparison> {
  // Most operands call none, and need no tree.
  if (at.expression === undefined || !COMPARES.test(at.expression.text)) return;
  for (const node of walk(at.expression.tree)) {
    if (node.kind !== 'call') continue;
    const operator = calledName(node);
    if (OPERATORS.includes(operator))
      yield { at, operator, operands: node.args.map(({ value }) => operandOf(value)) };
  }
}

/** Yields the comparisons of a condition or of an Until. */
export function* comparisonsOf({ properties }: Activity): Generator<FlowComparison> {
  const pairs = new Map<string, { at: Value; operator: string; operands: (Expr | string)[] }>();
  for (const property of properties) {
    if (!property.name.startsWith('expression')) continue;
    yield* comparisonsIn(property);
    const [, place, operator] = OPERAND.exec(property.name) ?? [];
    if (place === undefined || !OPERATORS.includes(operator!.toLowerCase())) continue;
    const operand = literalOf(property) ?? property.expression!.tree;
    const pair = pairs.get(place);
    if (pair === undefined)
      pairs.set(place, { at: property, operator: operator!.toLowerCase(), operands: [operand] });
    else pair.operands.push(operand);
  }
  yield* pairs.values();
}
