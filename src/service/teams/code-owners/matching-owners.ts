/** Look-up of the owners that a CODEOWNERS file gives a path. */
import type { CodeOwnersGrammar } from '../../../contract/team.ts';
import { fileMatcher, type PathMatcher, pathMatcher } from '../path-pattern.ts';
import type { CodeOwnersFile, CodeOwnersRule } from './parse.ts';

/** Rule that is ready to be matched. */
export interface OwnersRule extends Pick<CodeOwnersRule, 'owners' | 'isExclusion'> {
  readonly matches: PathMatcher;
}

/** Rules of one section: the first match decides. */
export type OwnersSection = readonly OwnersRule[];

/** Prepares a file: in each section exclusions come first, then its last line. */
export function matchingOwners(
  { sections }: Pick<CodeOwnersFile, 'sections'>,
  grammar: CodeOwnersGrammar,
): readonly OwnersSection[] {
  const matcher = grammar === 'gitlab' ? fileMatcher : pathMatcher;
  return sections.map(({ rules }) => {
    const prepared = rules
      .map(({ pattern, owners, isExclusion }) => ({ owners, isExclusion, matches: matcher(pattern) }))
      .reverse();
    return [
      ...prepared.filter(({ isExclusion }) => isExclusion),
      ...prepared.filter(({ isExclusion }) => !isExclusion),
    ];
  });
}
