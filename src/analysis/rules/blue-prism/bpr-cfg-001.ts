/** Finds paths and addresses in a process that are valid in one environment only. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import type { Text } from '../../model/text.ts';
import type { Workflow } from '../../model/workflow.ts';
import { filledLater } from '../../patterns/blue-prism/filled-later.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { isCode } from '../../semantics/assigned.ts';
import { isServiceUrl } from '../../semantics/http-url.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { isAbsolutePath, isProfilePath } from '../../semantics/local-path.ts';
import { defineRule } from '../define-rule.ts';

/** Returns the place that a value is tied to, or undefined when it is valid anywhere. */
function tiedTo(text: string): string | undefined {
  const trimmed = text.trim();
  if (isServiceUrl(trimmed)) return 'an address';
  // The product runs on Windows: `/users/get` is the route of a service, and no one's folder.
  if (trimmed.includes('\n') || trimmed.startsWith('/') || !isAbsolutePath(trimmed)) return undefined;
  return isProfilePath(trimmed) ? "a path in one person's profile" : 'a path';
}

/** Words that every such value has. */
const WORDS = [':\\', ':/', '\\\\'];

/** Indexes the expressions of a workflow by position. */
const expressionAt = derived(
  ({ expressions }: Workflow) => new Map(expressions.map((expression) => [expression.at, expression])),
);

/** Returns the beginning of a joined path or address, when the folder or host is complete in it. */
function beginning(tree: Expr): string | undefined {
  const [first, second] = piecesOf(tree);
  if (first?.kind !== 'literal' || second === undefined) return undefined;
  return /^(?:[a-z]:\\(?!users\\$)[^\\]+\\|\\\\[^\\]+\\|https?:\/\/[^/]+\/)/i.test(first.value.trim())
    ? first.value
    : undefined;
}

/** Returns the fixed value at a text that is used when the process runs. */
function fixedValue(workflow: Workflow, { kind, at, text }: Text): string | undefined {
  if (kind === 'default') return filledLater(workflow).has(at) ? undefined : text;
  const expression = kind === 'expression' ? expressionAt(workflow).get(at) : undefined;
  if (expression === undefined || isCode(expression)) return undefined;
  return expression.literal ?? beginning(expression.tree);
}

export const rule = defineRule('BPR-CFG-001', {
  level: 'text',
  words: WORDS,
  *check(text, { workflow }) {
    if (workflow.kind === 'blue-prism-release') return;
    const value = fixedValue(workflow, text);
    const what = value === undefined ? undefined : tiedTo(value);
    if (value === undefined || what === undefined) return;
    const title =
      text.kind === 'default'
        ? `The initial value of "${text.name}"`
        : `In "${workflow.activities[text.owner]!.name}" the value of ${text.name}`;
    yield { at: text, subject: text.name, message: `${title} is ${what}: ${shownPlace(value)}.` };
  },
});
