/** Compares objects with those that come with the product. */
import type { VendorCopy } from '../../../model/workflow.ts';
import { attributeText, type XmlDocument } from '../../xml/document.ts';
import { contentHash } from './content-hash.ts';
import { VENDOR_OBJECTS } from './vendor-objects.ts';

/**
 * Normalises case and blanks, because names that differ only in them are meant to mislead: the product would store
 * both.
 */
const keyOf = (name: string): string => name.trim().toLowerCase();

/** The hashes of each name's versions. */
const HASHES = new Map<string, Set<string>>();
for (const { name, hash } of VENDOR_OBJECTS) {
  const hashes = HASHES.get(keyOf(name)) ?? new Set();
  HASHES.set(keyOf(name), hashes.add(hash));
}

/**
 * Compares an object with the vendor's known ones of its name. Only the content decides: not a name, a shape or a
 * comment.
 */
export function vendorCopyOf(doc: XmlDocument, definition: number): VendorCopy | undefined {
  const hashes = HASHES.get(keyOf(attributeText(doc, definition, 'name') ?? ''));
  if (hashes === undefined) return undefined;
  return hashes.has(contentHash(doc, definition)) ? 'unchanged' : 'different';
}
