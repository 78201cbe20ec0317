/** The operation of an activity in the vendor's own word, on every platform. */
import { propertyOf } from '../model/navigate.ts';
import type { Activity } from '../model/workflow.ts';

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
