/** An expression that fails when a value is missing, where one question mark would give null. */
import type { Expr, LiteralExpr } from '../../model/expr.ts';
import { ancestorsOf, isAnchorLive } from '../../model/navigate.ts';
import type { Expression, Workflow } from '../../model/workflow.ts';
import { calledName, calls } from '../../semantics/callee.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Functions that return data of other systems, which may lack any member. */
const SOURCES = ['body', 'outputs', 'triggerbody', 'triggeroutputs', 'first', 'last', 'json'];
/** A member without `?` behind a call; most expressions have none. */
const UNSAFE = /[\])]\s*\[/;
/** Parts of every output. */
const PARTS = ['body', 'headers', 'statuscode'];
/** Beginning of the headers that name who started an instant flow. */
const PERSON = 'x-ms-user-';
/** Functions that test whether something is there: the author has thought of it. */
const TESTS = ['empty', 'length', 'contains'];

/** Returns the function from whose result a member is read, in lower case; '' for another value. */
function sourceOf(object: Expr): string {
  let source = object;
  while (source.kind === 'index') source = source.object;
  return source.kind === 'call' ? calledName(source) : '';
}

/** Returns the first member that is read without `?` from data of another system; undefined if there is none. */
function unsafeMember(tree: Expr): string | undefined {
  let first: (LiteralExpr & Expr) | undefined;
  for (const node of walk(tree)) {
    const member = node.kind === 'index' && !node.isOptional ? node.args[0]?.value : undefined;
    if (member?.kind !== 'literal' || PARTS.includes(member.value.toLowerCase())) continue;
    if (!SOURCES.includes(sourceOf(node))) continue;
    if (first === undefined || member.start < first.start) first = member;
  }
  return first?.value;
}

/** Returns whether the expression, or a condition around its action, tests whether something is there. */
function isGuarded(workflow: Workflow, { owner, tree }: Expression): boolean {
  const tests = (inside: Expr) => TESTS.some((name) => calls(inside, name));
  if (tests(tree)) return true;
  const activity = workflow.activities[owner];
  if (activity === undefined) return false;
  return [activity, ...ancestorsOf(workflow, activity)].some(
    ({ role, properties }) =>
      (role === 'branch' || role === 'loop') &&
      properties.some(({ expression }) => expression !== undefined && tests(expression.tree)),
  );
}

export const rule = defineRule('PAF-REL-011', {
  level: 'expression',
  words: SOURCES,
  *check(expression, { workflow }) {
    if (!UNSAFE.test(expression.text) || !isAnchorLive(workflow, expression)) return;
    const member = unsafeMember(expression.tree);
    // The designer writes members of connections, required inputs of the trigger and the person who started it this way.
    if (member === undefined || member.startsWith('$') || member.startsWith(PERSON)) return;
    if (workflow.arguments.some(({ key }) => key === `input:${member.toLowerCase()}`)) return;
    if (isGuarded(workflow, expression)) return;
    const step = workflow.activities[expression.owner]?.name ?? workflow.name;
    const shown = /^\d+$/.test(member) ? `entry ${member}` : `"${member}"`;
    yield {
      at: expression,
      subject: 'member',
      message: `"${step}" reads ${shown} without "?", so that it fails when the value is missing.`,
    };
  },
});
