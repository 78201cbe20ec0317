/** Commands in a Try whose failure loses nothing of a bot's work. */
import { enclosing, isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Role, Workflow } from '../../model/workflow.ts';
import { botSymbols } from './bot-symbols.ts';
import { decidesLater, writtenBy } from './read-conditions.ts';
import { textWithoutKeys } from './typed-keys.ts';

/** Roles of commands that hold others, and of those whose result no work builds on. */
const MINOR_ROLES: ReadonlySet<Role> = new Set(
  'comment sequence branch loop try catch finally log delay screenshot'.split(' ') as Role[],
);
/**
 * Pictures, message boxes, ends of windows and sessions, deletions, and the place of the active cell. Bots that were
 * migrated from version 11 read it in each handler.
 */
const MINOR =
  /^(?:screen\/|appintegration\/capturewindow|messagebox\/|loop\/|clipboard\/clear|window\/(?:minimize|maximize|activate|settitle)|(?:file|folder)\/delete|folder\/create|excel\w{0,40}\/getsingle(?:columnname|rownumber))|\/\w{0,60}(?:close|disconnect|endsession|logout)/i;
/** Name of the switch with which closing a file saves it. */
const SAVE = /save/i;

/** Returns whether closing a file also saves it, so that a failure loses changes. */
const saves = ({ properties }: Activity): boolean =>
  properties.some(
    (property) => SAVE.test(property.name) && /^(?:true|yes|save)$/i.test(literalOf(property) ?? ''),
  );

/** Class of the dialogs of Windows, which stands in the default of the variable of a captured window. */
const DIALOG = /#32770/;

/** Returns whether a command only presses keys in a dialog, as to close an alert that may not be there. */
function answersDialog(workflow: Workflow, activity: Activity): boolean {
  if (!/^keystrokes\//i.test(activity.type)) return false;
  const keys = literalOf(propertyOf(activity, 'stringToType'));
  if (keys === undefined || textWithoutKeys(keys).trim() !== '') return false;
  const [key] = propertyOf(activity, 'windowValue')?.expression?.mentions ?? [];
  const target = key === undefined ? undefined : botSymbols(workflow).declared(key)?.default;
  return target !== undefined && DIALOG.test(target.text);
}

/** Action of a recorded element that only reads it. */
const READS = /^get/i;

/**
 * Returns whether a command reads something that the bot decides by later, as to see whether it is there. In a loop, the
 * variable keeps the value of the round before.
 */
function probes(workflow: Workflow, activity: Activity): boolean {
  const action = activity.properties.find(({ name }) => name.endsWith('Action'));
  if (activity.type !== 'Recorder/capture' || !READS.test(literalOf(action) ?? '')) return false;
  if (enclosing(workflow, activity, 'loop') !== undefined) return false;
  return decidesLater(workflow, writtenBy(activity), activity.index);
}

/** Returns whether all live commands in a Try lose nothing when they fail. Its own branches do not count. */
export function losesNothing(workflow: Workflow, attempt: Activity): boolean {
  const open = workflow.children[attempt.index]!.filter(
    (index) => workflow.activities[index]!.slot !== 'branches',
  );
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const inner = workflow.activities[index]!;
    if (!isLive(inner)) continue;
    const isMinor = MINOR_ROLES.has(inner.role) || (MINOR.test(inner.type) && !saves(inner));
    if (!isMinor && !answersDialog(workflow, inner) && !probes(workflow, inner)) return false;
    for (const below of workflow.children[index]!) open.push(below);
  }
  return true;
}
