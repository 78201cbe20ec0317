/** Protection against older packs: the highest revision seen of each name. */
import { z } from 'zod';
import { PolicyError } from '../problems.ts';
import { type BuiltPack, digestOfJson } from './built-pack.ts';
import { canonicalJson } from './canonical-json.ts';

/** Highest revision seen of a pack. */
export interface SeenPack {
  readonly name: string;
  readonly version: string;
  readonly revision: number;
  /** SHA-256 of the pack's canonical JSON, hexadecimal. */
  readonly digest: string;
}

const schema = z.strictObject({
  packs: z.array(
    z.strictObject({ name: z.string(), version: z.string(), revision: z.int(), digest: z.string() }),
  ),
});

/** Parses a `policy.lock`. @throws PolicyError if it is none: then nothing is known of older revisions */
export function parseLock(text: string, file: string): readonly SeenPack[] {
  try {
    return schema.parse(JSON.parse(text)).packs;
  } catch (cause) {
    const message = 'The file is no lock of policy packs. Restore it, or delete it to begin again.';
    throw new PolicyError([{ file, line: 0, message }], { cause });
  }
}

/** Returns the text of a `policy.lock`. */
export function lockText(packs: readonly SeenPack[]): string {
  const sorted = [...packs].sort((a, b) => (a.name < b.name ? -1 : 1));
  return `${JSON.stringify(JSON.parse(canonicalJson({ packs: sorted })), null, 2)}\n`;
}

/** Returns what a lock says of a pack. */
export function seenPack(pack: BuiltPack): SeenPack {
  const { name, version, revision } = pack.metadata;
  return { name, version, revision, digest: digestOfJson(pack) };
}

/** Returns why a pack is older than one that was seen; undefined if it is not. */
export function rollbackProblem(pack: SeenPack, seen: readonly SeenPack[]): string | undefined {
  const known = seen.find(({ name }) => name === pack.name);
  if (known === undefined || pack.revision > known.revision) return undefined;
  if (pack.revision < known.revision)
    return `The pack has revision ${pack.revision}, and revision ${known.revision} (${known.version}) was in use before. Use the newer one.`;
  return pack.digest === known.digest
    ? undefined
    : `Another pack of revision ${pack.revision} was in use before. Raise the revision with every change.`;
}
