/** Names of one kind in the inventory of a run. */
import { INVENTORY_LIMITS } from '../../analysis/inventory/inventory.ts';
import type { InventoryKind } from '../../analysis/model/measures/inventory.ts';
import type { EarlierRun } from './earlier-run.ts';

/** Returns the number of places by name; null if names may be missing or cut. */
export function inventoryNames(
  { inventory }: Pick<EarlierRun, 'inventory'>,
  kind: InventoryKind,
): ReadonlyMap<string, number> | null {
  if (inventory === null) return null;
  const entries = Object.entries(inventory);
  if (entries.length >= INVENTORY_LIMITS.entriesMax) return null;
  const prefix = `${kind}:`;
  const names = entries
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, places]) => [key.slice(prefix.length), places] as const);
  const isCut = names.some(([name]) => name.length >= INVENTORY_LIMITS.charactersMax);
  return isCut ? null : new Map(names);
}
