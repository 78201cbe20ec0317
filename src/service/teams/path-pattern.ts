/**
 * Patterns of paths in the grammar of CODEOWNERS.
 * @see https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners#codeowners-syntax
 */

/** Returns whether a path in a repository matches; it is given as its steps. */
export type PathMatcher = (path: readonly string[]) => boolean;

/**
 * Makes the matcher of a pattern. Its time is at most the product of the lengths of pattern and path.
 */
export function pathMatcher(pattern: string): PathMatcher {
  const steps = pattern.split('/').filter((step) => step !== '');
  if (steps.length === 0) return () => false;
  // A pattern of one step matches at any depth, unless a slash stands before it.
  const isAnchored = pattern.startsWith('/') || steps.length > 1;
  const last = steps.at(-1)!;
  // `docs/*` means the files in `docs` alone, where `docs` means everything below it.
  const isDeep = last === '**' || !(isAnchored && last.includes('*'));
  const wanted = [
    ...(isAnchored ? [] : ['**']),
    ...(steps.every((step) => step === '**') ? ['*', '**'] : steps),
    ...(pattern.endsWith('/') ? ['*', '**'] : isDeep ? ['**'] : []),
  ];
  return (path) => matchesSteps(wanted, path);
}

/** Matches steps, of which `**` stands for any number. */
function matchesSteps(wanted: readonly string[], path: readonly string[]): boolean {
  return matchesSequence(wanted, path, '**', matchesStep);
}

/** Matches one step, in which `*` stands for any characters and `?` for one. */
function matchesStep(step: string, text: string): boolean {
  if (step === text) return true;
  if (!step.includes('*') && !step.includes('?')) return false;
  return matchesSequence(step, text, '*', (one, given) => one === '?' || one === given);
}

/** Matches parts, of which `many` stands for any number. Goes back to the last `many` alone. */
function matchesSequence(
  wanted: ArrayLike<string>,
  given: ArrayLike<string>,
  many: string,
  fits: (part: string, given: string) => boolean,
): boolean {
  let at = 0;
  let of = 0;
  let star = -1;
  let mark = 0;
  while (at < given.length) {
    if (wanted[of] === many) {
      star = of;
      of += 1;
      mark = at;
    } else if (of < wanted.length && fits(wanted[of]!, given[at]!)) {
      of += 1;
      at += 1;
    } else if (star >= 0) {
      of = star + 1;
      mark += 1;
      at = mark;
    } else {
      return false;
    }
  }
  while (wanted[of] === many) of += 1;
  return of === wanted.length;
}
