/** A filter whose strings hold text that people type. */
import type { Expr } from '../../model/expr.ts';
import { callsOf } from '../../semantics/callee.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { wordsOf } from '../../semantics/words.ts';
import { defineRule } from '../define-rule.ts';

/** Settings with a filter: of SharePoint, Dataverse, SQL and Excel, and of FetchXML. */
const FILTER = /(?:^|[./])(?:\$filter|\$apply)$/i;
/** Last words of the names of fields that people fill with any text; ids, states, addresses and dates have no apostrophe. */
const FREE_TEXT = new Set(
  `title subject description comment comments remark remarks note notes question answer topic city street department company
  customer vendor supplier author keyword search`.split(/\s+/),
);
/** Words before `name` in the names of people, firms and things. */
const NAMED = new Set(
  'display full first last middle company customer vendor supplier contact person employee manager project product team site file'.split(
    ' ',
  ),
);

/** Returns the name of the field that a piece reads as it is; undefined for one that a function changes. */
function fieldOf(piece: Expr): string | undefined {
  const member = piece.kind === 'index' ? piece.args[0]?.value : undefined;
  // The name of the flow itself is the choice of its maker.
  if (member?.kind !== 'literal' || [...callsOf(piece, 'workflow')].length > 0) return undefined;
  return member.value.slice(member.value.lastIndexOf('/') + 1);
}

/** Returns whether people type any text into a field of a name. */
function isFreeText(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  return last === 'name' ? NAMED.has(words.at(-2) ?? '') : FREE_TEXT.has(last);
}

/** Yields the names of free texts that stand between apostrophes. */
function* textsInStrings(tree: Expr): Generator<string> {
  let isInside = false;
  for (const piece of piecesOf(tree)) {
    if (piece.kind === 'literal') {
      if (piece.value.split("'").length % 2 === 0) isInside = !isInside;
      continue;
    }
    const name = isInside ? fieldOf(piece) : undefined;
    if (name !== undefined && isFreeText(name)) yield name;
  }
}

export const rule = defineRule('PAF-SEC-010', {
  level: 'activity',
  words: ['$filter', '$apply'],
  *check(activity) {
    for (const at of activity.properties) {
      if (!FILTER.test(at.name) || at.expression === undefined) continue;
      const [name] = textsInStrings(at.expression.tree);
      if (name === undefined) continue;
      const message = `The filter of "${activity.name}" contains the text "${name}" with its apostrophes.`;
      yield { at, subject: name, message };
    }
  },
});
