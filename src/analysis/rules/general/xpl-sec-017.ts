/**
 * Text from outside in the prompt of a language model whose answer steers the workflow: a condition, or a setting that
 * does harm. Where a person approves in between, the answer steers nothing by itself.
 */
import { FROM_OUTSIDE } from '../../facts/data-flow/outside.ts';
import type { SinkKind } from '../../model/data-flow/flow.ts';
import { isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { cellsOf } from '../../semantics/cells/cells.ts';
import { heldAt, replacedAt } from '../../semantics/cells/order.ts';
import { usesOfCell } from '../../semantics/cells/uses.ts';
import { writesAt } from '../../semantics/data-flow/search/writes-at.ts';
import { rowsAt } from '../../semantics/data-flow/tables/step-rows.ts';
import { dominatorsOf } from '../../semantics/flow/dominators.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { problemOfFlow, sourceWords } from '../define-flow-rule.ts';
import { defineRule } from '../define-rule.ts';

/** Steps of all searches of one workflow together. */
const STEPS_MAX = 2_000_000;
const HARMFUL: ReadonlySet<SinkKind> = new Set(['sql', 'command', 'script', 'delete-path', 'host']);
const RECIPIENT = /(?:^|[./])(?:to|recipients?|toaddress|mailto)$/i;
/** Settings that a branch reads but does not decide by. */
const DECIDES = /condition|expression|^value$/i;

/** A step that the answer of a model steers. */
interface Steered {
  readonly step: Activity;
  readonly isCondition: boolean;
}

/** Returns whether a setting does harm where the model chooses its text. */
const isHarmful = (workflow: Workflow, step: Activity, name: string): boolean =>
  (RECIPIENT.test(name) && /send|mail|message|post/i.test(step.type + step.name)) ||
  rowsAt(workflow, step).sinks.some((sink) => HARMFUL.has(sink.row.sink) && sink.isProperty(name));

/** Returns what a step with some setting is to an answer; undefined where it only carries or shows it. */
function steeredAt(workflow: Workflow, step: Activity, property: number): Steered | undefined {
  const name = step.properties[property]?.name;
  if (name === undefined) return undefined;
  if (step.role === 'branch') return DECIDES.test(name) ? { step, isCondition: true } : undefined;
  return isHarmful(workflow, step, name) ? { step, isCondition: false } : undefined;
}

/** Returns the steps between whose settings an answer goes on under another name. */
const carries = (workflow: Workflow, step: Activity): boolean =>
  step.role === 'assign' || rowsAt(workflow, step).transfers.length > 0;

/** Yields the steps that the answer of a step steers, in the order of the search. */
function* steeredBy(workflow: Workflow, model: Activity): Generator<Steered> {
  const cells = cellsOf(workflow);
  const spend = stepLimit(STEPS_MAX);
  const seen = new Set<string>();
  const open: (readonly [cell: number, writer: Activity])[] = [];
  const add = (writer: Activity): void => {
    for (const { cell } of writesAt(workflow, writer)) {
      const key = `${cell} ${writer.index}`;
      if (!seen.has(key)) open.push([cell, writer]);
      seen.add(key);
    }
  };
  add(model);
  // The list grows while the loop walks it.
  for (const [cell, writer] of open) {
    const replaced = replacedAt(cells, cell);
    const isReplaced = (node: number): boolean => replaced.has(node);
    const held = heldAt(flowOf(workflow), { writtenAt: [writer.index], isReplaced, spend });
    for (const { activity, property } of usesOfCell(cells.reads, cell)) {
      const step = workflow.activities[activity];
      if (step === undefined || !isLive(step) || !held.has(activity)) continue;
      const steered = steeredAt(workflow, step, property);
      if (steered !== undefined) yield steered;
      if (carries(workflow, step)) add(step);
    }
  }
}

/** Returns whether a person approves between two steps, whichever way the run takes. */
function isApproved(workflow: Workflow, from: Activity, to: Activity): boolean {
  const dominators = dominatorsOf(workflow);
  return workflow.activities.some(
    (step) =>
      step.role === 'approval' &&
      isLive(step) &&
      dominators.dominates(from.index, step.index) &&
      dominators.dominates(step.index, to.index),
  );
}

/** Returns the worst of what an answer steers without a person in between. */
function worstOf(workflow: Workflow, model: Activity): Steered | undefined {
  let found: Steered | undefined;
  for (const steered of steeredBy(workflow, model)) {
    if (isApproved(workflow, model, steered.step)) continue;
    if (!steered.isCondition) return steered;
    found ??= steered;
  }
  return found;
}

const FOLLOWED = {
  family: 'untrusted',
  sinks: ['prompt'],
  sourceWords: new Set([...FROM_OUTSIDE].filter((words) => words !== 'answer of a language model')),
} as const;

export const rule = defineRule('XPL-SEC-017', {
  level: 'dataFlows',
  follows: FOLLOWED,
  *check(flows, { workflow }) {
    for (const flow of flows) {
      const steered = worstOf(workflow, workflow.activities[flow.to.at.owner]!);
      if (steered === undefined) continue;
      const what = steered.isCondition ? 'the condition' : 'what is done';
      yield* problemOfFlow(flow, {
        ...FOLLOWED,
        severity: () => (steered.isCondition ? 'low' : undefined),
        message: () =>
          `The ${sourceWords(flow)} is in the prompt of "${flow.to.step}", whose answer decides ${what} in "${steered.step.name}".`,
      });
    }
  },
});
