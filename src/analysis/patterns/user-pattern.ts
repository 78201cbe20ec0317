/** Patterns that an organisation writes, in RE2 syntax: matching any of them takes time linear in the text. */
import { RE2JS, RE2JSException } from 're2js';
import { MIB } from '../../units.ts';
import { currentFile } from '../model/budget/file-work.ts';
import { instructionsOf } from './pattern-size.ts';
import { countWork, spendOnText } from './pattern-work.ts';

/** Limits of patterns. */
export const USER_PATTERN_LIMITS = {
  /** Length of a pattern. */
  charactersMax: 500,
  /** Instructions that a pattern may compile to: repetitions such as `{1,500}` multiply them. */
  patternInstructionsMax: 2_000,
  /** Instructions of all compiled patterns in memory, about 0.5 KB each. */
  compiledInstructionsMax: 100_000,
  /** Memory of the states that the automata of all patterns remember. */
  automataBytesMax: 32 * MIB,
} as const;

/** A compiled pattern. */
export interface UserPattern {
  /** Instructions of its program. */
  readonly size: number;
  /** Returns whether a text has a match anywhere. */
  test(text: string): boolean;
}

/** Error of a pattern; its message is a sentence without the pattern. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

interface Compiled extends UserPattern {
  /** Drops the states that its automaton remembers. */
  forget(): void;
}

const compiled = new Map<string, Compiled>();
/** Instructions of the compiled patterns. */
let instructions = 0;
/** Memory of their automata. */
let automataBytes = 0;

/** Instructions whose memory any pattern takes. */
const OWN_INSTRUCTIONS = 50;

/** Compiles a pattern, once for all its uses. @throws PatternError */
export function compileUserPattern(pattern: string): UserPattern {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const made = compile(pattern);
  const taken = made.size + OWN_INSTRUCTIONS;
  if (instructions + taken > USER_PATTERN_LIMITS.compiledInstructionsMax) {
    compiled.clear();
    instructions = 0;
    automataBytes = 0;
  }
  instructions += taken;
  compiled.set(pattern, made);
  return made;
}

function compile(pattern: string): Compiled {
  const { charactersMax, patternInstructionsMax } = USER_PATTERN_LIMITS;
  if (pattern.length > charactersMax)
    throw new PatternError(`The pattern is longer than ${charactersMax} characters.`);
  if (instructionsOf(pattern) > 2 * patternInstructionsMax) throw tooLarge();
  const program = parse(pattern);
  const size = program.programSize();
  if (size > patternInstructionsMax) throw tooLarge();
  let file = -1;
  const forget = (): void => {
    automataBytes -= automatonBytes(program);
    program.re2().lazyDFA = null as never;
  };
  return {
    size,
    forget,
    test(text) {
      if (file !== currentFile()) {
        // States of other files would save work: the same file must always take the same.
        forget();
        file = currentFile();
      }
      countWork(program);
      spendOnText(program, text);
      const before = automatonBytes(program);
      try {
        return program.test(text);
      } finally {
        automataBytes += automatonBytes(program) - before;
        if (automataBytes > USER_PATTERN_LIMITS.automataBytesMax) forgetAutomata();
      }
    },
  };
}

function parse(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, '');
    const message = `The pattern is no RE2 pattern (${reason}). RE2 has no look-around and no backreferences.`;
    throw new PatternError(message, { cause: error });
  }
}

function tooLarge(): PatternError {
  const { patternInstructionsMax } = USER_PATTERN_LIMITS;
  return new PatternError(
    `The pattern compiles to more than ${patternInstructionsMax} instructions. Repeat less: {1,20} has 20 times the size of what it repeats.`,
  );
}

/** Returns the memory of the states that a pattern's automaton remembers, which grow with what it has read. */
function automatonBytes(program: RE2JS): number {
  const automaton = program.re2().lazyDFA as { readonly maxMem: number; readonly memBudget: number } | null;
  return automaton === null ? 0 : automaton.maxMem - automaton.memBudget;
}

/** Drops the automata of all patterns: each makes its states again when it needs them. */
function forgetAutomata(): void {
  for (const pattern of compiled.values()) pattern.forget();
}

/** Returns the problem of a pattern as a sentence; undefined: it is valid. */
export function patternProblem(pattern: string): string | undefined {
  try {
    compileUserPattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}
