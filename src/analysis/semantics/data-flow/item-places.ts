/** Settings whose expressions may read an item by the name of data, as `row("IBAN")`: found without their trees. */
import { isLive } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import type { Exits } from './search/incoming.ts';
import { type FamilySet, familyBit } from './tables/data-effect.ts';
import { otherSourcesOf } from './tables/data-source.ts';
import { rowsAt, type StepRows } from './tables/step-rows.ts';
import type { WantedData } from './wanted.ts';

/** A setting that may read such an item. */
export interface ItemSetting {
  readonly activity: Activity;
  /** Index of the setting. */
  readonly property: number;
  readonly families: FamilySet;
}

/** Parts of an expression in which the key of an item can stand. */
const PARTS = /[^'"()[\]{}.,$%&+=<>|?!;:@/\\]{2,80}/g;

/** Returns whether a step does something with a setting that counts: a sink or a transfer reads it. */
function isRead({ sinks, transfers }: StepRows, { name }: Property, wanted: WantedData): boolean {
  return (
    sinks.some((sink) => wanted.sinks.has(sink.row.sink) && sink.isProperty(name)) ||
    transfers.some((transfer) => transfer.isProperty(name))
  );
}

/** Items of some families, where a step does something with them or data leaves the workflow. */
export interface WantedItems {
  readonly wanted: WantedData;
  readonly families: FamilySet;
  readonly exits?: Exits | undefined;
}

/** Finds the settings that may read an item of some families. */
export function itemPlaces(
  workflow: Workflow,
  { wanted, families, exits }: WantedItems,
): readonly ItemSetting[] {
  const { items, familiesOfItem } = otherSourcesOf(workflow.language, wanted.own);
  if (!items.some(({ row }) => (familyBit(row.family) & families) !== 0)) return [];
  const places: ItemSetting[] = [];
  for (const activity of workflow.activities) {
    const rows = rowsAt(workflow, activity, wanted.own);
    const isConcerned = exits !== undefined || rows.sinks.length + rows.transfers.length > 0;
    if (!isConcerned || !isLive(activity)) continue;
    for (const [property, setting] of activity.properties.entries()) {
      if (setting.direction === 'out' || setting.expression === undefined) continue;
      const isExit = exits !== undefined && exits.at(activity.index, property).length > 0;
      if (!isExit && !isRead(rows, setting, wanted)) continue;
      let found = 0;
      for (const part of setting.text.match(PARTS) ?? []) found |= familiesOfItem(part.trim());
      found &= families;
      if (found !== 0) places.push({ activity, property, families: found });
    }
  }
  return places;
}
