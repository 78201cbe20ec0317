/** A flow that starts on changes of a table, a channel or a folder and makes such changes itself. */
import { ancestorsOf, isLive, propertyOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { expressionsBehind } from '../../patterns/power-automate/flow-alias.ts';
import { echoOf, watchesRuns } from '../../patterns/power-automate/flow-echo.ts';
import { connectorName, operationName } from '../../patterns/power-automate/flow-operation.ts';
import {
  causedEvent,
  isSameTable,
  watchedEvents,
  writtenColumns,
} from '../../patterns/power-automate/flow-table.ts';
import { triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { textsIn } from '../../semantics/texts.ts';
import { defineRule } from '../define-rule.ts';

/** Returns whether the trigger filters before it starts: a filter or a condition is there to stop the cycle. */
function isFiltered(trigger: Activity): boolean {
  const filter = propertyOf(trigger, 'inputs.parameters.subscriptionRequest/filterexpression');
  if (filter !== undefined && filter.text.trim() !== '') return true;
  return trigger.properties.some(({ name }) => name.startsWith('conditions.'));
}

/** Returns the columns whose change starts the flow, lower case; undefined when every change does. */
function watchedColumns(trigger: Activity): ReadonlySet<string> | undefined {
  const text = propertyOf(trigger, 'inputs.parameters.subscriptionRequest/filteringattributes')?.text ?? '';
  const columns = text.split(',').map((column) => column.trim().toLowerCase());
  return text.trim() === '' ? undefined : new Set(columns);
}

/** Columns with the writer of a row: a flow that reads them can distinguish its own changes from those of people. */
const WRITER = ['editor', 'modifiedby', '_modifiedby_value'];

/**
 * Yields the names that a condition reads, itself or through variables: `body/status` of
 * `triggerOutputs()?['body/status']` reads `status`.
 */
function* namesIn(workflow: Workflow, { properties }: Activity): Generator<string> {
  const expressions = properties.flatMap(({ expression }) => expression ?? []);
  for (const { tree } of expressionsBehind(workflow, expressions))
    for (const text of textsIn(tree)) yield* text.toLowerCase().split('/');
}

/** Returns the names in the conditions under which the run ends. */
function namesThatEnd(workflow: Workflow): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<number>();
  for (const end of workflow.activities) {
    if (end.role !== 'terminate' || !isLive(end)) continue;
    for (const { index, role } of ancestorsOf(workflow, end)) {
      if (role !== 'branch' || seen.has(index)) continue;
      seen.add(index);
      for (const name of namesIn(workflow, workflow.activities[index]!)) names.add(name);
    }
  }
  return names;
}

/**
 * Returns whether a condition checks the written columns, or who wrote. It stands around the action, or ends the run.
 */
function looksFirst(
  workflow: Workflow,
  write: Activity,
  columns: readonly string[],
  ending: ReadonlySet<string>,
): boolean {
  if (columns.some((column) => ending.has(column))) return true;
  const around = [...ancestorsOf(workflow, write)].filter(({ role }) => role === 'branch');
  return around.some((branch) => [...namesIn(workflow, branch)].some((name) => columns.includes(name)));
}

/** Returns whether some condition decides about an action: one around it, or one under which the run ends. */
function isConditional(workflow: Workflow, action: Activity): boolean {
  if (namesThatEnd(workflow).size > 0) return true;
  return [...ancestorsOf(workflow, action)].some(({ role }) => role === 'branch');
}

/** Yields the actions whose effect the trigger waits for, though it watches no table. */
function* echoes(workflow: Workflow, trigger: Activity, actions: readonly Activity[]): Generator<Problem> {
  for (const activity of actions) {
    const what = echoOf(trigger, activity);
    if (what === undefined || isConditional(workflow, activity)) continue;
    const message = `"${activity.name}" ${what} that the trigger "${trigger.name}" watches, so the flow starts itself again.`;
    yield { at: activity, subject: 'echo', message };
  }
}

export const rule = defineRule('PAF-REL-007', {
  level: 'workflow',
  *check(workflow) {
    const trigger = triggerOf(workflow);
    if (trigger === undefined || isFiltered(trigger)) return;
    if (watchesRuns(trigger)) {
      const message = `"${trigger.name}" waits for runs of any flow, and each run of this flow is one.`;
      yield { at: trigger, subject: 'run', message };
    }
    const connector = connectorName(trigger);
    if (connector === '') return;
    // A connector notices only what comes through itself.
    const actions = workflow.activities.filter(
      (activity) => activity !== trigger && connectorName(activity) === connector && isLive(activity),
    );
    yield* echoes(workflow, trigger, actions);
    const events = watchedEvents(trigger, operationName(trigger));
    if (events.length === 0) return;
    const watched = watchedColumns(trigger);
    let ending: ReadonlySet<string> | undefined;
    for (const activity of actions) {
      const event = causedEvent(operationName(activity));
      if (event === 'none' || !events.includes(event) || !isSameTable(trigger, activity)) continue;
      // Unknown columns may be among the watched.
      const columns = writtenColumns(activity);
      const isWatched = event !== 'update' || watched === undefined || columns === undefined;
      if (!isWatched && !columns.some((column) => watched.has(column))) continue;
      ending ??= namesThatEnd(workflow);
      if (looksFirst(workflow, activity, [...(columns ?? []), ...WRITER], ending)) continue;
      yield {
        at: activity,
        subject: event,
        message: `"${activity.name}" changes the table that the trigger "${trigger.name}" watches, so the flow starts itself again.`,
      };
    }
  },
});
