/** Reads what a Python file defines and does while it is loaded, by its lines: Python has no parser here. */
import { type Arity, parameterParts } from './parameters.ts';

/** A statement of the module itself that keeps it from being loaded. */
export interface LoadProblem {
  readonly line: number;
  readonly consequence: string;
  /** It takes long, and does not fail. */
  readonly isSlow?: true;
}

export interface PythonModule {
  readonly names: ReadonlyMap<string, Arity | undefined>;
  /** Functions that only a run as a program defines, under `if __name__ == "__main__"`. */
  readonly inProgramOnly: ReadonlySet<string>;
  /** It takes every name of another module. */
  readonly takesAll: boolean;
  readonly imports: ReadonlySet<string>;
  readonly problems: readonly LoadProblem[];
}

/** A statement on one line: texts are empty, comments gone. */
interface Statement {
  readonly line: number;
  readonly indent: number;
  readonly code: string;
}

type BlockKind = 'function' | 'class' | 'program' | 'try' | 'loop' | 'block';

interface Block {
  readonly kind: BlockKind;
  readonly indent: number;
  readonly line: number;
  /** `while True:`, until something in it leaves it. */
  isEndless: boolean;
}

const MAIN = '__main__';
/** A loop of so many turns takes seconds. */
const TURNS_MAX = 1_000_000;

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
function* statementsOf(text: string): Generator<Statement> {
  let line = 1;
  let first = 1;
  let code = '';
  let isBlank = true;
  let depth = 0;
  // To look at the end of the code would copy it at each line.
  let isContinued = false;
  const done = (): Statement => ({
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

function arityOf(parameters: string): Arity {
  let [min, max] = [0, 0];
  for (const part of parameterParts(parameters)) {
    if (part.startsWith('**') || part === '/') continue;
    if (part.startsWith('*')) return { min, max: part === '*' ? max : Number.POSITIVE_INFINITY };
    max += 1;
    if (!part.includes('=')) min = max;
  }
  return { min, max };
}

const OPENS: readonly (readonly [RegExp, BlockKind])[] = [
  [/^(?:async )?def /, 'function'],
  [/^class /, 'class'],
  [/^if .*\b__main__\b/, 'program'],
  [/^(?:try|with|except|finally)\b/, 'try'],
  [/^(?:async )?(?:for|while)\b/, 'loop'],
  [/:$/, 'block'],
];
const FUNCTION = /^(?:async )?def +([\p{L}_][\p{L}\p{M}\p{N}_]*) *[([]/u;
const IMPORT = /^import (.+)/;
const FROM = /^from ([\w.]+) import (.+)/;
const ASSIGNED = /^(\w+) ?(?::[^=]+)?=(?!=)/;
const LEAVES = /\b(?:break|return|raise|exit\()/;
const ENDLESS = /^while \(?(?:True|1)\)?:/;
const RANGE = /\brange\(([\d_, ]+)\)/;

/** Statements that fail or wait while the module is loaded. */
const FAILS: readonly (readonly [RegExp, string])[] = [
  [/^raise\b/, 'raises an exception'],
  [/^(?:sys\.)?exit\(|^quit\(|^os\._exit\(/, 'ends the interpreter'],
  [/\/ ?0(?:\.0*)?(?![\w.])/, 'divides by zero'],
  [/(?:^|[^.\w])input\(/, 'waits for an input that no robot gives'],
];

/** Reads a Python file. */
export function pythonModule(text: string): PythonModule {
  const names = new Map<string, Arity | undefined>();
  const inProgramOnly = new Set<string>();
  const imports = new Set<string>();
  const problems: LoadProblem[] = [];
  const open: Block[] = [];
  let takesAll = false;
  let isDecorated = false;
  const close = (indent: number): void => {
    while (open.length > 0 && open.at(-1)!.indent >= indent) {
      const { isEndless, line } = open.pop()!;
      if (isEndless) problems.push({ line, consequence: 'never ends its loop' });
    }
  };
  for (const { line, indent, code } of statementsOf(text)) {
    close(indent);
    const holds = (kind: BlockKind): boolean => open.some((block) => block.kind === kind);
    const isInner = holds('function') || holds('class');
    const isLoaded = !isInner && !holds('program');
    if (LEAVES.test(code)) for (const block of open) block.isEndless = false;
    const [, defined] = FUNCTION.exec(code) ?? [];
    if (defined !== undefined && !isInner) {
      const arity = isDecorated || open.length > 0 ? undefined : arityOf(code.slice(code.indexOf('(') + 1));
      if (isLoaded) names.set(defined, arity);
      else inProgramOnly.add(defined);
    }
    if (isLoaded && defined === undefined) {
      const [, plain] = IMPORT.exec(code) ?? [];
      for (const part of plain?.split(',') ?? []) {
        const [module, as] = part.trim().split(' as ');
        imports.add(module!.trim());
        names.set((as ?? module!.split('.')[0]!).trim(), undefined);
      }
      const [, from, taken] = FROM.exec(code) ?? [];
      if (from !== undefined) imports.add(from);
      for (const part of taken?.replace(/[()]/g, '').split(',') ?? []) {
        if (part.trim() === '*') takesAll = true;
        names.set(part.split(' as ').at(-1)!.trim(), undefined);
      }
      const [, assigned] = ASSIGNED.exec(code) ?? [];
      if (assigned !== undefined) names.set(assigned, undefined);
      const [, type] = /^class (\w+)/.exec(code) ?? [];
      if (type !== undefined) names.set(type, undefined);
    }
    const isAlways = isLoaded && open.length === 0 && !code.includes('lambda');
    const [, consequence] = (isAlways && FAILS.find(([form]) => form.test(code))) || [];
    if (consequence !== undefined && defined === undefined) problems.push({ line, consequence });
    const loop = open[0]?.kind === 'loop' && isLoaded ? open[0] : undefined;
    if (loop !== undefined && /\bprint\(/.test(code))
      problems.push({ line: loop.line, consequence: 'prints in a loop', isSlow: true });
    const turns = parameterParts(RANGE.exec(code)?.[1] ?? '')
      .map((n) => Number(n.replaceAll('_', '')))
      .reduce((most, n) => Math.max(most, n), 0);
    if (isAlways && code.startsWith('for ') && turns >= TURNS_MAX)
      problems.push({ line, consequence: `runs a loop of ${turns} turns`, isSlow: true });
    isDecorated = code.startsWith('@');
    const [, kind] = OPENS.find(([form]) => form.test(code)) ?? [];
    if (kind !== undefined && code.endsWith(':'))
      open.push({ kind, indent, line, isEndless: isAlways && ENDLESS.test(code) });
  }
  close(-1);
  return { names, inProgramOnly, takesAll, imports, problems };
}
