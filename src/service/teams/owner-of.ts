/** Look-up of the team that owns a file, by the patterns of all teams. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRepositoryGlob, type TeamPattern } from '../../contract/team.ts';
import { matchesGlob } from '../access/trust/glob.ts';
import type { OwnersSection } from './code-owners/matching-owners.ts';
import { type PathMatcher, pathMatcher } from './path-pattern.ts';

/** A pattern and the team that it belongs to. */
export interface OwnedPattern extends TeamPattern {
  readonly teamId: string;
}

/** Returns the team that owns a file; undefined: none. Lets others have a turn meanwhile. */
export type OwnerOf = (repository: string | null, path: string) => Promise<string | undefined>;

/** CODEOWNERS file in force of one repository. */
export interface CodeOwnersInForce {
  readonly sections: readonly OwnersSection[];
  /** Returns the first of these owners that is a team; undefined: none is. */
  readonly teamAmong: (owners: readonly string[]) => string | undefined;
}

/** Time of an organisation's patterns until others have a turn. */
const TURN_MS = 10;

/** Patterns between two looks at the clock. */
const RULES_AT_ONCE = 16;

interface Rule {
  readonly teamId: string;
  readonly repository: string;
  /** Null: every path. */
  readonly matches: PathMatcher | null;
}

/**
 * Makes the look-up. One with the exact name of the repository counts more than one with `*`; among equals the last wins.
 * A CODEOWNERS file decides only where no pattern of a team matches, so that it takes nothing from a team; of its sections, the
 * first that names a team.
 * @param patterns in the order in which they were added
 * @param codeOwnersOf the file in force of a repository; null: none
 */
export function createOwnerOf(
  patterns: readonly OwnedPattern[],
  codeOwnersOf: (repository: string) => CodeOwnersInForce | undefined = () => undefined,
): OwnerOf {
  const exact = new Map<string, Rule[]>();
  const globs: Rule[] = [];
  for (const pattern of patterns.toReversed()) {
    const { teamId, repository, path } = pattern;
    const rule = { teamId, repository, matches: path === null ? null : pathMatcher(path) };
    if (isRepositoryGlob(pattern)) globs.push(rule);
    else if (exact.get(repository)?.push(rule) === undefined) exact.set(repository, [rule]);
  }
  let beganMs = performance.now();
  async function find<Kind>(
    rules: readonly Kind[],
    fits: (rule: Kind) => boolean,
  ): Promise<Kind | undefined> {
    for (const [place, rule] of rules.entries()) {
      if (fits(rule)) return rule;
      if (place % RULES_AT_ONCE === 0 && performance.now() - beganMs > TURN_MS) {
        await nextTurn();
        beganMs = performance.now();
      }
    }
    return undefined;
  }
  return async (repository, path) => {
    if (repository === null) return undefined;
    const steps = path.split('/');
    const fits = ({ matches }: Rule) => matches === null || matches(steps);
    const found =
      (await find(exact.get(repository) ?? [], fits)) ??
      (await find(globs, (rule) => matchesGlob(rule.repository, repository) && fits(rule)));
    if (found !== undefined) return found.teamId;
    const { sections = [], teamAmong } = codeOwnersOf(repository) ?? {};
    for (const rules of sections) {
      const teamId = teamAmong?.((await find(rules, ({ matches }) => matches(steps)))?.owners ?? []);
      if (teamId != null) return teamId;
    }
    return undefined;
  };
}
