/** Variables that keep a password as text only for activities that take no other form. */

import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Property, Variable, Workflow } from '../../model/workflow.ts';
import { lastName } from '../../semantics/callee.ts';
import { cellsOf } from '../../semantics/cells/cells.ts';
import { usesOfCell } from '../../semantics/cells/uses.ts';
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { walk } from '../../semantics/visit.ts';

/** A setting for a password of type String; the same setting for a SecureString has another name. */
const TEXT_PASSWORD = 'Password';

/** Returns whether a setting takes the password as text, and keeps it in its activity. */
export const takesPassword = ({ name }: Pick<Property, 'name'>): boolean => name === TEXT_PASSWORD;

/** Functions that make a header of basic authentication, or a SecureString, of a password; brackets are optional. */
const CONVERTS = /^(?:tobase64string|tochararray)$/i;

/** Returns whether an expression makes a header of basic authentication or a SecureString of a password. */
function convertsOnly({ expression }: Property): boolean {
  if (expression === undefined) return false;
  for (const node of walk(expression.tree)) if (CONVERTS.test(lastName(node) ?? '')) return true;
  return false;
}

/** Returns whether a variable is assigned a fixed text: UIP-SEC-002 reports the password there, which is worse. */
export function isFilledByText(workflow: Workflow, variable: Variable): boolean {
  const cells = cellsOf(workflow);
  const cell = cells.ofSymbol(variable);
  if (cell === -1) return false;
  for (const { activity } of usesOfCell(cells.writes, cell)) {
    const writer = workflow.activities[activity];
    if (writer?.role !== 'assign') continue;
    if (!isPlaceholder(literalOf(propertyOf(writer, 'Value')) ?? '')) return true;
  }
  return false;
}

/** Returns whether every step that reads a variable needs the password as text and hands it to nothing else. */
export function isOnlyTakenAsText(workflow: Workflow, variable: Variable): boolean {
  const cells = cellsOf(workflow);
  const cell = cells.ofSymbol(variable);
  if (cell === -1) return false;
  let isRead = false;
  for (const { activity, property } of usesOfCell(cells.reads, cell)) {
    const setting = workflow.activities[activity]?.properties[property];
    if (setting === undefined || !(takesPassword(setting) || convertsOnly(setting))) return false;
    isRead = true;
  }
  return isRead;
}
