/** Places of a finding beside its own. */
import type { Finding, Location } from '../model/finding.ts';

/** Returns the other places of a finding's group, or those where other rules report the same mistake. */
export function furtherPlaces({ group, sameMistake = [], location }: Finding): readonly Location[] {
  if (group !== undefined) return group.places.slice(1).map((place) => place.location);
  return sameMistake.map((finding) => finding.location).filter(({ path }) => path !== location.path);
}
