/**
 * Patterns of paths in the grammar of CODEOWNERS.
 * @see https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners#codeowners-syntax
 */

/** Returns whether a path in a repository matches. */
export type PathMatcher = (path: string) => boolean;

/**
 * Makes the matcher of a pattern. Its time is at most the product of the lengths of pattern and path.
 */
export function pathMatcher(pattern: string): PathMatcher {
  const isFolder = pattern.endsWith('/');
  const steps = pattern.split('/').filter((step) => step !== '');
  // A pattern of one step matches at any depth, unless a slash stands before it.
  const isAnchored = pattern.startsWith('/') || steps.length > 1;
  const wanted = isAnchored ? steps : ['**', ...steps];
  const last = wanted.at(-1);
  // `docs/*` means the files in `docs` alone, where `docs` means everything below it.
  const isDeep = last === '**' || !(isAnchored && last?.includes('*'));
  return (path) => matchesSteps(wanted, path.split('/'), { isFolder, isDeep });
}

interface Depth {
  /** The match must be a folder of the path. */
  readonly isFolder: boolean;
  /** A match may be a folder of the path. */
  readonly isDeep: boolean;
}

function matchesSteps(
  wanted: readonly string[],
  path: readonly string[],
  { isFolder, isDeep }: Depth,
): boolean {
  // Numbers of steps of the path that the steps of the pattern so far may have matched.
  let reached = new Set([0]);
  for (const step of wanted) {
    const next = new Set<number>();
    if (step === '**') {
      const from = Math.min(...reached);
      for (let at = from; at <= path.length; at += 1) next.add(at);
    } else {
      for (const at of reached) if (at < path.length && matchesStep(step, path[at]!)) next.add(at + 1);
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return [...reached].some((at) => (at === path.length ? !isFolder : at > 0 && (isDeep || isFolder)));
}

/** Matches one step, in which `*` stands for any characters and `?` for one. Goes back to the last `*` alone. */
function matchesStep(step: string, text: string): boolean {
  let at = 0;
  let of = 0;
  let star = -1;
  let mark = 0;
  while (at < text.length) {
    if (step[of] === '*') {
      star = of;
      of += 1;
      mark = at;
    } else if (of < step.length && (step[of] === '?' || step[of] === text[at])) {
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
  while (step[of] === '*') of += 1;
  return of === step.length;
}
