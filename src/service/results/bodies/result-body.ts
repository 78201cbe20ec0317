/** Body of a result, as an entry of a pack. */
import type { FileKind } from '../../../analysis/model/kinds/file-kind.ts';
import { readEntry } from './pack.ts';

/** Parts of a body, as JSON. */
export interface ResultBody {
  readonly findings: string;
  /** Changes since the run before. */
  readonly changes: string;
  /** Inventory, metrics, checked rules and facts: empty while the row has them, as that of the newest run of a file does. */
  readonly inventory: string;
  readonly metrics: string;
  readonly checkedRules: string;
  /** The diff without its changes; empty in packs of before: the row has it. */
  readonly diff: string;
  /** `MovedFacts`. */
  readonly facts: string;
}

/** Columns of a result that no list shows. */
export interface MovedFacts {
  readonly artifactKey: string;
  /** Hexadecimal. */
  readonly contentSha256: string;
  /** Version of the program that made it. */
  readonly engineVersion: string;
  readonly kind: FileKind;
  /** Hash of the outline, hexadecimal; null: none is stored. */
  readonly outlineId: string | null;
  readonly rulesetDigest: string;
  readonly scoreVersion: string;
}

/** Reads the facts of a body; undefined: the row has them. */
export function movedFactsOf({ facts }: ResultBody): MovedFacts | undefined {
  return facts === '' ? undefined : (JSON.parse(facts) as MovedFacts);
}

/** Returns the texts of a body. */
export function bodyTexts({
  findings,
  changes,
  inventory,
  metrics,
  checkedRules,
  diff,
  facts,
}: ResultBody): readonly string[] {
  return [findings, changes, inventory, metrics, checkedRules, diff, facts];
}

/** Reads the body of a result in a pack; undefined: the pack is lost, or has none. */
export function readBody(pack: Buffer | null | undefined, id: string): ResultBody | undefined {
  const texts = pack ? readEntry(pack, id) : undefined;
  if (texts === undefined) return undefined;
  const [
    findings = '',
    changes = '',
    inventory = '',
    metrics = '',
    checkedRules = '',
    diff = '',
    facts = '',
  ] = texts;
  return { findings, changes, inventory, metrics, checkedRules, diff, facts };
}
