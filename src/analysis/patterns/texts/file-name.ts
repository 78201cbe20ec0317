/** Parts of a file path: the computed ones, and the rest when its variables are empty. */
import type { Expr } from '../../model/expr.ts';

const SEPARATOR = /^[\s\S]*[\\/]/;

/** Returns the pieces behind the last separator of a path, which decide the file. */
export function computedFileName(pieces: readonly Expr[]): readonly Expr[] {
  const last = pieces.findLastIndex((piece) => piece.kind === 'literal' && SEPARATOR.test(piece.value));
  const piece = pieces[last];
  return pieces.slice(piece?.kind === 'literal' && /[\\/]$/.test(piece.value) ? last + 1 : Math.max(last, 0));
}

/** Returns the path without its scheme (`file://`), with `\` for every separator. */
export function plainPath(text: string): string {
  return text
    .replace(/^file:\/\//i, '')
    .trim()
    .replaceAll('/', '\\');
}

/** Returns the last part of a path in lower case: `C:\Windows\Cmd.exe` → `cmd.exe`. */
export function fileNameOf(path: string): string {
  return plainPath(path)
    .replace(/^"([^"]*)".*$/s, '$1')
    .replace(SEPARATOR, '')
    .toLowerCase();
}

/** Returns the last part of a path, with `/` or `\` as separator. */
export function lastPathPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
