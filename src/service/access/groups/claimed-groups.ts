/** Groups of a person as a token of the identity provider claims them. */
import { isUuid } from '../../../infra/database/uuid-v7.ts';

/** Groups that a token claims. */
export interface ClaimedGroups {
  /** In the spelling of mappings: ids in lower case, without repetitions. */
  readonly names: readonly string[];
  /** False: the token does not have the claim. */
  readonly isStated: boolean;
  /** Sentence about groups that did not come; null: all came. */
  readonly problem: string | null;
}

/** Groups of a token that are read. */
export const GROUPS_READ_MAX = 1_000;

/** Characters of the name of a group. */
export const GROUP_CHARACTERS_MAX = 512;

/** Steps of a path by which mappings of groups below a path can mean it. */
const PATH_STEPS_MAX = 32;

/** Ending of a mapping for the groups below a path. */
const BELOW = '/*';

/** Mapping for everyone to whom no other one gives a role. */
export const ANY_GROUP = '*';

/** Reads the groups of a token from the claim of this name or path. */
export function readGroups(payload: Readonly<Record<string, unknown>>, claim: string): ClaimedGroups {
  const value = claimAt(payload, claim);
  const named = JSON.stringify(claim);
  if (value === undefined || value === null) {
    if (isLeftOut(payload, claim)) return { names: [], isStated: true, problem: leftOut(named) };
    const problem = `The identity provider sent no claim ${named}, so no groups came.`;
    return { names: [], isStated: false, problem };
  }
  const values = [value].flat();
  const read = values.slice(0, GROUPS_READ_MAX);
  const texts = read.filter((one) => typeof one === 'string');
  const names = [...new Set(texts.map(spelled).filter(isName))];
  const state = (problem: string | null) => ({ names, isStated: true, problem });
  if (values.length > read.length)
    return state(
      `The identity provider sent ${values.length} groups, of which the first ${GROUPS_READ_MAX} count. Have it send the groups of this application alone.`,
    );
  if (texts.length < read.length)
    return state(
      `The claim ${named} has members that are no texts, so they mean no group. Have the identity provider send a list of names or ids.`,
    );
  if (!texts.every((text) => isName(spelled(text))))
    return state(
      `The claim ${named} has members that cannot be names of groups, so they give nothing: ${GROUP_CHARACTERS_MAX} characters are the most, without control characters, and * and /* mean several groups.`,
    );
  return state(null);
}

/** Returns the spelling by which a group that a person has written is compared. */
export function comparableGroup(group: string): string {
  return spelled(group.trim());
}

/** Spells ids in one way. Names stay as they are, spaces too: who may name a group there would get the rights of another. */
function spelled(group: string): string {
  return isUuid(group) ? group.toLowerCase() : group;
}

/** Lists the names by which mappings can mean these groups: their own, those of paths above them, and that for everyone. */
export function mappableNames(groups: readonly string[]): readonly string[] {
  return [...new Set([...groups, ...groups.flatMap(pathsAbove), ANY_GROUP])];
}

function pathsAbove(group: string): readonly string[] {
  if (!group.startsWith('/')) return [];
  const steps = group.split('/').slice(0, -1).slice(0, PATH_STEPS_MAX);
  return steps.map((_step, place) => `${steps.slice(0, place + 1).join('/')}${BELOW}`);
}

/** Returns whether a text can be a group. What reads as a mapping for several is none, or its owner would get what others got. */
function isName(name: string): boolean {
  if (name === '' || name.length > GROUP_CHARACTERS_MAX || name === ANY_GROUP || name.endsWith(BELOW))
    return false;
  return name.isWellFormed() && !/\p{Cc}/u.test(name);
}

/** Returns the value of a claim: that of the whole name, or the one at the path that the dots in it spell. */
function claimAt(holder: unknown, path: string): unknown {
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return undefined;
  if (Object.hasOwn(holder, path)) return (holder as Record<string, unknown>)[path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot);
    if (!Object.hasOwn(holder, name)) continue;
    const found = claimAt((holder as Record<string, unknown>)[name], path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns whether the provider has left the groups out because they are too many.
 * @see https://learn.microsoft.com/en-us/security/zero-trust/develop/configure-tokens-group-claims-app-roles#group-overages
 */
function isLeftOut(payload: Readonly<Record<string, unknown>>, claim: string): boolean {
  const { _claim_names: elsewhere, hasgroups } = payload;
  if (hasgroups === true || hasgroups === 'true') return true;
  return typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim);
}

function leftOut(named: string): string {
  return `The identity provider left the claim ${named} out, because there are too many groups for a token. Have it send the groups that are assigned to this application alone, or roles of the application.`;
}
