/** Facts of Python files beside workflows, as clues. */
import type { Clue, FoundClue } from '../../../model/project.ts';
import type { Arity } from '../../../semantics/scripts/parameters.ts';
import { type LoadProblem, pythonModule } from '../../../semantics/scripts/python-module.ts';
import { argumentsTaken } from './script-arguments.ts';

/** Clue of a file. JSON has no infinite number. */
type FileClue =
  | { readonly kind: 'name'; readonly name: string; readonly arity?: readonly [number, number | null] }
  | { readonly kind: 'program'; readonly name: string }
  | { readonly kind: 'import'; readonly name: string }
  | ({ readonly kind: 'problem' } & LoadProblem)
  | { readonly kind: 'all' };

/** Yields what a file defines, imports and does. */
export function* pythonFileClues(code: string): Generator<Clue> {
  const { names, inProgramOnly, imports, problems, takesAll } = pythonModule(code);
  const clue = (content: FileClue, line = 0): Clue => ({
    at: { at: line, owner: -1, name: '' },
    data: content,
  });
  if (takesAll) yield clue({ kind: 'all' });
  for (const [name, arity] of names)
    yield clue({
      kind: 'name',
      name,
      ...(arity && { arity: [arity.min, Number.isFinite(arity.max) ? arity.max : null] }),
    });
  for (const name of inProgramOnly) yield clue({ kind: 'program', name });
  for (const name of imports) yield clue({ kind: 'import', name });
  for (const problem of problems) yield clue({ kind: 'problem', ...problem });
}

/** Facts of a file, from its clues. */
export class PythonFile {
  readonly #clues: readonly FileClue[];

  constructor(clues: readonly FoundClue[]) {
    this.#clues = clues.map(({ data }) => data as FileClue);
  }

  of<K extends FileClue['kind']>(kind: K): Extract<FileClue, { kind: K }>[] {
    return this.#clues.filter((clue): clue is Extract<FileClue, { kind: K }> => clue.kind === kind);
  }

  /** Returns why a call of a function fails. */
  objection(name: string, count: number | undefined): string | undefined {
    const defined = this.of('name').find((clue) => clue.name === name);
    if (defined === undefined) {
      if (this.of('all').length > 0) return undefined;
      return this.of('program').some((clue) => clue.name === name)
        ? 'defines it only when it runs as a program (__main__)'
        : 'does not define it';
    }
    if (defined.arity === undefined || count === undefined) return undefined;
    const [min, max] = defined.arity;
    const arity: Arity = { min, max: max ?? Number.POSITIVE_INFINITY };
    if (min <= count && count <= arity.max) return undefined;
    return `defines it with ${argumentsTaken(arity)}, and the step passes ${count}`;
  }
}
