/** A deletion that takes far more than intended when a variable is empty. */
import type { Expr } from '../../model/expr.ts';
import { ancestorsOf, isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { settledPieces } from '../../patterns/automation-anywhere/bot-settled.ts';
import { type BotSymbols, botSymbols, variablesIn } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { iteratedNames } from '../../patterns/automation-anywhere/iterated-names.ts';
import { plainPath } from '../../patterns/texts/file-name.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

/** `File/deleteFiles`, `Folder/deleteFolder` and their names in other versions. */
const DELETION = /^(?:File|Folder)\/delete/i;
/** Path with only a drive, a share or nothing left in front of the file names. */
const ROOT = /^(?:[a-z]:)?\\*$|^\\\\[^\\]+(?:\\[^\\]*)?\\*$/i;
const ALL_FILES = /^\*(?:\.\*)?$/;

/** Returns the path with an empty text for every variable that can be empty. */
function pathWithEmpty(pieces: readonly Expr[], symbols: BotSymbols): string {
  const texts = pieces.map((piece) =>
    piece.kind === 'literal' ? piece.value : symbols.open([piece]).length > 0 ? '' : 'x',
  );
  return plainPath(texts.join(''));
}

/** Returns the deleted part; undefined when it stays within bounds. */
function taken(activity: Activity, path: string): string | undefined {
  const cut = path.lastIndexOf('\\') + 1;
  const folder = path.slice(0, cut);
  const last = path.slice(cut);
  // The command rejects an empty path; only a separator or a drive is a place.
  if (/^Folder/i.test(activity.type))
    return path !== '' && ROOT.test(path) ? 'the whole drive or share' : undefined;
  if (!ALL_FILES.test(last) || folder === '') return undefined;
  return ROOT.test(folder)
    ? `"${last}" at the root of the drive or share`
    : `all files of "${folder.replace(/(?<!\\)\\{2,}$/, '\\')}", not of a folder in it,`;
}

/** Returns whether a condition around the command has checked one of its variables. */
function isChecked(workflow: Workflow, activity: Activity, keys: ReadonlySet<string>): boolean {
  for (const up of ancestorsOf(workflow, activity)) {
    if (up.role !== 'branch') continue;
    if (up.properties.some(({ expression }) => expression?.mentions.some((key) => keys.has(key))))
      return true;
  }
  return false;
}

/** Maps each variable that is written once, with a text, to that text. */
function textsAssignedOnce(workflow: Workflow): ReadonlyMap<string, readonly Expr[]> {
  const texts = new Map<string, Expr | undefined>();
  for (const activity of workflow.activities) {
    for (const { direction, expression } of activity.properties) {
      if (direction !== 'out') continue;
      for (const key of expression?.mentions ?? []) {
        const isAssigned = activity.type === 'String/assign' && !texts.has(key);
        texts.set(key, isAssigned ? propertyOf(activity, 'sourceString')?.expression?.tree : undefined);
      }
    }
  }
  const once = new Map<string, readonly Expr[]>();
  for (const [key, tree] of texts) if (tree !== undefined) once.set(key, piecesOf(tree));
  return once;
}

/** The part of a file's name that may be missing. */
const MAY_BE_MISSING = /extension/i;

/** Returns whether a piece is the name of the file or folder of a loop's round. */
function isIterated(piece: Expr, names: ReadonlySet<string>): boolean {
  if (
    piece.kind === 'index' &&
    piece.args.some(({ value }) => value.kind !== 'literal' || MAY_BE_MISSING.test(value.value))
  )
    return false;
  const variables = variablesIn(piece);
  return variables.length > 0 && variables.every((name) => names.has(name.toLowerCase()));
}

const NAME: Expr = { kind: 'literal', type: 'text', value: 'x', start: 0, end: 1 };

/** Replaces variables by the texts that were assigned for a path, and names of a loop by a fixed one. */
function wholePath(
  workflow: Workflow,
  activity: Activity,
  { expression, direction }: Property,
  assigned: ReadonlyMap<string, readonly Expr[]>,
): readonly Expr[] {
  if (direction === 'out' || expression === undefined) return [];
  const textOf = (piece: Expr): readonly Expr[] | undefined =>
    piece.kind === 'reference' ? assigned.get(piece.name.toLowerCase()) : undefined;
  const names = iteratedNames(workflow, activity);
  return settledPieces(workflow, activity, expression.tree)
    .flatMap((piece) => textOf(piece) ?? [piece])
    .map((piece) => (isIterated(piece, names) ? NAME : piece));
}

export const rule = defineRule('AAB-REL-015', {
  level: 'workflow',
  // A pattern such as `*.tmp` is no finding, though its path is computed: where it should not be, it finds little.
  *check(workflow) {
    const deletions = commandsOf(workflow, ({ type }) => DELETION.test(type)).filter(isLive);
    if (deletions.length === 0) return;
    const symbols = botSymbols(workflow);
    const assigned = textsAssignedOnce(workflow);
    for (const activity of deletions) {
      for (const property of activity.properties) {
        const pieces = wholePath(workflow, activity, property, assigned);
        const names = symbols.open(pieces);
        if (names.length === 0) continue;
        const what = taken(activity, pathWithEmpty(pieces, symbols));
        const keys = new Set([...names.map((name) => name.toLowerCase()), ...property.expression!.mentions]);
        if (what === undefined || isChecked(workflow, activity, keys)) continue;
        const list = names.map((name) => `"${name}"`).join(' and ');
        yield {
          at: property,
          message: `"${activity.name}" on line ${activity.editorLine} deletes ${what} when ${list} ${names.length === 1 ? 'is' : 'are'} empty.`,
          subject: property.name,
        };
      }
    }
  },
});
