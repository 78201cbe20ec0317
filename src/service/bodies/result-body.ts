/** Body of a result, as an entry of a pack. */
import { readEntry } from './pack.ts';

/** Parts of a body, as JSON. */
export interface ResultBody {
  readonly findings: string;
  /** Changes since the run before. */
  readonly changes: string;
  /** Inventory, metrics and checked rules: empty while the row has them, as that of the newest run of a file does. */
  readonly inventory: string;
  readonly metrics: string;
  readonly checkedRules: string;
}

/** Returns the texts of a body. */
export function bodyTexts({
  findings,
  changes,
  inventory,
  metrics,
  checkedRules,
}: ResultBody): readonly string[] {
  return [findings, changes, inventory, metrics, checkedRules];
}

/** Reads the body of a result in a pack; null: the pack is lost, or has none. */
export function readBody(pack: Buffer | null | undefined, id: string): ResultBody | null {
  const texts = pack ? readEntry(pack, id) : null;
  if (texts === null) return null;
  const [findings = '', changes = '', inventory = '', metrics = '', checkedRules = ''] = texts;
  return { findings, changes, inventory, metrics, checkedRules };
}
