/** Names that get a value in an expression or in code. */
import type { Expr } from '../model/expr.ts';
import type { Expression } from '../model/workflow.ts';
import { calledName, lastName } from './callee.ts';
import { literalText } from './texts.ts';
import { walk } from './visit.ts';

/** Places where `=` assigns: anywhere in C#; in Visual Basic as a statement of code, as it compares in expressions. */
type Assigning = 'anywhere' | 'in statements' | 'nowhere';

/** Returns where `=` assigns: in a statement of code, and in each of C#. */
export function assigningIn({ language, name }: Expression): Assigning {
  if (language === 'csharp') return 'anywhere';
  return language === 'visual-basic' && name === 'Code' ? 'in statements' : 'nowhere';
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

/**
 * Yields each name with its value, in the order of the text: assignments, members of new objects, entries such as
 * `{"name", value}`, and calls such as `Add("name", value)`.
 */
export function* assignedIn(tree: Expr, assigning: Assigning): Generator<Assigned> {
  const statements = new Set<Expr>([tree]);
  for (const node of walk(tree)) {
    if (node.kind === 'unparsed') for (const part of node.parts ?? []) statements.add(part);
    const isStatement = assigning === 'anywhere' || (assigning === 'in statements' && statements.has(node));
    if (node.kind === 'binary' && node.operator === '=' && isStatement) {
      const name = targetName(node.left);
      if (name !== undefined) yield { name, value: node.right };
    } else if (node.kind === 'new') {
      for (const { name, value } of node.members) if (name !== undefined) yield { name, value };
    } else if (node.kind === 'list' || (node.kind === 'call' && ADDS.test(calledName(node)))) {
      const [first, value] = node.kind === 'list' ? node.items : node.args.map((arg) => arg.value);
      const name = literalText(first);
      if (name !== undefined && value !== undefined) yield { name, value };
    }
  }
}
