/** Finds statements and actions that delete or change everything for lack of a filter. */

import { derived } from '../../model/interning/derived.ts';
import { factOfNames } from '../../model/interning/name-facts.ts';
import { literalOf } from '../../model/navigate.ts';
import type { Activity, Property, RawText, Workflow } from '../../model/workflow.ts';
import { unfilteredSql } from '../../patterns/code/unfiltered-sql.ts';
import { operationOf, runsCode } from '../../patterns/operation.ts';
import { scriptTexts } from '../../patterns/scripts/script-texts.ts';
import { COMPUTED, wholeTexts } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

/** Settings that hold text for people, or only names. */
const NO_CODE =
  /(?:^|\.)(?:displayname|description|title|label|message|subject|narrative|annotation|uid|comment|resource\.object|resource\.action)$/i;
const FILTER = /(?:^|[._])(?:where|where ?clause|filter)$/i;
const holdsNoCode = factOfNames((name) => NO_CODE.test(name));
const isFilter = factOfNames((name) => FILTER.test(name));
const BULK = /\b(?:delete|update)\b.{0,20}\b(?:rows|records|items)\b/i;
const FOLDER_DELETION = /(?:delete|remove) ?_?(?:folder|director)|folder\.delete/i;
/** Names of the setting with the statement in actions of databases. */
const STATEMENT = /(?:^|[./])(?:query|statement|sql(?:query|statement)?)$/i;
/** Drive, share of a server, root, or folder of the system. */
const ROOT =
  /^\s*(?:[a-z]:[\\/]{0,2}|[\\/]|\\\\[\w.$-]{1,100}\\[\w.$-]{1,100}\\?|[a-z]:[\\/](?:users|windows|program files(?: \(x86\))?|programdata)[\\/]?|\/(?:home|etc|usr|var|opt)\/?)\s*$/i;

/** Yields the fixed texts of a setting, with a mark for each computed part. */
function* textsIn({ expression, text }: Property, isScript: boolean): Generator<string> {
  if (expression === undefined) yield* isScript ? scriptTexts(text) : [text];
  else for (const whole of wholeTexts(expression.tree)) yield whole.text;
}

const MAY_BE_SQL = /\b(?:delete\s+(?:from\s)?|update\s|truncate\s|drop\s)/i;

/** Returns whether white space, or a stand-in, follows an `e` or a `p`, as in each of those words. */
function hasBlankBehindWord({ bytes, start, end }: RawText): boolean {
  for (let at = start + 1; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte > 0x20 && byte < 0x80) continue;
    const before = bytes[at - 1]! | 0x20;
    if (before === 0x65 || before === 0x70) return true;
  }
  return false;
}

/** Returns whether a text may be SQL; most are ruled out without decoding them. */
function mayBeSql(property: Property): boolean {
  const { raw } = property;
  return (raw === undefined || hasBlankBehindWord(raw)) && MAY_BE_SQL.test(property.text);
}

/** Statement on a table whose name only the run shows, as of a staging table of each process. */
const COMPUTED_TABLE = new RegExp(`^\\s*(?:\\w{1,20}\\s+){1,4}["'\`[]?[\\w.]{0,100}${COMPUTED}`);

const EMPTIED = /\b(?:from|truncate(?:\s+table)?)\s+([\w.[\]"`]{1,200})/i;
const FILLED = /\binto\s+([\w.[\]"`]{1,200})/gi;
const INSERTS = /\binsert\s/i;

/** Returns the last part of a table's name, in lower case: `orders` of `[Shop].[dbo].[Orders]`. */
const ownName = (table: string): string => table.match(/\w+/g)?.at(-1)?.toLowerCase() ?? '';

/** Tables that the statements of a workflow fill. */
const filledTables = derived(
  ({ activities }: Workflow): ReadonlySet<string> =>
    new Set(
      activities
        .flatMap(({ properties }) => properties.map(({ text }) => text))
        .filter((text) => INSERTS.test(text))
        .flatMap((text) => Array.from(text.matchAll(FILLED), ([, table]) => ownName(table!))),
    ),
);

/** Returns whether the workflow fills the table that a statement empties: it prepares the next load. */
function isRefilled(workflow: Workflow, statement: string): boolean {
  const table = EMPTIED.exec(statement)?.[1];
  return table !== undefined && filledTables(workflow).has(ownName(table));
}

interface Sweep {
  readonly effect: string;
  readonly severity?: 'medium';
}

/** Returns the effect of a setting on all rows, all records or a whole drive; undefined when there is none. */
function sweepOf(
  workflow: Workflow,
  activity: Activity,
  property: Property,
  operation: string,
): Sweep | undefined {
  if (isFilter(property) && BULK.test(operation) && literalOf(property)?.trim() === '')
    return { effect: 'has an empty filter' };
  const deletesFolders = activity.role === 'file' && FOLDER_DELETION.test(operation);
  const path = deletesFolders ? literalOf(property) : undefined;
  if (path !== undefined && ROOT.test(path.replace(/^\s*file:\/\//i, '')))
    return { effect: `deletes the folder ${path.trim()} with all its contents` };
  if (holdsNoCode(property) || !mayBeSql(property)) return undefined;
  const isSql = activity.role === 'database';
  for (const text of textsIn(property, runsCode(activity))) {
    const found = unfilteredSql(text, isSql, isSql && STATEMENT.test(property.name));
    if (found === undefined) continue;
    const effect = `runs a statement that ${found}`;
    if (COMPUTED_TABLE.test(text))
      return { effect: `${effect} whose name is set at run time`, severity: 'medium' };
    return isRefilled(workflow, text)
      ? { effect: `${effect}, which it fills again`, severity: 'medium' }
      : { effect };
  }
  return undefined;
}

// A folder whose path is an empty variable is left out: whether it is empty is known at run time.
export const rule = defineRule('XPL-REL-003', {
  level: 'activity',
  words: ['delete', 'update', 'truncate', 'drop', 'remove'],
  *check(activity, { workflow }) {
    const operation = operationOf(activity);
    for (const property of activity.properties) {
      if (property.direction === 'out') continue;
      const sweep = sweepOf(workflow, activity, property, operation);
      if (sweep === undefined) continue;
      const { effect, severity } = sweep;
      yield { at: property, message: `"${activity.name}" ${effect}.`, ...(severity && { severity }) };
    }
  },
});
