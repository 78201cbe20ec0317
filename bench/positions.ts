/** Our own parsers with the same work as parsers such as saxes, line and column included. */
import type { JsonDocument } from '../src/analysis/platforms/json/document.ts';
import { readJson } from '../src/analysis/platforms/json/reader.ts';
import { LineIndex } from '../src/analysis/platforms/text.ts';
import type { XmlDocument } from '../src/analysis/platforms/xml/document.ts';
import { readXml } from '../src/analysis/platforms/xml/reader.ts';

function placeAll({ bytes, starts }: Pick<XmlDocument | JsonDocument, 'bytes' | 'starts'>): void {
  const lines = new LineIndex(bytes);
  for (let i = 0; i < starts.length; i += 1) lines.positionOf(starts[i]!);
}

/** Parses XML with namespaces, and line and column of every element. */
export function parseXml(bytes: Buffer): XmlDocument {
  const doc = readXml(bytes);
  placeAll(doc);
  return doc;
}

/** Parses JSON with line and column of every value. */
export function parseJson(bytes: Buffer): JsonDocument {
  const doc = readJson(bytes);
  placeAll(doc);
  return doc;
}
