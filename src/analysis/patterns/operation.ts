/** The operation of an activity in the vendor's own word, on every platform. */
import { literalOf, propertyOf } from '../model/navigate.ts';
import type { Activity, Role } from '../model/workflow.ts';

/**
 * Returns the type, or the called action or operation if the type only says that something is called: `DeleteFileX`,
 * `Folder/deleteFolder`, `Action Delete File`, `OpenApiConnection DeleteRecord`.
 */
export function operationOf(activity: Activity): string {
  const called = propertyOf(activity, 'resource.action') ?? propertyOf(activity, 'operation');
  return called === undefined ? activity.type : `${activity.type} ${called.text}`;
}

/** Returns whether the activity runs program code or a command line. */
export function runsCode({ role }: Activity): boolean {
  return role === 'script' || role === 'shell';
}

/** Roles whose activities only arrange others or values: they do nothing that a duty is about. */
const ARRANGING: ReadonlySet<Role> = new Set([
  'trigger',
  'page',
  'sequence',
  'branch',
  'loop',
  'try',
  'catch',
  'resume',
  'finally',
  'retry',
  'throw',
  'terminate',
  'assign',
  'log',
  'delay',
  'comment',
]);

/**
 * Returns what an activity does in words that lists of an organisation use: `AddQueueItem`, `Folder/deleteFolder`,
 * `shared_sap/CreateVendor`, `SAP::Create Vendor`; undefined if it only arranges others.
 */
export function dutyOf(activity: Activity): string | undefined {
  if (ARRANGING.has(activity.role)) return undefined;
  const action = propertyOf(activity, 'resource.action')?.text;
  if (action !== undefined) return `${propertyOf(activity, 'resource.object')?.text ?? ''}::${action}`;
  const operation = propertyOf(activity, 'operation')?.text;
  if (operation === undefined) return activity.type;
  const connector = literalOf(propertyOf(activity, 'connector'))?.replace(/^.*\/apis\//, '');
  return connector === undefined ? operation : `${connector}/${operation}`;
}
