/** Parts of a file path: the computed ones, and the rest when its variables are empty. */
import type { Token } from '../../model/workflow.ts';

const SEPARATOR = /^[\s\S]*[\\/]/;

/** Returns the tokens behind the last separator of a path, which decide the file. */
export function computedFileName(tokens: readonly Token[]): readonly Token[] {
  let from = 0;
  let depth = 0;
  tokens.forEach(({ kind, text }, i) => {
    if (kind === 'punctuation')
      depth += text === '{' || text === '[' ? 1 : text === '}' || text === ']' ? -1 : 0;
    if (kind !== 'string' || depth > 0 || !SEPARATOR.test(text)) return;
    from = text.search(/[\\/][^\\/]*$/) === text.length - 1 ? i + 1 : i;
  });
  return tokens.slice(from);
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
