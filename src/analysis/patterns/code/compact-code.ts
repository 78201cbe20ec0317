/** Code in a compact form that one pattern fits, for every layout. */
import type { Token } from '../../model/workflow.ts';

/** Joins tokens into code without comments, with a space only between words: `x.Load("a");New Reader`. */
export function compactCode(tokens: readonly Token[]): string {
  let code = '';
  let afterWord = false;
  for (const { kind, text } of tokens) {
    const isWord = kind === 'name' || kind === 'number';
    if (afterWord && isWord) code += ' ';
    code += kind === 'string' ? `"${text}"` : text;
    afterWord = isWord;
  }
  return code;
}
