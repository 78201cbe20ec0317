/** An expression names a variable, parameter, loop or action that is missing or comes later. */
import { isAnchorLive, isLive, liesIn, literalOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Anchor, Expression, Workflow } from '../../model/workflow.ts';
import { actionsOf, type FlowActions } from '../../patterns/power-automate/flow-keys.ts';
import { readsIn } from '../../patterns/power-automate/flow-reads.ts';
import { writesOf } from '../../patterns/power-automate/flow-writes.ts';
import { type FlowOrder, flowOrder } from '../../semantics/flow/order.ts';
import { defineRule } from '../define-rule.ts';

/** Meaning of a key: an action, something missing, or a name that is right everywhere. */
type Meaning = Activity | 'missing' | 'right';

interface Known {
  readonly workflow: Workflow;
  readonly order: FlowOrder;
  readonly symbols: ReadonlySet<string>;
  /** Meanings by number of a key. */
  readonly meanings: readonly Meaning[];
}

function knownOf(workflow: Workflow): Known {
  const symbols = new Set<string>();
  for (const { key } of workflow.variables) symbols.add(key);
  for (const { key } of workflow.arguments) symbols.add(key);
  const actions = actionsOf(workflow);
  // Azure Logic Apps declare parameters in a file for all workflows of a project.
  const isDeclaredElsewhere = (key: string): boolean =>
    workflow.kind === 'azure-logic-app' && key.startsWith('parameter:');
  const meanings = workflow.mentions.keys.map((key) =>
    isDeclaredElsewhere(key) ? 'right' : meaningOf(symbols, actions, key),
  );
  return { workflow, order: flowOrder(workflow), symbols, meanings };
}

/** Returns the owner of a reference for messages; expressions without an owner belong to the flow as a whole. */
function userOf({ workflow }: Known, { owner }: Anchor): string {
  return owner === -1 ? 'The flow' : `"${workflow.activities[owner]!.name}"`;
}

/** Returns the name as the author wrote it; the key has it in lower case. */
function writtenName({ tree }: Expression, key: string): string {
  for (const read of readsIn(tree)) if (read.key === key && read.name !== undefined) return read.name;
  return key.slice(key.indexOf(':') + 1);
}

const ACTION = 'action:';
const LOOP = 'loop:';
/** Key prefixes of names that a flow can get wrong. */
const OWN_NAMES = [ACTION, 'variable:', LOOP, 'parameter:'];
/** Index of no activity. */
const NO_ACTIVITY = -2;

/**
 * Returns whether a name is not one of the flow. It may be computed, so that it can be any, come from the platform, as
 * `$connections`, or have a placeholder of a template, as `Model_#workflowname#`.
 */
function isForeign(key: string, from: number): boolean {
  if (key[from] === '$' || (key[from] === '*' && key.length === from + 1)) return true;
  return key.indexOf('#', from) !== key.lastIndexOf('#');
}

function meaningOf(symbols: ReadonlySet<string>, actions: FlowActions, key: string): Meaning {
  for (const before of OWN_NAMES) {
    if (!key.startsWith(before)) continue;
    if (isForeign(key, before.length)) return 'right';
    if (before === ACTION || before === LOOP) return actions.find(key, before.length) ?? 'missing';
    return symbols.has(key) ? 'right' : 'missing';
  }
  return 'right';
}

/** Returns the fault of a reference without a name. */
function emptyFault(kind: string): string {
  if (kind === 'variable') return `reads a variable without naming it: variables('')`;
  if (kind === 'parameter')
    return `reads a parameter without naming it, parameters(''): an environment variable was not chosen, or was lost`;
  return 'refers to an action without naming it';
}

/** Returns the fault of a reference to something missing. */
function missingFault(expression: Expression, key: string): string {
  const kind = key.slice(0, key.indexOf(':'));
  const written = writtenName(expression, key);
  if (written.trim() === '') return emptyFault(kind);
  if (kind === 'variable') return `reads the variable "${written}", which the flow does not initialise`;
  if (kind === 'parameter') return `reads the parameter "${written}", which the flow does not declare`;
  return `refers to "${written}", but the flow has no action of this name`;
}

/** Returns the fault of a reference, as the end of a sentence, or undefined when there is none. */
function faultOf(
  { workflow, order }: Known,
  expression: Expression,
  key: string,
  meaning: Activity | 'missing',
): string | undefined {
  if (meaning === 'missing') return missingFault(expression, key);
  const user = workflow.activities[expression.owner];
  if (user === undefined) return undefined;
  if (key.startsWith(LOOP)) {
    if (liesIn(workflow, user, meaning)) return undefined;
    return `reads the current item of the loop "${meaning.name}" but is not inside it`;
  }
  if (order.mayHaveRun(meaning, user)) return undefined;
  return `uses the result of "${meaning.name}", which has not run at that point`;
}

/** Returns whether an expression is evaluated with its action: tracked properties are evaluated after it. */
function isJudged({ workflow }: Known, expression: Expression): boolean {
  return isAnchorLive(workflow, expression) && !expression.name.startsWith('trackedProperties');
}

function* inExpressions(known: Known): Generator<Problem> {
  const { workflow, meanings } = known;
  const { expressions, mentions } = workflow;
  const { keys, numbers, starts } = mentions;
  if (meanings.every((meaning) => meaning === 'right')) return;
  // Last user by number of a key, because settings of one action often name the same key.
  const lastUsers = new Array<number>(keys.length).fill(NO_ACTIVITY);
  const reported = new Set<string>();
  for (let index = 0; index < expressions.length; index += 1) {
    for (let at = starts[index]!; at < starts[index + 1]!; at += 1) {
      const number = numbers[at]!;
      const meaning = meanings[number]!;
      if (meaning === 'right') continue;
      const expression = expressions[index]!;
      if (lastUsers[number] === expression.owner) continue;
      const key = keys[number]!;
      const fault = faultOf(known, expression, key, meaning);
      if (fault === undefined) lastUsers[number] = expression.owner;
      if (fault === undefined || !isJudged(known, expression)) continue;
      const place = `${expression.owner} ${key}`;
      if (reported.has(place)) continue;
      reported.add(place);
      // A missing name is missing everywhere; a late one is late at each place in another way.
      const cause = meaning === 'missing' ? { group: key } : {};
      yield { at: expression, subject: key, message: `${userOf(known, expression)} ${fault}.`, ...cause };
    }
  }
}

/** Checks names outside expressions: the variable that an action writes, and the action that one runs after. */
function* inStructure(known: Known): Generator<Problem> {
  for (const { activity, name, key } of writesOf(known.workflow)) {
    if (!isLive(activity) || known.symbols.has(key)) continue;
    const message = `"${activity.name}" writes the variable "${literalOf(name)}", which the flow does not initialise.`;
    yield { at: name, subject: key, message, group: key };
  }
  for (const transition of known.workflow.transitions) {
    if (transition.from !== -1) continue;
    const message = `${userOf(known, transition)} is set to run after "${transition.target}", which does not exist beside it.`;
    yield { at: transition, subject: `runAfter:${transition.target}`, message };
  }
}

export const rule = defineRule('PAF-REL-008', {
  level: 'workflow',
  *check(workflow) {
    const known = knownOf(workflow);
    yield* inExpressions(known);
    yield* inStructure(known);
  },
});
