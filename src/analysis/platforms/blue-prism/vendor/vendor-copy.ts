/** Recognises the vendor's pages in objects that have the name of one that comes with the product. */
import type { Position } from '../../../model/workflow.ts';
import { attributeText, subtreeEnd, type XmlDocument } from '../../xml/document.ts';
import type { Page } from '../outline.ts';
import { pageHash } from './page-hash.ts';
import { VENDOR_PAGES } from './vendor-pages.ts';

/**
 * Normalises case and blanks, because names that differ only in them are meant to mislead: the product would store
 * both.
 */
const keyOf = (name: string): string => name.trim().toLowerCase();

const NAMES: readonly string[] = Object.keys(VENDOR_PAGES).map(keyOf);
const HASHES: ReadonlySet<string> = new Set(
  Object.values(VENDOR_PAGES).flatMap((hashes) => hashes.trim().split(/\s+/)),
);

/** An object with the name of a vendor's object, or with a name that begins with one. */
export interface VendorMatch {
  /** Its pages that the vendor ships with the same content. */
  readonly pages: ReadonlySet<Page>;
  readonly hasDataItemAt: (at: Position) => boolean;
  readonly isNamesake: boolean;
}

/**
 * Compares the pages of an object with the vendor's. The name only rules out other objects, which saves their hashes;
 * whether a page is the vendor's is decided by its content alone.
 */
export function vendorMatchOf(
  doc: XmlDocument,
  definition: number,
  pages: readonly Page[],
): VendorMatch | undefined {
  const name = keyOf(attributeText(doc, definition, 'name') ?? '');
  if (!NAMES.some((known) => name.startsWith(known))) return undefined;
  const names = new Map(pages.map((page) => [page.id, page.name]));
  const known = pages.filter((page) => page.declared && HASHES.has(pageHash(doc, page, names)));
  return {
    pages: new Set(known),
    hasDataItemAt: dataItemsOf(doc, known),
    isNamesake: NAMES.includes(name),
  };
}

/** Returns a predicate for the positions in the data items of some pages. */
function dataItemsOf(doc: XmlDocument, pages: readonly Page[]): (at: Position) => boolean {
  const { attributeStarts } = doc;
  const stages = pages.flatMap(({ data }) => data.map(({ element }) => element)).sort((a, b) => a - b);
  return (at) => {
    // An attribute stands at the complement of its index.
    const isBehind = (stage: number): boolean => (at >= 0 ? stage > at : attributeStarts[stage]! > ~at);
    let [low, high] = [0, stages.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBehind(stages[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low > 0 && isBehind(subtreeEnd(doc, stages[low - 1]!));
  };
}
