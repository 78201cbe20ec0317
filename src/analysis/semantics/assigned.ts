/** Names that get a value in an expression or in code. */
import type { BinaryExpr, Expr } from '../model/expr.ts';
import type { Expression } from '../model/workflow.ts';
import { calledName, lastName } from './callee.ts';
import { literalText } from './texts.ts';
import { walk } from './visit.ts';

/** Names of settings and notes whose expression is code: that of UiPath, and the stages and objects of Blue Prism. */
const CODE = /^(?:global)?code$/i;

/** Returns whether an expression is code of Visual Basic or C#, made of statements. */
export function isCode({ language, name }: Expression): boolean {
  return (language === 'csharp' || language === 'visual-basic') && CODE.test(name);
}

/** Places where `=` assigns: anywhere in C# and JavaScript; in Visual Basic as a statement of code, as it compares in expressions. */
type Assigning = 'anywhere' | 'in statements' | 'nowhere';

/** Returns where `=` assigns: in a statement of code, and in each of C# and JavaScript. */
export function assigningIn(expression: Expression): Assigning {
  if (expression.language === 'csharp' || expression.language === 'javascript') return 'anywhere';
  return isCode(expression) ? 'in statements' : 'nowhere';
}

export interface Assigned {
  readonly name: string;
  readonly value: Expr;
}

/**
 * Functions that store a value under a name: in a dictionary, the headers of a request, the parameters of a statement.
 */
export const ADDS =
  /^(?:add|tryadd|addheader|adddefaultheader|addparameter|addwithvalue|append|set|setheader|setrequestheader|tryaddwithoutvalidation)$/i;

/** Returns the name that an assignment writes to: a variable, a member, or the fixed key of a dictionary. */
export function targetName(target: Expr): string | undefined {
  const hasKey = target.kind === 'call' || target.kind === 'index';
  return hasKey ? literalText(target.args.at(-1)?.value) : lastName(target);
}

interface Assignment {
  readonly target: Expr;
  readonly value: Expr;
}

/**
 * Returns the assignment of a statement. An operator that binds less than `=` stands above it in the tree of Visual
 * Basic, where `=` compares: `a = b Or c` is read as `(a = b) Or c`.
 */
function assignment(statement: Expr): Assignment | undefined {
  const spine: (Expr & BinaryExpr)[] = [];
  for (let left = statement; left.kind === 'binary'; left = left.left) spine.push(left);
  while (spine.length > 0 && spine.at(-1)!.operator !== '=') spine.pop();
  const first = spine.pop();
  if (first === undefined) return undefined;
  let value = first.right;
  for (const node of spine.reverse()) value = { ...node, left: value, start: value.start };
  return { target: first.left, value };
}

/** Returns the assignment that an operator makes; undefined for a comparison and for other operators. */
function assignedBy(
  node: Expr & BinaryExpr,
  assigning: Assigning,
  statements: ReadonlySet<Expr>,
): Assignment | undefined {
  if (assigning === 'in statements') return statements.has(node) ? assignment(node) : undefined;
  const assigns = assigning === 'anywhere' && node.operator === '=';
  return assigns ? { target: node.left, value: node.right } : undefined;
}

/**
 * Yields each name with its value, in the order of the text: assignments, members of new objects, entries such as
 * `{"name", value}`, and calls such as `Add("name", value)`.
 */
export function* assignedIn(tree: Expr, assigning: Assigning): Generator<Assigned> {
  const statements = new Set<Expr>([tree]);
  for (const node of walk(tree)) {
    if (node.kind === 'unparsed') for (const part of node.parts ?? []) statements.add(part);
    if (node.kind === 'binary') {
      const assigned = assignedBy(node, assigning, statements);
      const name = assigned && targetName(assigned.target);
      if (assigned !== undefined && name !== undefined) yield { name, value: assigned.value };
    } else if (node.kind === 'new') {
      for (const { name, value } of node.members) if (name !== undefined) yield { name, value };
    } else if (node.kind === 'list' || (node.kind === 'call' && ADDS.test(calledName(node)))) {
      const [first, value] = node.kind === 'list' ? node.items : node.args.map((arg) => arg.value);
      const name = literalText(first);
      if (name !== undefined && value !== undefined) yield { name, value };
    }
  }
}
