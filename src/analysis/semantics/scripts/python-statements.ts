/** Reads the statements of a Python file. */

/** A statement on one line: texts are empty, comments gone. */
export interface PythonStatement {
  /** Line that it begins in, from 1. */
  readonly line: number;
  readonly indent: number;
  readonly code: string;
}

/** Name that a module has while it runs as a program; the only text that stays in the code. */
const MAIN = '__main__';

/** Returns the end of a text that begins at a quote, and whether it holds the name of a program. */
function endOfText(text: string, at: number): number {
  const quote = text[at]!;
  const marks = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  let end = at + marks.length;
  while (end < text.length && !text.startsWith(marks, end)) {
    if (marks.length === 1 && text[end] === '\n') return end;
    end += text[end] === '\\' ? 2 : 1;
  }
  return Math.min(end + marks.length, text.length);
}

/** Yields the statements of a file, those over several lines as one. */
export function* pythonStatements(text: string): Generator<PythonStatement> {
  let line = 1;
  let first = 1;
  let code = '';
  let isBlank = true;
  let depth = 0;
  // To look at the end of the code would copy it at each line.
  let isContinued = false;
  const done = (): PythonStatement => ({
    line: first,
    indent: code.length - code.trimStart().length,
    code: code.trim(),
  });
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === '"' || sign === "'") {
      const end = endOfText(text, at);
      const whole = text.slice(at, end);
      code += whole.slice(1, -1) === MAIN ? MAIN : '""';
      isBlank = false;
      line += whole.split('\n').length - 1;
      at = end - 1;
    } else if (sign === '#') {
      const end = text.indexOf('\n', at);
      at = (end === -1 ? text.length : end) - 1;
    } else if (sign === '\n') {
      line += 1;
      if (isContinued) isContinued = false;
      else if (depth > 0) code += ' ';
      else {
        if (!isBlank) yield done();
        code = '';
        isBlank = true;
      }
      if (isBlank) first = line;
    } else if (sign === '\\' && /^\r?\n/.test(text.slice(at + 1, at + 3))) {
      isContinued = true;
      isBlank = false;
    } else if (sign !== '\r') {
      if ('([{'.includes(sign)) depth += 1;
      else if (')]}'.includes(sign)) depth = Math.max(0, depth - 1);
      code += sign === '\t' ? '        ' : sign;
      isBlank &&= sign === ' ' || sign === '\t';
    }
  }
  if (!isBlank) yield done();
}
