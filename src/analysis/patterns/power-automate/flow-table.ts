/** The table, list or library that a trigger watches and an action writes to (Power Automate). */

import { remembered } from '../../model/interning/remembered.ts';
import { propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { connectorName } from './flow-operation.ts';

/** Settings that together identify the table, after `inputs.parameters.`. */
const PLACE = ['server', 'database', 'dataset', 'table'];
const DATAVERSE = /^commondataservice/;

function parameter(activity: Activity, name: string): string | undefined {
  return propertyOf(activity, `inputs.parameters.${name}`)?.text.toLowerCase();
}

/** Returns the plural names that a Dataverse table can have: triggers name the table, actions the set of its rows. */
function pluralsOf(name: string): readonly string[] {
  return [name, `${name}s`, `${name}es`, name.replace(/y$/, 'ies')];
}

/** Returns whether an action works on the table that a trigger watches; false when the file does not say. */
export function isSameTable(trigger: Activity, action: Activity): boolean {
  if (connectorName(trigger) !== connectorName(action)) return false;
  if (DATAVERSE.test(connectorName(trigger))) {
    const watched = parameter(trigger, 'subscriptionRequest/entityname');
    const written = parameter(action, 'entityName');
    return watched !== undefined && written !== undefined && pluralsOf(watched).includes(written);
  }
  if (parameter(trigger, 'table') === undefined) return false;
  return PLACE.every((name) => parameter(trigger, name) === parameter(action, name));
}

/** Event on a row that a trigger waits for. */
export type RowEvent = 'create' | 'update' | 'delete';

/** Numbers of Dataverse for the events that a trigger waits for. */
const MESSAGES: ReadonlyMap<string, readonly RowEvent[]> = new Map([
  ['1', ['create']],
  ['2', ['delete']],
  ['3', ['update']],
  ['4', ['create', 'update']],
  ['5', ['create', 'delete']],
  ['6', ['update', 'delete']],
  ['7', ['create', 'update', 'delete']],
]);

/** Returns the events that start a flow; none when it does not watch rows. */
export function watchedEvents(trigger: Activity, operation: string): readonly RowEvent[] {
  const message = parameter(trigger, 'subscriptionRequest/message');
  if (message !== undefined) return MESSAGES.get(message) ?? [];
  if (operation.startsWith('getonnew')) return ['create'];
  if (operation.startsWith('getondeleted')) return ['delete'];
  // SharePoint and SQL call "created or modified" updated, and "modified" changed.
  if (operation.startsWith('getonupdated')) return ['create', 'update'];
  return operation.startsWith('getonchanged') ? ['update'] : [];
}

/** Returns the event that an operation on a row causes. Operations recur in every flow. */
export const causedEvent = remembered((operation): RowEvent | 'none' => {
  if (/^(?:create(?:record|item)|post(?:item|fileitem)|insert)/.test(operation)) return 'create';
  if (/^(?:update(?!entity)|patch)/.test(operation)) return 'update';
  return /^delete/.test(operation) ? 'delete' : 'none';
});

/** Returns the columns that a write sets, lower case; undefined when they are not known. */
export function writtenColumns(action: Activity): readonly string[] | undefined {
  const prefix = 'inputs.parameters.item/';
  const columns = action.properties
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name }) => name.slice(prefix.length).split(/[/@.]/)[0]!.toLowerCase());
  return columns.length === 0 ? undefined : columns;
}
