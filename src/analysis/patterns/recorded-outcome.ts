/** Steps that record the outcome of failed work, and steps of its handler that can prevent them. */
import { ancestorsOf, descendantsOf, isLive, propertyOf } from '../model/navigate.ts';
import type { Platform } from '../model/platform.ts';
import type { Activity, Role, Workflow } from '../model/workflow.ts';
import { FLOW, type FlowGraph } from '../semantics/flow/graph.ts';
import { mayFail as mayStageFail } from './blue-prism/queue-items.ts';
import { connectorName, effectOf, operationName } from './power-automate/flow-operation.ts';
import { isMinor } from './uipath/catches/clean-up.ts';
import { SETS_STATUS } from './uipath/transactions/transaction-ways.ts';

const MARKS_EXCEPTION = /^mark (?:item )?(?:as )?exception/i;
const UPDATES = /^(?:update|patch)/;
const NOTIFIES = /mail|message|notif|card/;
/** Names of workflows that set the status of an item, as in the frameworks. */
const SETS_STATUS_FILE = /set[\s_]?transaction[\s_]?status\.xaml$/i;

/** Roles of steps whose failure has a cause outside of the automation. */
const OUTSIDE: ReadonlySet<Role> = new Set([
  'email',
  'http',
  'message',
  'database',
  'file',
  'spreadsheet',
  'screenshot',
  'ui',
  'script',
  'shell',
]);

/** Records of the outcome, and steps that can fail before them. */
export interface OutcomeSteps {
  isRecord(step: Activity): boolean;
  /** Returns whether a step can fail although the record behind it would work. */
  mayFail(step: Activity, record: Activity): boolean;
}

export const OUTCOME_STEPS: Readonly<Partial<Record<Platform, OutcomeSteps>>> = {
  uipath: {
    isRecord: (step) =>
      SETS_STATUS.has(step.type) || SETS_STATUS_FILE.test(propertyOf(step, 'WorkflowFileName')?.text ?? ''),
    mayFail: (step) => OUTSIDE.has(step.role) && (step.role === 'screenshot' || !isMinor(step)),
  },
  'power-automate': {
    isRecord: (step) => UPDATES.test(operationName(step)),
    // Where one service is down, the record would fail too. A read behind a failure is often a look for what is there.
    mayFail: (step, record) =>
      NOTIFIES.test(operationName(step)) &&
      effectOf(step) !== 'read' &&
      connectorName(step) !== connectorName(record),
  },
  'blue-prism': {
    isRecord: (step) => MARKS_EXCEPTION.test(propertyOf(step, 'resource.action')?.text ?? ''),
    mayFail: mayStageFail,
  },
};

/** Edges of a run that goes on: no step fails, and no loop begins again. */
const GOES_ON = FLOW.next | FLOW.branch | FLOW.call | FLOW.return;

/** Returns the nodes from which a run comes to one of some records, each with the record. */
function leadingTo(
  graph: FlowGraph,
  records: readonly Activity[],
  kinds: number,
): ReadonlyMap<number, number> {
  const { heads, nodes, kinds: own } = graph.incoming;
  const found = new Map(records.map(({ index }) => [index, index]));
  for (const [node, record] of found)
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1)
      if ((own[edge]! & kinds) !== 0 && !found.has(nodes[edge]!)) found.set(nodes[edge]!, record);
  return found;
}

/** Returns the nodes that a run comes to behind a handler before a record, each with the handler. */
function behindHandlers(
  workflow: Workflow,
  graph: FlowGraph,
  isRecord: (node: number) => boolean,
): ReadonlyMap<number, number> {
  const { heads, nodes, kinds } = graph.outgoing;
  const found = new Map(
    workflow.activities
      .filter((activity) => activity.role === 'catch' && isLive(activity))
      .map(({ index }) => [index, index]),
  );
  for (const [node, handler] of found) {
    if (isRecord(node)) continue;
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1)
      if ((kinds[edge]! & GOES_ON) !== 0 && !found.has(nodes[edge]!)) found.set(nodes[edge]!, handler);
  }
  return found;
}

/** A step of a failure handler, and the record that does not run when it fails. */
export interface Endangered {
  readonly step: Activity;
  readonly record: Activity;
}

const isInside = (workflow: Workflow, step: Activity, handler: number): boolean => {
  for (const { index } of ancestorsOf(workflow, step)) if (index === handler) return true;
  return false;
};

/**
 * Returns whether any handler has a record behind a step that can fail, before the control flow is searched. Handlers of
 * Blue Prism hold no steps.
 */
export function mayEndanger(workflow: Workflow, steps: OutcomeSteps): boolean {
  if (workflow.platform === 'blue-prism') return workflow.activities.some(steps.isRecord);
  for (const handler of workflow.activities) {
    if (handler.role !== 'catch' || !isLive(handler)) continue;
    const inside = [...descendantsOf(workflow, handler)];
    const record = inside.find(steps.isRecord);
    if (record !== undefined && inside.some((step) => steps.mayFail(step, record))) return true;
  }
  return false;
}

/** Yields the first step before each record whose failure leads to no record. */
export function* endangeredRecords(
  workflow: Workflow,
  graph: FlowGraph,
  steps: OutcomeSteps,
): Generator<Endangered> {
  const records = workflow.activities.filter((step) => isLive(step) && steps.isRecord(step));
  const isRecord = new Set(records.map(({ index }) => index));
  const behind = behindHandlers(workflow, graph, (node) => isRecord.has(node));
  const before = leadingTo(graph, records, GOES_ON);
  const saved = leadingTo(graph, records, GOES_ON | FLOW.loop | FLOW.throw | FLOW.handled);
  const { heads, nodes, kinds } = graph.outgoing;
  const reported = new Set<number>();
  for (const step of workflow.activities) {
    const handler = behind.get(step.index);
    const record = workflow.activities[before.get(step.index) ?? -1];
    if (handler === undefined || record === undefined || record === step || reported.has(record.index))
      continue;
    if (!isLive(step) || !steps.mayFail(step, record)) continue;
    // Behind a handler that is a container, the steps of a good run follow too.
    if (workflow.platform !== 'blue-prism' && !isInside(workflow, record, handler)) continue;
    let isSaved = false;
    for (let edge = heads[step.index]!; edge < heads[step.index + 1]!; edge += 1)
      if (kinds[edge] === FLOW.error && saved.has(nodes[edge]!)) isSaved = true;
    if (isSaved) continue;
    reported.add(record.index);
    yield { step, record };
  }
}
