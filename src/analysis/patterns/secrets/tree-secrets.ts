/** Secrets that calls in expressions and code take as fixed texts: credentials, and secure texts character by character. */
import type { Expr } from '../../model/expr.ts';
import type { Expression } from '../../model/workflow.ts';
import { calls, callsOf } from '../../semantics/callee.ts';
import { possibleTexts } from '../../semantics/functions/dot-net.ts';
import { walk } from '../../semantics/visit.ts';
import type { Suspect } from './suspect.ts';

/** Yields each `New NetworkCredential("", "text")`: a secure property with plain text. */
function* inCredentials(tree: Expr): Generator<Suspect> {
  for (const { args } of callsOf(tree, 'networkcredential')) {
    const password = args.find(({ name }) => name?.toLowerCase() === 'password') ?? args[1];
    if (password !== undefined) yield { texts: [...possibleTexts(password.value)] };
  }
}

/** Yields `For Each c In "text"` and `"text".ToCharArray`, where the characters go into a SecureString. */
function* inCharacters(tree: Expr): Generator<Suspect> {
  if (!calls(tree, 'appendchar')) return;
  for (const node of walk(tree)) {
    const isText = node.kind === 'member' && node.name === 'ToCharArray';
    const source = isText
      ? node.object
      : node.kind === 'binary' && node.operator === 'in'
        ? node.right
        : null;
    if (source?.kind === 'literal' && source.type === 'text')
      yield { texts: [source.value], part: 'AppendChar' };
  }
}

/** Names of calls, which are cheaper to find than the tree. */
const CALLED = /NetworkCredential|AppendChar/;

/** Yields every secret that the calls in an expression or in code take. */
export function* secretsInCalls(expression: Expression): Generator<Suspect> {
  if (!CALLED.test(expression.text)) return;
  yield* inCredentials(expression.tree);
  yield* inCharacters(expression.tree);
}
