/** Comments of Visual Basic and C#, and lines for their compilers. */

/** Visual Basic takes typographic apostrophes for plain ones. */
export const VB_APOSTROPHES: ReadonlySet<string> = new Set(["'", '\u2018', '\u2019']);

/** Returns the end of a line. */
function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (text[at] === '\n' || text[at] === '\r') return at;
  return text.length;
}

/** Returns the sign before a place in its line, past blanks; '' at the start of the line. */
function signBefore(text: string, from: number): string {
  let at = from - 1;
  while (at >= 0 && (text[at] === ' ' || text[at] === '\t')) at -= 1;
  return at < 0 || text[at] === '\n' || text[at] === '\r' ? '' : text[at]!;
}

/** Returns the end of a comment of Visual Basic, `Rem` where a statement may begin; -1 for none. */
export function remarkEnd(text: string, at: number): number {
  const isRemark = /^rem$/i.test(text.slice(at, at + 3)) && /^:?$/.test(signBefore(text, at));
  return isRemark ? lineEnd(text, at) : -1;
}

/** Returns the end of a comment that begins with a sign, or of a line such as `#Region "Author's"`; -1 for neither. */
export function commentEnd(text: string, at: number, sign: string, isVisualBasic: boolean): number {
  if (sign === '#') {
    const isDirective = /[A-Za-z]/.test(text[at + 1] ?? '') && signBefore(text, at) === '';
    return isDirective ? lineEnd(text, at) : -1;
  }
  if (isVisualBasic) return VB_APOSTROPHES.has(sign) ? lineEnd(text, at) : -1;
  if (sign !== '/') return -1;
  const next = text[at + 1];
  if (next === '/') return lineEnd(text, at);
  if (next !== '*') return -1;
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? text.length : end + 2;
}
