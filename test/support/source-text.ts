/** Splits TypeScript sources into comments, strings and code, without a parser. */

/** A part of a source. */
export interface SourcePart {
  readonly kind: 'comment' | 'string' | 'code';
  readonly text: string;
  /** Line of its beginning, from 1. */
  readonly line: number;
}

/** A slash begins a regular expression after these, and a division after everything else. */
const BEFORE_PATTERN = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else))\s*$/;

/** Returns the end of a quoted text or pattern that begins at `start`; escapes are skipped. */
function endOf(text: string, start: number, closing: string): number {
  let isClass = false;
  for (let i = start + 1; i < text.length; i += 1) {
    const sign = text[i]!;
    if (sign === '\\') i += 1;
    else if (closing === '/' && sign === '[') isClass = true;
    else if (closing === '/' && sign === ']') isClass = false;
    else if (sign === closing && !isClass) return i + 1;
  }
  return text.length;
}

/** Returns the end of a template's text: behind its closing backtick, or behind the `${` of its next expression. */
function endOfTemplate(text: string, start: number): number {
  for (let i = start; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === '`') return i + 1;
    else if (text.startsWith('${', i)) return i + 2;
  }
  return text.length;
}

/** Splits a source into its parts, in their order. */
export function partsOfSource(text: string): readonly SourcePart[] {
  const parts: SourcePart[] = [];
  /** Braces that are open, of blocks and of expressions in templates. */
  const open: ('block' | 'template')[] = [];
  let codeStart = 0;
  let i = 0;
  const add = (kind: SourcePart['kind'], from: number, to: number): void => {
    if (to > from)
      parts.push({ kind, text: text.slice(from, to), line: text.slice(0, from).split('\n').length });
  };
  const skip = (kind: SourcePart['kind'], end: number): void => {
    add('code', codeStart, i);
    add(kind, i, end);
    codeStart = end;
    i = end;
  };
  const template = (end: number): void => {
    if (text.endsWith('${', end) || text.slice(end - 2, end) === '${') open.push('template');
    skip('string', end);
  };
  while (i < text.length) {
    const sign = text[i]!;
    if (text.startsWith('//', i)) skip('comment', (text.indexOf('\n', i) + 1 || text.length + 1) - 1);
    else if (text.startsWith('/*', i)) skip('comment', text.indexOf('*/', i) + 2);
    else if (sign === "'" || sign === '"') skip('string', endOf(text, i, sign));
    else if (sign === '/' && BEFORE_PATTERN.test(text.slice(Math.max(0, i - 40), i)))
      skip('string', endOf(text, i, '/'));
    else if (sign === '`') template(endOfTemplate(text, i + 1));
    else if (sign === '}' && open.pop() === 'template') template(endOfTemplate(text, i + 1));
    else {
      if (sign === '{') open.push('block');
      i += 1;
    }
  }
  add('code', codeStart, text.length);
  return parts;
}
