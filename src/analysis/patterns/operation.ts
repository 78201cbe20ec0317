/** What an activity does, in the vendor's own word for it, on every platform. */
import { propertyOf } from '../model/navigate.ts';
import type { Activity } from '../model/workflow.ts';

/**
 * The type, and where the type only says that something else is called, the action or operation that is:
 * `DeleteFileX`, `Folder/deleteFolder`, `Action Delete File`, `OpenApiConnection DeleteRecord`.
 */
export function operationOf(activity: Activity): string {
  const called = propertyOf(activity, 'resource.action') ?? propertyOf(activity, 'operation');
  return called === undefined ? activity.type : `${activity.type} ${called.text}`;
}

/** Whether the activity runs program code or a command line. */
export function runsCode({ role }: Activity): boolean {
  return role === 'script' || role === 'shell';
}
