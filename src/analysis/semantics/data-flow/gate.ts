/** Families that are worth following in a workflow: those with a source and a sink. It costs one look at each step. */
import type { Workflow } from '../../model/workflow.ts';
import { type ItemSetting, itemPlaces } from './item-places.ts';
import type { Exits } from './search/incoming.ts';
import { type FamilySet, familyBit } from './tables/data-effect.ts';
import { otherSourcesOf, triggerOfRow } from './tables/data-source.ts';
import { rowsAt } from './tables/step-rows.ts';
import { type WantedSinks, wantedFamilies } from './wanted.ts';

/** Families with a source and with a sink, and the settings that may read items of them. */
export interface Followed {
  readonly sources: FamilySet;
  readonly sinks: FamilySet;
  readonly places: readonly ItemSetting[];
}

/**
 * Returns the families that can have a way from a source to a sink.
 * @param exits where data leaves the workflow: a sink for all families; absent: that does not count
 */
export function followedFamilies(workflow: Workflow, wanted: WantedSinks, exits?: Exits): Followed {
  let sinks = exits === undefined ? 0 : wantedFamilies(wanted);
  let sources = 0;
  for (const activity of workflow.activities) {
    if (!activity.enabled || !activity.reachable) continue;
    const rows = rowsAt(activity, workflow.language);
    for (const { families, row } of rows.sinks) sinks |= families & (wanted.get(row.sink) ?? 0);
    sources |= rows.sourceFamilies;
  }
  if (sinks === 0) return { sources, sinks, places: [] };
  const { symbols, mentions } = otherSourcesOf(workflow.language);
  const places = itemPlaces(workflow, { wanted, families: sinks, exits });
  for (const place of places) sources |= place.families;
  for (const { row } of mentions) {
    const family = familyBit(row.family);
    if ((sinks & family & ~sources) !== 0 && triggerOfRow(workflow, row) !== undefined) sources |= family;
  }
  for (const { row, isSymbol } of symbols) {
    const family = familyBit(row.family);
    if ((sinks & family & ~sources) === 0) continue;
    if (workflow.arguments.some(isSymbol) || workflow.variables.some(isSymbol)) sources |= family;
  }
  return { sources, sinks, places };
}
