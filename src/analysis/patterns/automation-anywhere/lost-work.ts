/** Commands in a Try whose failure loses nothing of a bot's work. */
import { isLive, literalOf } from '../../model/navigate.ts';
import type { Activity, Role, Workflow } from '../../model/workflow.ts';

/** Roles of commands that hold others, and of those whose result no work builds on. */
const MINOR_ROLES: ReadonlySet<Role> = new Set(
  'comment sequence branch loop try catch finally log delay screenshot'.split(' ') as Role[],
);
/**
 * Pictures, message boxes, ends of windows and sessions, deletions, and the place of the active cell. Bots that were
 * migrated from version 11 read it in each handler.
 */
const MINOR =
  /^(?:screen\/|appintegration\/capturewindow|messagebox\/|loop\/|clipboard\/clear|window\/(?:minimize|maximize)|(?:file|folder)\/delete|folder\/create|excel\w{0,40}\/getsingle(?:columnname|rownumber))|\/\w{0,60}(?:close|disconnect|endsession|logout)/i;
/** Name of the switch with which closing a file saves it. */
const SAVE = /save/i;

/** Returns whether closing a file also saves it, so that a failure loses changes. */
const saves = ({ properties }: Activity): boolean =>
  properties.some(
    (property) => SAVE.test(property.name) && /^(?:true|yes|save)$/i.test(literalOf(property) ?? ''),
  );

/** Returns whether all live commands in a Try lose nothing when they fail. Its own branches do not count. */
export function losesNothing(workflow: Workflow, attempt: Activity): boolean {
  const open = workflow.children[attempt.index]!.filter(
    (index) => workflow.activities[index]!.slot !== 'branches',
  );
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const inner = workflow.activities[index]!;
    if (!isLive(inner)) continue;
    if (!MINOR_ROLES.has(inner.role) && !(MINOR.test(inner.type) && !saves(inner))) return false;
    for (const below of workflow.children[index]!) open.push(below);
  }
  return true;
}
