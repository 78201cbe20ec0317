/** The parts of a file path: what of it is computed, and what a path comes to when its variables are empty. */
import type { Token } from '../../model/workflow.ts';

const SEPARATOR = /^[\s\S]*[\\/]/;

/** The tokens of the last part of a path, behind its last separator: what decides which file it is. */
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

/** The path without its scheme (`file://`), with `\` for every separator. */
export function plainPath(text: string): string {
  return text
    .replace(/^file:\/\//i, '')
    .trim()
    .replaceAll('/', '\\');
}

/** `C:\Tools\Cmd.exe` → `cmd.exe`. */
export function fileNameOf(path: string): string {
  return plainPath(path)
    .replace(/^"([^"]*)".*$/s, '$1')
    .replace(SEPARATOR, '')
    .toLowerCase();
}
