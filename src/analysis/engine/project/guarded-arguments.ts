/** Finds arguments that a workflow tests or fills before it reads them: callers may leave them out. */
import { isLive, parentOf } from '../../model/navigate.ts';
import type { Activity, Expression, Property, Token, Workflow } from '../../model/workflow.ts';
import { dominatorsOf } from '../../semantics/flow/dominators.ts';
import { incomingOf } from '../../semantics/flow/links.ts';
import { hiddenArguments } from './hidden-arguments.ts';

const COMPARISONS = new Set(['is', 'isnot', '=', '<>', '==', '!=', 'not']);
const NUMBER_COMPARISONS = new Set(['<', '>', '<=', '>=']);
/** Values of an argument that the caller omits. */
const EMPTY_NAMES = new Set(['nothing', 'null', 'dbnull']);
/** Functions that accept an empty value; `If(x, y)` and `If(x Is Nothing, …)` of Visual Basic. */
const TESTS = new Set([
  'isnullorempty',
  'isnullorwhitespace',
  'isnothing',
  'isdbnull',
  'exists',
  'isnumeric',
  'tryparse',
  'if',
]);
/** Settings that activities leave empty without an error. */
const OPTIONAL_SETTINGS = new Set(['Attachments', 'AttachmentsCollection', 'Bcc', 'Cc', 'ReplyTo']);
const OPTIONAL_NAME = /(?:^|_)opt(?:ional)?(?=_|[A-Z])/;

const lower = (token: Token | undefined): string =>
  token === undefined || token.kind === 'string' ? '' : token.text.toLowerCase();

/** Returns whether a value begins at a token that an empty argument equals: `Nothing`, `""`, `String.Empty`, `0`. */
function isEmptyValue(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (token.kind === 'string') return token.text === '';
  if (token.kind === 'number') return Number(token.text) === 0;
  if (EMPTY_NAMES.has(lower(token))) return true;
  return lower(token) === 'string' && lower(tokens[at + 2]) === 'empty';
}

/** Returns whether the mention at a token is a test that an empty argument passes without an error. */
function isTest(tokens: readonly Token[], at: number): boolean {
  const behind = lower(tokens[at + 1]);
  if (behind === '?' || behind === '??' || behind === '?.') return true;
  if (COMPARISONS.has(behind)) {
    const skipped = behind === 'is' && lower(tokens[at + 2]) === 'not' ? 3 : 2;
    if (isEmptyValue(tokens, at + skipped)) return true;
  }
  if (NUMBER_COMPARISONS.has(behind) && tokens[at + 2]?.kind === 'number') return true;
  const before = lower(tokens[at - 1]);
  if (before === '(' && TESTS.has(lower(tokens[at - 2])))
    return lower(tokens[at - 2]) !== 'if' || behind === ',';
  return COMPARISONS.has(before) && isEmptyValue(tokens, at - 2);
}

/** Returns whether an expression tests the first mention of a key. */
function tests({ tokens }: Expression, key: string): boolean {
  const at = tokens.findIndex(
    ({ kind, text }) => kind !== 'string' && text.toLowerCase() === key.toLowerCase(),
  );
  return at !== -1 && isTest(tokens, at);
}

/** Returns whether a decision tests one of some arguments. */
function testsAny({ properties }: Activity, keys: ReadonlySet<string>): boolean {
  return properties.some(({ expression }) =>
    expression?.mentions.some((key) => keys.has(key) && tests(expression, key)),
  );
}

/** Returns whether an activity runs only after a test of another argument, by which callers choose between the two. */
function isChosen(workflow: Workflow, activity: Activity, keys: ReadonlySet<string>): boolean {
  for (let outer = parentOf(workflow, activity); outer !== undefined; outer = parentOf(workflow, outer)) {
    if (outer.role === 'branch' && testsAny(outer, keys)) return true;
  }
  return false;
}

/** Most ways of decisions that are looked at in one workflow. */
const WAYS_MAX = 200;

/**
 * Returns the first steps on ways that a test of an argument decides about, in flowcharts and state machines: nothing else
 * leads to them.
 */
function testedWays(workflow: Workflow, keys: ReadonlySet<string>): readonly number[] {
  const ways: number[] = [];
  const incoming = incomingOf(workflow);
  for (const { owner, to } of workflow.transitions) {
    const decision = workflow.activities[owner];
    if (decision?.role !== 'branch' || to === -1 || incoming[to]!.length !== 1) continue;
    if (!testsAny(decision, keys)) continue;
    ways.push(to);
    if (ways.length === WAYS_MAX) break;
  }
  return ways;
}

/** Creates a check whether an activity runs only on a way that a test of an argument decides about. */
function wayCheck(workflow: Workflow, keys: ReadonlySet<string>): (activity: Activity) => boolean {
  let ways: readonly number[] | undefined;
  return ({ index }) => {
    ways ??= testedWays(workflow, keys);
    if (ways.length === 0) return false;
    const dominators = dominatorsOf(workflow);
    return ways.some((way) => dominators.dominates(way, index));
  };
}

/** Returns the keys of the arguments whose first use, in document order, is a test or an assignment. */
export function guardedArguments(workflow: Workflow): ReadonlySet<string> {
  const guarded = new Set<string>();
  const open = new Set<string>();
  for (const { key, name } of workflow.arguments) (OPTIONAL_NAME.test(name) ? guarded : open).add(key);
  const keys = new Set(open);
  const isOnTestedWay = wayCheck(workflow, keys);
  const isHidden = hiddenArguments(workflow);
  const touch = (activity: Activity, { name, direction, expression }: Property): void => {
    if (expression === undefined) return;
    for (const key of expression.mentions) {
      if (!open.has(key) || isHidden(key, activity.index)) continue;
      open.delete(key);
      const isWritten = direction === 'out' && expression.tokens.length === 1;
      if (
        isWritten ||
        OPTIONAL_SETTINGS.has(name) ||
        tests(expression, key) ||
        isChosen(workflow, activity, keys) ||
        isOnTestedWay(activity)
      )
        guarded.add(key);
    }
  };
  for (const activity of workflow.activities) {
    if (open.size === 0) break;
    if (!isLive(activity)) continue;
    // Inputs of an activity are read before it writes.
    for (const property of activity.properties) if (property.direction === 'in') touch(activity, property);
    for (const property of activity.properties) if (property.direction === 'out') touch(activity, property);
  }
  return guarded;
}
