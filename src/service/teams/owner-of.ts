/** Look-up of the team that owns a file, by the patterns of all teams. */
import { isRepositoryGlob, type TeamPattern } from '../../contract/team.ts';
import { matchesGlob } from '../access/trust/glob.ts';
import { type PathMatcher, pathMatcher } from './path-pattern.ts';

/** A pattern and the team that it belongs to. */
export interface OwnedPattern extends TeamPattern {
  readonly teamId: string;
}

/** Returns the team that owns a file; null: none. */
export type OwnerOf = (repository: string | null, path: string) => string | null;

interface Rule {
  readonly teamId: string;
  readonly repository: string;
  /** Null: every path. */
  readonly matches: PathMatcher | null;
}

/**
 * Makes the look-up. One with the exact name of the repository counts more than one with `*`; among equals the last wins.
 * @param patterns in the order in which they were added
 */
export function createOwnerOf(patterns: readonly OwnedPattern[]): OwnerOf {
  const exact = new Map<string, Rule[]>();
  const globs: Rule[] = [];
  for (const pattern of patterns.toReversed()) {
    const { teamId, repository, path } = pattern;
    const rule = { teamId, repository, matches: path === null ? null : pathMatcher(path) };
    if (isRepositoryGlob(pattern)) globs.push(rule);
    else if (exact.get(repository)?.push(rule) === undefined) exact.set(repository, [rule]);
  }
  return (repository, path) => {
    if (repository === null) return null;
    const fits = ({ matches }: Rule) => matches === null || matches(path);
    const found =
      exact.get(repository)?.find(fits) ??
      globs.find((rule) => matchesGlob(rule.repository, repository) && fits(rule));
    return found?.teamId ?? null;
  };
}
