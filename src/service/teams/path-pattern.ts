/**
 * Patterns of paths in the grammars of CODEOWNERS.
 * @see https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners#codeowners-syntax
 */

/** Returns whether a path in a repository matches; it is given as its steps. */
export type PathMatcher = (path: readonly string[]) => boolean;

/**
 * Makes the matcher of a pattern of GitHub. Its time is at most the product of the lengths of pattern and path.
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

/**
 * Makes the matcher of a pattern of GitLab: without a slash at the start it matches at any depth, and only with one at the end
 * does it mean what is below a folder. Its time is that of `pathMatcher`.
 * @see https://docs.gitlab.com/user/project/codeowners/reference/
 */
export function fileMatcher(pattern: string): PathMatcher {
  const steps = pattern.split('/').filter((step) => step !== '');
  if (steps.length === 0) return pattern === '/' ? () => true : () => false;
  // At the end, two stars are one.
  const last = !pattern.endsWith('/') && steps.at(-1) === '**' ? '*' : steps.at(-1)!;
  const wanted = [
    ...(pattern.startsWith('/') ? [] : ['**']),
    ...steps.slice(0, -1),
    last,
    ...(pattern.endsWith('/') ? ['**', '*'] : []),
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
