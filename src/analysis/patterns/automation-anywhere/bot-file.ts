/** Paths of files in the settings of A360 commands. */
import { literalOf } from '../../model/navigate.ts';
import type { Value } from '../../model/workflow.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { plainPath } from '../texts/file-name.ts';

/** Returns the fixed text of a value, or its fixed beginning; '' when it begins with something computed. */
function beginningOf(value: Value): string {
  const literal = literalOf(value);
  if (literal !== undefined) return literal;
  const [first] = piecesOf(value.expression!.tree);
  return first?.kind === 'literal' ? first.value : '';
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/** Decodes percent-escapes; what is none, as `%DATE%`, stays. */
function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** Returns a path as it is at run time: `file:///C:/Program%20Files` stands for `C:\Program Files`. */
export function pathIn(value: Value): string {
  const path = plainPath(beginningOf(value).replace(ESCAPES, decoded));
  return path.replace(/^\\(?=[a-z]:)/i, '').trim();
}
