/** Writes a JSON document into a digest: members in order of their keys, numbers as the file writes them. */
import {
  type JsonDocument,
  JsonKind,
  jsonChildren,
  ownKeyOf,
  pointerOf,
  stringOf,
} from '../platforms/json/document.ts';
import type { FormDigest } from './digest.ts';
import type { Digests } from './xml-form.ts';

/** Parts of a kind of JSON documents that a designer changes by itself. */
export interface JsonNoise {
  /** Values that mean nothing, with everything in them. */
  readonly noise: ReadonlySet<number>;
  /** Values that belong to the environment: they go into the digest `connections`. */
  readonly connections: ReadonlySet<number>;
}

/** Writes a whole document. */
export function addJson(doc: JsonDocument, { form, connections }: Digests, noise: JsonNoise): void {
  addValue(doc, form, 0, (value) => !noise.noise.has(value) && !noise.connections.has(value));
  const connected = [...noise.connections].map((value) => ({ key: pointerOf(doc, value), value }));
  for (const { key, value } of connected.sort(byKey)) {
    connections().add('p', key);
    addValue(doc, connections(), value, () => true);
  }
}

interface Keyed {
  readonly key: string;
}

const byKey = (a: Keyed, b: Keyed): number => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1);

function addValue(
  doc: JsonDocument,
  into: FormDigest,
  value: number,
  isMeant: (value: number) => boolean,
): void {
  switch (doc.kinds[value]) {
    case JsonKind.object: {
      into.add('{');
      // The same key twice keeps its order: the sort is stable.
      const members = jsonChildren(doc, value)
        .filter(isMeant)
        .map((child) => ({ key: ownKeyOf(doc, child), child }))
        .sort(byKey);
      for (const { key, child } of members) {
        into.add('k', key);
        addValue(doc, into, child, isMeant);
      }
      into.add('}');
      break;
    }
    case JsonKind.array:
      into.add('[');
      for (const child of jsonChildren(doc, value)) if (isMeant(child)) addValue(doc, into, child, isMeant);
      into.add(']');
      break;
    case JsonKind.string:
      into.add('s', stringOf(doc, value)!);
      break;
    default:
      into.add('w', doc.text.ascii(doc.starts[value]!, doc.ends[value]!));
  }
}
