/** An action that no run can reach, and a condition with a constant result. */
import { isLive, parentOf } from '../../model/navigate.ts';
import type { Activity, Transition, Value, Workflow } from '../../model/workflow.ts';
import { endBefore } from '../../patterns/power-automate/steps/ended-runs.ts';
import { incomingOf } from '../../semantics/flow/links.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Functions whose result depends on their arguments alone. */
const PURE: ReadonlySet<string> = new Set(
  `equals not and or greater greaterorequals less lessorequals if empty contains startswith endswith bool int float
  string concat length tolower toupper trim add sub mul div mod max min coalesce createarray array json`.split(
    /\s+/,
  ),
);

/** Returns whether a value is the same in every run. */
function isConstant({ expression }: Value): boolean {
  if (expression === undefined) return true;
  if (expression.mentions.length > 0) return false;
  return [...walk(expression.tree)].every(
    (node) => node.kind !== 'unparsed' && (node.kind !== 'reference' || PURE.has(node.name.toLowerCase())),
  );
}

/**
 * Returns whether the value tested by an If or Switch is constant. Conditions are an expression or a tree with
 * operands.
 */
function isConstantCondition(activity: Activity): boolean {
  let isConstantSoFar = false;
  for (const property of activity.properties) {
    if (property.name !== 'expression' && !property.name.startsWith('expression.')) continue;
    if (!isConstant(property)) return false;
    isConstantSoFar = true;
  }
  return isConstantSoFar;
}

/** Expression without the `@` that marks it: `variables('done')`. */
const CALL = /^(?:variables|parameters|outputs|body|items|item|triggerBody|triggerOutputs|actions|result)\(/i;

/** Returns the operand of a condition that lacks its `@`. */
function operandWithoutAt({ properties }: Activity): string | undefined {
  for (const { name, text, expression } of properties) {
    const isOperand = name === 'expression' || name.startsWith('expression.');
    if (isOperand && expression === undefined && CALL.test(text.trim())) return text.trim();
  }
  return undefined;
}

/** Returns the reason why a condition is the same in every run. */
function constantMessage(activity: Activity): string {
  const text = operandWithoutAt(activity);
  const effect = 'so it takes the same branch in every run';
  if (text === undefined) return `"${activity.name}" looks at fixed values only, ${effect}.`;
  const shown = text.slice(0, 60);
  return `"${activity.name}" compares the text ${shown}, because the @ before it is missing, ${effect}.`;
}

/** Returns the edge that can never be taken, for an action whose container and predecessors can run. */
function closedEdge(workflow: Workflow, into: readonly Transition[]): Transition | undefined {
  const from = (edge: Transition) => workflow.activities[edge.from];
  // Of several predecessors one that ends the run explains most.
  return into.find((edge) => from(edge)?.role === 'terminate') ?? into.find((edge) => edge.from !== -1);
}

export const rule = defineRule('PAF-REL-013', {
  level: 'workflow',
  *check(workflow) {
    for (const activity of workflow.activities) {
      if (isLive(activity)) {
        if (activity.role === 'branch' && isConstantCondition(activity))
          yield { at: activity, subject: 'expression', message: constantMessage(activity) };
        const end = endBefore(workflow, activity);
        if (end !== undefined)
          yield {
            at: activity,
            subject: 'reachable',
            message: `"${activity.name}" can never run: when a step in "${end.scope.name}" has failed, "${end.by.name}" ends the run before it.`,
          };
        continue;
      }
      const parent = parentOf(workflow, activity);
      const edges = incomingOf(workflow)[activity.index] ?? [];
      const from = (edge: Transition) => workflow.activities[edge.from];
      // Only the first of a dead chain is reported: the rest of it is dead for the same reason.
      if (parent?.reachable === false || edges.some((edge) => from(edge)?.reachable === false)) continue;
      const edge = closedEdge(workflow, edges);
      const before = edge === undefined ? undefined : from(edge);
      if (edge === undefined || before === undefined) continue;
      const why =
        before.role === 'terminate' || !edge.when.includes('skipped')
          ? `"${before.name}" ends the run before it`
          : `it waits for "${before.name}" to be skipped, which never happens`;
      yield { at: activity, subject: 'reachable', message: `"${activity.name}" can never run: ${why}.` };
    }
  },
});
