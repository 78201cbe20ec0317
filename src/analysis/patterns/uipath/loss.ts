/** Losses of a workflow by a step that fails unseen. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Role } from '../../model/workflow.ts';
import { isMinor } from './catches/clean-up.ts';

/** Roles of steps that move data or start work. */
const EFFECTS: ReadonlySet<Role> = new Set([
  'file',
  'spreadsheet',
  'database',
  'queue',
  'email',
  'http',
  'invoke',
  'script',
  'shell',
  'credential',
]);
/** Steps that put data into an application. */
const ENTERS = /^N?(?:TypeInto|TypeSecureText|SetText|SetValue|SelectItem|SelectMultipleItems|Check)$/;
/** Folders that exist already are no failure; questions and searches answer one with False or Nothing. */
const HARMLESS = /Exists$|^Create(?:Directory|Folder|File)$|^N?(?:Find|Wait|GetAncestor|Highlight)\w{0,40}$/;
/** Names of called workflows that only tidy up or report. */
const TIDIES = /kill|close|screen ?shot|log ?(?:out|off)|transaction ?status/i;

/** Losses: nothing, the place in an application, or work. */
export const LOSS = { nothing: 0, place: 1, work: 2 } as const;

/** Returns what is lost when a step itself fails, not what is in it. */
export function ownLoss(activity: Activity): number {
  const { type, role } = activity;
  if (isMinor(activity) || HARMLESS.test(type)) return LOSS.nothing;
  if (role === 'invoke' && TIDIES.test(propertyOf(activity, 'WorkflowFileName')?.text ?? ''))
    return LOSS.nothing;
  if (ENTERS.test(type) || EFFECTS.has(role)) return LOSS.work;
  return role === 'ui' ? LOSS.place : LOSS.nothing;
}
