/** Pieces of a command line between quotation marks: one argument for a program, with any content. */
import type { Expr } from '../../model/expr.ts';
import { dotNetValue } from '../../semantics/functions/dot-net.ts';

/** Programs that take their arguments as commands, where quotation marks around a value protect nothing. */
export const SHELLS =
  /(?:^|[\\/"])(?:cmd|powershell|pwsh|wscript|cscript|mshta|bash|sh|wsl)(?:\.exe)?"?\s*$/i;

/** Returns the text of a piece that the file shows, such as `Chr(34)`. */
export function shownText(piece: Expr | undefined): string {
  const value = piece && dotNetValue(piece);
  return value?.kind === 'constant' ? value.text : '';
}

/** Matches `"""" & path & """"` and `Chr(34) & path & Chr(34)`. */
export const isQuoted = (pieces: readonly Expr[], at: number): boolean =>
  shownText(pieces[at - 1]).endsWith('"') && shownText(pieces[at + 1])[0] === '"';

const PLACE = /\{(\d{1,3})[^{}]{0,40}\}/g;

/** Returns the numbers of the places of a template that stand outside quotation marks: of `-o {0} "{1}"` the first. */
export function openPlaces(template: string): ReadonlySet<number> {
  const open = new Set<number>();
  for (const { 0: place, 1: number, index } of template.matchAll(PLACE))
    if (template[index - 1] !== '"' || template[index + place.length] !== '"') open.add(Number(number));
  return open;
}
