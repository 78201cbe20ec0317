/** Sinks that rules look at, by family: data is followed for them alone. */
import { FAMILIES, type Family } from '../../model/data-flow/family.ts';
import { SINK_KINDS, type SinkKind } from '../../model/data-flow/flow.ts';
import type { OwnTables } from '../../model/data-flow/own-rows.ts';
import { derivedOfList } from '../../model/interning/derived.ts';
import type { FollowedData } from '../../model/rule.ts';
import { type FamilySet, familyBit } from './tables/data-effect.ts';

/** Sinks and sources of some rules together. */
export interface WantedData {
  readonly rules: readonly FollowedData[];
  /** By kind of sink: the families for which it counts. */
  readonly sinks: ReadonlyMap<SinkKind, FamilySet>;
  /** All families that have a sink. */
  readonly families: FamilySet;
  /** Tables of a policy pack, which all of the rules have; absent: the built-in ones. */
  readonly own: OwnTables | undefined;
}

/** Returns the sinks that some rules look at together. */
export const wantedBy = derivedOfList((rules: readonly FollowedData[]): WantedData => {
  const bySink = new Map<SinkKind, FamilySet>();
  let families = 0;
  for (const { family, sinks } of rules) {
    families |= familyBit(family);
    for (const sink of sinks) bySink.set(sink, (bySink.get(sink) ?? 0) | familyBit(family));
  }
  return { rules, sinks: bySink, families, own: rules[0]?.own };
});

/** Data of a source, as its row names it. */
export interface SourceData {
  readonly family: Family;
  readonly words: string;
}

/** Creates the test of sources: whether a rule reports their data at one of the sinks that there are. */
export function sourceTest(
  { rules }: WantedData,
  sinks: ReadonlySet<SinkKind> | undefined,
): (source: SourceData) => boolean {
  const concerned =
    sinks === undefined ? rules : rules.filter((rule) => rule.sinks.some((sink) => sinks.has(sink)));
  return ({ family, words }) =>
    concerned.some(
      (rule) => rule.family === family && (rule.sourceWords === undefined || rule.sourceWords.has(words)),
    );
}

/** Every sink of every family. */
export const EVERY_SINK: readonly FollowedData[] = FAMILIES.map((family) => ({ family, sinks: SINK_KINDS }));
