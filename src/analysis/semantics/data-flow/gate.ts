/** Data that is worth following in a workflow: that of families with a source and a sink. It costs one look at each step. */
import { MARK, type Marks } from '../../model/data-flow/family.ts';
import type { SinkKind } from '../../model/data-flow/flow.ts';
import { derived } from '../../model/interning/derived.ts';
import { isLive } from '../../model/navigate.ts';
import type { Workflow } from '../../model/workflow.ts';
import { type ItemSetting, itemPlaces } from './item-places.ts';
import type { Exits } from './search/incoming.ts';
import { type FamilySet, familyBit } from './tables/data-effect.ts';
import { otherSourcesOf, triggerOfRow } from './tables/data-source.ts';
import { rowsAt, suits } from './tables/step-rows.ts';
import { type SourceData, sourceTest, type WantedData } from './wanted.ts';

/** Families with a source and with a sink, and the settings that may read items of them. */
export interface Followed {
  readonly sources: FamilySet;
  readonly sinks: FamilySet;
  readonly places: readonly ItemSetting[];
  /** Returns whether the data of a source can come to a sink that counts for it. */
  readonly isFollowed: (source: SourceData) => boolean;
}

/** Returns whether a row gives data for certain; other data is not followed. */
const isCertain = ({ marks = 0 }: { readonly marks?: Marks }): boolean => (marks & MARK.possible) === 0;

interface Sinks {
  readonly kinds: ReadonlySet<SinkKind>;
  readonly families: FamilySet;
}

const knownSinks = derived((_: Workflow) => new Map<WantedData, Sinks>());

function sinksIn(workflow: Workflow, wanted: WantedData): Sinks {
  const ofWorkflow = knownSinks(workflow);
  let sinks = ofWorkflow.get(wanted);
  if (sinks === undefined) {
    sinks = findSinks(workflow, wanted);
    ofWorkflow.set(wanted, sinks);
  }
  return sinks;
}

/** Returns the families that have a sink in a workflow. */
export const sinkFamilies = (workflow: Workflow, wanted: WantedData): FamilySet =>
  sinksIn(workflow, wanted).families;

function findSinks(workflow: Workflow, wanted: WantedData): Sinks {
  const kinds = new Set<SinkKind>();
  let families = 0;
  for (const activity of workflow.activities) {
    const rows = rowsAt(workflow, activity, wanted.own).sinks;
    if (rows.length === 0 || !isLive(activity)) continue;
    for (const sink of rows) {
      const concerned = sink.families & (wanted.sinks.get(sink.row.sink) ?? 0);
      if (concerned === 0 || !suits(activity, sink)) continue;
      kinds.add(sink.row.sink);
      families |= concerned;
    }
  }
  return { kinds, families };
}

/**
 * Returns the families that can have a way from a source to a sink.
 * @param exits where data leaves the workflow: a sink for all families; absent: that does not count
 */
export function followedFamilies(workflow: Workflow, wanted: WantedData, exits?: Exits): Followed {
  const { kinds, families } = sinksIn(workflow, wanted);
  const sinks = exits === undefined ? families : wanted.families;
  const isFollowed = sourceTest(wanted, exits === undefined ? kinds : undefined);
  if (sinks === 0) return { sources: 0, sinks, places: [], isFollowed };
  let sources = 0;
  for (const activity of workflow.activities) {
    const rows = rowsAt(workflow, activity, wanted.own);
    if ((rows.sourceFamilies & sinks & ~sources) === 0 || !isLive(activity)) continue;
    for (const source of rows.sources)
      if (isCertain(source.row) && isFollowed(source.row) && suits(activity, source))
        sources |= source.families;
    for (const file of rows.files)
      if (isFollowed(file.row) && suits(activity, file)) sources |= file.families;
  }
  const { symbols, mentions } = otherSourcesOf(workflow.language, wanted.own);
  const places = itemPlaces(workflow, { wanted, families: sinks, exits });
  for (const place of places) sources |= place.families;
  for (const { row } of mentions) {
    const family = familyBit(row.family);
    if ((sinks & family & ~sources) === 0 || !isCertain(row) || !isFollowed(row)) continue;
    if (triggerOfRow(workflow, row) !== undefined) sources |= family;
  }
  for (const { row, isSymbol } of symbols) {
    const family = familyBit(row.family);
    if ((sinks & family & ~sources) === 0 || !isCertain(row) || !isFollowed(row)) continue;
    if (workflow.arguments.some(isSymbol) || workflow.variables.some(isSymbol)) sources |= family;
  }
  return { sources, sinks, places, isFollowed };
}
