/**
 * Adds the vendor's unchanged objects to the list if several repositories publish them with the same content.
 *
 * Usage: node scripts/vendor-objects.ts owner/name@commit:path=FILE …
 *
 * FILE is the local copy of `path` at `commit`. An object counts when files of two owners have it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionKind, isDefinition } from '../src/analysis/platforms/blue-prism/recognise.ts';
import { contentHash } from '../src/analysis/platforms/blue-prism/vendor/content-hash.ts';
import {
  VENDOR_OBJECTS,
  type VendorObject,
} from '../src/analysis/platforms/blue-prism/vendor/vendor-objects.ts';
import { openFile } from '../src/analysis/platforms/input-file.ts';
import { attributeText } from '../src/analysis/platforms/xml/document.ts';

const LIST = join(import.meta.dirname, '../src/analysis/platforms/blue-prism/vendor/vendor-objects.ts');
/** Unrelated owners that must have the same content: two people do not change an object in the same way. */
const OWNERS_MIN = 2;
/** Form of an argument; the path may hold `=`, the file may not. */
const ARGUMENT = /^(?<source>[^/@:\s]+\/[^/@:\s]+@[0-9a-f]{40}:.+)=(?<file>[^=]+)$/;

function objectsIn(file: string): { readonly name: string; readonly hash: string }[] {
  const doc = openFile(file, readFileSync(file)).xml();
  return Array.from({ length: doc.size }, (_, element) => element)
    .filter((element) => isDefinition(doc, element) && definitionKind(doc, element) === 'blue-prism-object')
    .map((element) => ({
      name: attributeText(doc, element, 'name') ?? '',
      hash: contentHash(doc, element),
    }));
}

const ownersOf = ({ sources }: VendorObject): number =>
  new Set(sources.map((source) => source.slice(0, source.indexOf('/')).toLowerCase())).size;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function entry({ name, hash, sources }: VendorObject): string {
  const lines = sources.map((source) => `      ${quoted(source)},\n`).join('');
  return `  {\n    name: ${quoted(name)},\n    hash: ${quoted(hash)},\n    sources: [\n${lines}    ],\n  },\n`;
}

const found = new Map<string, { name: string; hash: string; sources: Set<string> }>();
for (const { name, hash, sources } of VENDOR_OBJECTS)
  found.set(hash, { name, hash, sources: new Set(sources) });
for (const argument of process.argv.slice(2)) {
  const { source, file } = ARGUMENT.exec(argument)?.groups ?? {};
  if (source === undefined || file === undefined)
    throw new Error(`Invalid argument ${argument}: expected owner/name@commit:path=FILE`);
  for (const { name, hash } of objectsIn(file)) {
    const known = found.get(hash) ?? { name, hash, sources: new Set() };
    known.sources.add(source);
    found.set(hash, known);
  }
}
const objects = [...found.values()]
  .map(({ name, hash, sources }): VendorObject => ({ name, hash, sources: [...sources].sort() }))
  .filter((object) => ownersOf(object) >= OWNERS_MIN)
  .sort((a, b) => (`${a.name} ${a.hash}` < `${b.name} ${b.hash}` ? -1 : 1));
const before = readFileSync(LIST, 'utf8');
const head = before.slice(0, before.indexOf('export const VENDOR_OBJECTS'));
writeFileSync(
  LIST,
  `${head}export const VENDOR_OBJECTS: readonly VendorObject[] = [\n${objects.map(entry).join('')}];\n`,
);
process.stdout.write(`${objects.length} objects\n`);
