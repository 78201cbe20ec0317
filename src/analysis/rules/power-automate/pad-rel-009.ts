/** A deletion of all files of a folder whose path may be empty. */
import type { Expr } from '../../model/expr.ts';
import { ancestorsOf, literalOf } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { robinWritesOf } from '../../patterns/power-automate/robin/robin-variables.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

const ALL_FILES = /^\\+\*(?:\.\*)?$/;
/** A separator behind the variable: what stands there is the root when the variable is empty. */
const SEPARATOR = /^\\+$/;

/** Returns the name of the variable that is the whole folder: `%Folder%\*` of files, `%Folder%\` of a folder. */
function folderIn({ expression }: Property, ending: RegExp): string | undefined {
  const [folder, rest, more] = expression === undefined ? [] : piecesOf(expression.tree);
  if (folder?.kind !== 'reference' || rest?.kind !== 'literal' || more !== undefined) return undefined;
  return ending.test(rest.value) ? folder.name : undefined;
}

const isFilled = (tree: Expr | undefined, isFilledVariable: (key: string) => boolean): boolean =>
  tree !== undefined &&
  piecesOf(tree).some(
    (piece) =>
      (piece.kind === 'literal' && piece.value.trim() !== '') ||
      (piece.kind === 'reference' && isFilledVariable(piece.name.toLowerCase())),
  );

/** Returns whether no assignment leaves a variable empty: each has some fixed text. */
function isAlwaysFilled(workflow: Workflow, key: string, seen: ReadonlySet<string> = new Set()): boolean {
  if (seen.has(key)) return false;
  const within = new Set([...seen, key]);
  const writes = robinWritesOf(workflow).get(key) ?? [];
  return (
    writes.length > 0 &&
    writes.every(({ activity }) => {
      if (activity.role !== 'assign') return true;
      const value = activity.properties.find(({ name }) => name === 'Value');
      return (
        (literalOf(value) ?? '').trim() !== '' ||
        isFilled(value?.expression?.tree, (name) => isAlwaysFilled(workflow, name, within))
      );
    })
  );
}

/** Returns whether a condition around the action looks at the variable. */
function isTested(workflow: Workflow, activity: Activity, key: string): boolean {
  for (const { role, properties } of ancestorsOf(workflow, activity))
    if (role === 'branch' && properties.some(({ expression }) => expression?.mentions.includes(key) === true))
      return true;
  return false;
}

export const rule = defineRule('PAD-REL-009', {
  level: 'activity',
  types: ['File.Delete', 'Folder.Empty', 'Folder.Delete'],
  *check(activity, { workflow }) {
    const isFile = activity.type === 'File.Delete';
    for (const property of activity.properties) {
      const folder =
        property.direction === 'in' ? folderIn(property, isFile ? ALL_FILES : SEPARATOR) : undefined;
      if (folder === undefined) continue;
      const key = folder.toLowerCase();
      if (isAlwaysFilled(workflow, key) || isTested(workflow, activity, key)) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" deletes ${isFile ? 'all files' : 'everything'} at the root of the drive when "${folder}" is empty.`,
      };
    }
  },
});
