/** Reads what a Python file defines and does while it is loaded, by its lines: Python has no parser here. */
import { type Arity, parameterParts } from './parameters.ts';
import { pythonStatements } from './python-statements.ts';

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

type BlockKind = 'function' | 'class' | 'program' | 'try' | 'loop' | 'block';

interface Block {
  readonly kind: BlockKind;
  readonly indent: number;
  readonly line: number;
  /** `while True:`, until something in it leaves it. */
  isEndless: boolean;
}

/** A loop of so many turns takes seconds. */
const TURNS_MAX = 1_000_000;

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
  for (const { line, indent, code } of pythonStatements(text)) {
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
