/** Places of a finding beside its own. */
import type { Finding, Location } from '../model/finding.ts';

/** Returns the other places of a finding: of its group, of other rules that report the mistake, and in its copies. */
export function furtherPlaces({ copies, ...listed }: Finding): readonly Location[] {
  const { group, sameMistake = [listed], location } = listed;
  if (copies === undefined && group !== undefined)
    return group.places.slice(1).map((place) => place.location);
  const places = new Map((copies ?? sameMistake).flatMap(placesOf).map((place) => [keyOf(place), place]));
  places.delete(keyOf(location));
  return [...places.values()];
}

const placesOf = ({ group, location }: Finding): readonly Location[] =>
  group === undefined ? [location] : group.places.map((place) => place.location);

/** Returns a key of a place: members of an archive have equal paths. */
const keyOf = ({ names, path }: Location): string => JSON.stringify([names[0], path]);
