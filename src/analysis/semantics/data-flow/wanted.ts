/** Sinks that rules look at, by family: data is followed for them alone. */
import { FAMILIES } from '../../model/data-flow/family.ts';
import { SINK_KINDS, type SinkKind } from '../../model/data-flow/flow.ts';
import { derivedOfList } from '../../model/interning/derived.ts';
import type { FollowedData } from '../../model/rule.ts';
import { type FamilySet, familyBit } from './tables/data-effect.ts';

/** By kind of sink: the families for which it counts. */
export type WantedSinks = ReadonlyMap<SinkKind, FamilySet>;

/** Returns the sinks that some rules look at together. */
export const wantedBy = derivedOfList((rules: readonly FollowedData[]): WantedSinks => {
  const wanted = new Map<SinkKind, FamilySet>();
  for (const { family, sinks } of rules)
    for (const sink of sinks) wanted.set(sink, (wanted.get(sink) ?? 0) | familyBit(family));
  return wanted;
});

/** Returns the families that have a sink at all. */
export const wantedFamilies = (wanted: WantedSinks): FamilySet =>
  [...wanted.values()].reduce((all, families) => all | families, 0);

/** Every sink of every family. */
export const EVERY_SINK: readonly FollowedData[] = FAMILIES.map((family) => ({ family, sinks: SINK_KINDS }));
