/** Folds problems with one cause into one finding, and splits places off again. */

import { formatNumber } from '../../../text/format.ts';
import { truncate } from '../../../text/truncate.ts';
import type { Finding, GroupPlace, Location } from '../../model/finding.ts';
import type { GroupCause, Problem } from '../../model/rule.ts';
import type { RuleProblem } from '../run-rules.ts';
import { groupKey } from './copy-key.ts';
import { type Identity, uuidFromFingerprint } from './fingerprint.ts';
import { NAME_MAX } from './shorten.ts';

/** Maximum number of places of one finding. */
const GROUP_PLACES_MAX = 1_000;
/** Maximum number of places that a description names. */
const NAMED_MAX = 20;
/** Longest name of a container or an element in a description. */
const NAME_SHOWN_MAX = 50;
/** Number of innermost names of a place in a description. */
const INNER_NAMES = 3;

/** A finding that stands for a group. */
export type GroupFinding = Finding & Required<Pick<Finding, 'group'>>;

/** Returns whether a finding stands for a group. */
export const isGroup = (finding: Finding): finding is GroupFinding => finding.group !== undefined;

/** Type of elements that groups are identified by: no vendor has one of this name. */
const GROUP_TYPE = ':group';

/**
 * Returns the key of a problem's group, or undefined where its rule reports each problem by itself. A waived problem
 * stands alone, like a place of a group that an exception covers: the others go on to count.
 */
export function groupOf({ setting, problem, isWaived }: RuleProblem): Problem['group'] {
  if (setting.rule.groupBy === undefined || problem.group === undefined || isWaived === true)
    return undefined;
  return truncate(problem.group, NAME_MAX);
}

/**
 * Combines entries of one rule, severity, scope and key, in the order of the first of each. A full group is followed by
 * another one.
 * @param scopeOf returns the scope of a cause: the workflow, or the project for a rule across files
 */
export function foldGroups<Entry>(
  entries: readonly Entry[],
  problemOf: (entry: Entry) => RuleProblem,
  scopeOf: (entry: Entry) => string,
): Entry[][] {
  const open = new Map<string, Entry[]>();
  const folded: Entry[][] = [];
  for (const entry of entries) {
    const found = problemOf(entry);
    const group = groupOf(found);
    const { rule, severity } = found.setting;
    const key = group === undefined ? '' : JSON.stringify([rule.id, severity, scopeOf(entry), group]);
    const known = group === undefined ? undefined : open.get(key);
    if (known !== undefined && known.length < GROUP_PLACES_MAX) {
      known.push(entry);
      continue;
    }
    const started = [entry];
    folded.push(started);
    if (group !== undefined) open.set(key, started);
  }
  return folded;
}

/** Takes the first groups: no more than `listedMax`, and about as many places. */
export function takeGroups<Entry>(groups: readonly Entry[][], listedMax: number): readonly Entry[][] {
  const placesMax = Math.max(listedMax, GROUP_PLACES_MAX);
  let places = 0;
  const end = groups.findIndex((group, index) => {
    places += group.length;
    return index >= listedMax || places > placesMax;
  });
  return end === -1 ? groups : groups.slice(0, end);
}

/** Identifies the group of a problem by its cause alone; undefined for a problem without a group. */
export function groupIdentity(found: RuleProblem, place: Identity, scope: string): Identity | undefined {
  const group = groupOf(found);
  if (group === undefined) return undefined;
  return {
    ...place,
    artifactKey: scope,
    elementKey: group,
    pathKey: group,
    subject: group,
    type: GROUP_TYPE,
  };
}

/** Makes one finding of the findings at the places of a group. */
export function groupFindings(
  places: readonly Finding[],
  cause: GroupCause,
  fingerprints: Finding['fingerprints'],
): GroupFinding {
  const first = withoutKeys(places[0]!);
  const copyKey = groupKey(places.map((place) => place.copyKey));
  const contentKey =
    cause === 'secret' ? places[0]!.contentKey : groupKey(places.map((place) => place.contentKey));
  const own = {
    ...first,
    ...(copyKey === undefined ? {} : { copyKey }),
    ...(contentKey === undefined ? {} : { contentKey }),
    id: uuidFromFingerprint(fingerprints.strong),
    fingerprints,
  };
  return withPlaces({ ...own, group: { cause, places: [] } }, places.map(toPlace));
}

const toPlace = ({ description, location, subject, fingerprints }: Finding): GroupPlace => ({
  description,
  location,
  subject,
  fingerprints,
});

/** Returns the group with these places alone. */
export function withPlaces(finding: GroupFinding, places: readonly GroupPlace[]): GroupFinding {
  const { cause } = finding.group;
  const { description, location } = places[0]!;
  const more = places.length === 1 ? '' : ` ${sentence(places, cause)}`;
  return { ...finding, location, description: description + more, group: { cause, places } };
}

/** Returns a finding without the keys of its copies, which hold for all of its places together. */
export function withoutKeys<F extends Finding>({ copyKey: _, contentKey: _content, ...finding }: F) {
  return finding;
}

/** Returns the finding that a place of a group is by itself. */
export function findingAt(whole: GroupFinding, place: GroupPlace): Finding {
  const { group: _, ...finding } = withoutKeys(whole);
  return { ...finding, ...place, id: uuidFromFingerprint(place.fingerprints.strong) };
}

function sentence(places: readonly GroupPlace[], cause: GroupCause): string {
  const shown = places.slice(0, NAMED_MAX);
  const names = Map.groupBy(shown, ({ location }) => placeName(location));
  const named = [...names].map(([name, same]) =>
    same.length === 1 ? name : `${name} (${subjectsOf(same) ?? `${same.length} times`})`,
  );
  const rest = places.length - shown.length;
  const more = rest === 0 ? '' : ` and ${formatNumber(rest)} more`;
  return `${formatNumber(places.length)} places share this ${cause}: ${named.join('; ')}${more}.`;
}

/** Returns what is wrong at one place, by name; undefined where the names do not distinguish it. */
function subjectsOf(places: readonly GroupPlace[]): string | undefined {
  const subjects = new Set(places.map(({ subject }) => briefName(subject)));
  return subjects.size === places.length && !subjects.has('') ? [...subjects].join(', ') : undefined;
}

/** Names a place by its outermost and innermost names, and its line where the vendor's editor shows one. */
function placeName({ names, editorLine }: Location): string {
  const [outer = '', ...inner] = names.map(briefName);
  const shown = inner.length <= INNER_NAMES ? inner : ['…', ...inner.slice(-INNER_NAMES)];
  const name = [outer, ...shown].join(' › ');
  return editorLine === undefined ? name : `${name} (line ${editorLine})`;
}

/** Shortens a name to its beginning, a path to its end. */
function briefName(name: string): string {
  if (name.length <= NAME_SHOWN_MAX) return name;
  const file = name.slice(name.lastIndexOf('/') + 1);
  return truncate(file === '' ? name : file, NAME_SHOWN_MAX);
}
