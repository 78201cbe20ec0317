/** Patterns that an organisation writes, in RE2 syntax: matching any of them takes time linear in the text. */
import { RE2JS, RE2JSException } from 're2js';

/** Limits of patterns. */
export const USER_PATTERN_LIMITS = {
  /** Length of a pattern. */
  charactersMax: 500,
  /** Compiled patterns in memory. */
  compiledMax: 2_000,
} as const;

/** A compiled pattern. */
export interface UserPattern {
  /** Returns whether a text has a match anywhere. */
  test(text: string): boolean;
}

/** Error of a pattern; its message is a sentence without the pattern. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

const compiled = new Map<string, UserPattern>();

/** Compiles a pattern, once for all its uses. @throws PatternError */
export function compileUserPattern(pattern: string): UserPattern {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const made = compile(pattern);
  if (compiled.size >= USER_PATTERN_LIMITS.compiledMax) compiled.clear();
  compiled.set(pattern, made);
  return made;
}

function compile(pattern: string): UserPattern {
  const { charactersMax } = USER_PATTERN_LIMITS;
  if (pattern.length > charactersMax)
    throw new PatternError(`The pattern is longer than ${charactersMax} characters.`);
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, '');
    const message = `The pattern is no RE2 pattern (${reason}). RE2 has no look-around and no backreferences.`;
    throw new PatternError(message, { cause: error });
  }
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
