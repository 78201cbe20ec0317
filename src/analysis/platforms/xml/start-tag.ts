/** Reader of start tags: the name, the attributes and the namespace declarations, all resolved. */

import { widened } from '../columns.ts';
import { limitExceeded } from '../limits.ts';
import { unparsable } from '../text.ts';
import {
  AMPERSAND,
  DOUBLE_QUOTE,
  DOUBLE_QUOTED_STOPS,
  EQUALS,
  GREATER,
  LESS,
  SINGLE_QUOTE,
  SINGLE_QUOTED_STOPS,
  SLASH,
  skipPlain,
  skipReference,
  skipWhite,
  WHITE,
} from './characters.ts';
import { NO_PREFIX, readName, XML_PREFIX, XMLNS_PREFIX } from './names.ts';
import { readNamespace, XML_NAMESPACE } from './namespaces.ts';
import { firstUse, growAttributes, growElements, XMLNS_NAMESPACE, type XmlScan } from './scan.ts';

/**
 * Reads the start tag whose `<` is at `start` and opens its element unless it is empty. Returns the offset behind it.
 */
export function readStartTag(scan: XmlScan, start: number): number {
  const { bytes } = scan;
  const entry = readName(scan.names, bytes, scan.view, start + 1);
  if (entry === -1) throw unparsable(bytes, start, '"<" must be followed by a name; write &lt; for the sign');
  const { nameEnd } = scan.names;
  const element = addElement(scan, start, entry);
  scan.nameLengths[scan.depth - 1] = nameEnd - start - 1;

  const tagEnd = readAttributes(scan, element, nameEnd);
  resolveNames(scan, element, entry);
  scan.contentStarts[element] = tagEnd;
  if (bytes[tagEnd - 2] === SLASH) closeElement(scan, element, tagEnd, tagEnd);
  return tagEnd;
}

function addElement(scan: XmlScan, start: number, entry: number): number {
  const element = scan.size++;
  if (scan.size >= scan.nameIds.length) growElements(scan);
  if (scan.size > scan.limits.xmlNodesMax) {
    throw limitExceeded(`has more than ${scan.limits.xmlNodesMax} elements`, scan.limits.xmlNodesMax);
  }
  const { depth } = scan;
  if (depth >= scan.limits.xmlDepthMax) {
    throw limitExceeded(
      `nests elements more than ${scan.limits.xmlDepthMax} levels deep`,
      scan.limits.xmlDepthMax,
    );
  }
  const previous = scan.lastChildren[depth]!;
  if (previous !== -1) scan.nextSiblings[previous] = element;
  scan.lastChildren[depth] = element;
  scan.lastChildren[depth + 1] = -1;
  scan.parents[element] = scan.parent;
  scan.nextSiblings[element] = -1;
  scan.starts[element] = start;
  scan.attributeStarts[element] = scan.attributeCount;
  scan.nameIds[element] = documentName(scan, scan.names.localOf[entry]!);
  scan.parent = element;
  scan.depth = depth + 1;
  return element;
}

/** Ends the open element. Its declarations go out of scope. */
export function closeElement(scan: XmlScan, element: number, contentEnd: number, end: number): void {
  scan.contentEnds[element] = contentEnd;
  scan.ends[element] = end;
  const { depth, replaced } = scan;
  while (scan.replacedCount > 0 && replaced[scan.replacedCount - 1] === depth) {
    scan.replacedCount -= 3;
    scan.bindings[replaced[scan.replacedCount]!] = replaced[scan.replacedCount + 1]!;
  }
  scan.depth = depth - 1;
  scan.parent = scan.parents[element]!;
}

function documentName(scan: XmlScan, local: number): number {
  const known = local < scan.documentNameOf.length ? scan.documentNameOf[local]! : -1;
  return known === -1 ? firstUse(scan, local) : known;
}

/** Reads up to and including the `>` and returns the offset behind it. */
function readAttributes(scan: XmlScan, element: number, from: number): number {
  const { bytes } = scan;
  let p = from;
  for (;;) {
    const nameStart = skipWhite(bytes, p);
    if (bytes[nameStart] === GREATER) return nameStart + 1;
    if (bytes[nameStart] === SLASH && bytes[nameStart + 1] === GREATER) return nameStart + 2;
    const entry = readName(scan.names, bytes, scan.view, nameStart);
    if (entry === -1) throw unexpectedInTag(bytes, nameStart);
    if (nameStart === p) throw unparsable(bytes, nameStart, 'white space is missing between two attributes');
    const { nameEnd } = scan.names;

    const equals = WHITE[bytes[nameEnd]!] === 1 ? skipWhite(bytes, nameEnd) : nameEnd;
    if (bytes[equals] !== EQUALS)
      throw unparsable(bytes, nameStart, 'an attribute has no value; write name="value"');
    const quote = WHITE[bytes[equals + 1]!] === 1 ? skipWhite(bytes, equals + 1) : equals + 1;
    const valueEnd = attributeValueEnd(bytes, quote);
    p = valueEnd + 1;
    const prefix = scan.names.declares[entry]!;
    if (prefix !== -1) {
      declareNamespace(scan, element, prefix, nameStart, quote + 1, valueEnd);
    } else {
      addAttribute(scan, entry, nameStart, quote + 1, valueEnd);
    }
  }
}

function attributeValueEnd(bytes: Buffer, quote: number): number {
  const sign = bytes[quote];
  if (sign !== DOUBLE_QUOTE && sign !== SINGLE_QUOTE) {
    throw unparsable(bytes, quote, 'the value of an attribute must stand in quotation marks');
  }
  const stops = sign === DOUBLE_QUOTE ? DOUBLE_QUOTED_STOPS : SINGLE_QUOTED_STOPS;
  let p = skipPlain(bytes, quote + 1, stops);
  while (bytes[p] !== sign) {
    if (bytes[p] === AMPERSAND) p = skipPlain(bytes, skipReference(bytes, p), stops);
    else if (bytes[p] === LESS) throw unparsable(bytes, p, '"<" is not allowed in an attribute; write &lt;');
    else throw unparsable(bytes, quote, 'the value of an attribute has no closing quotation mark');
  }
  return p;
}

/** Adds an attribute. Its prefix waits in the column of namespaces until all declarations of the tag are known. */
function addAttribute(
  scan: XmlScan,
  entry: number,
  offset: number,
  valueStart: number,
  valueEnd: number,
): void {
  if (scan.attributeCount === scan.attributeNameIds.length) growAttributes(scan);
  const attribute = scan.attributeCount++;
  scan.attributeNameIds[attribute] = documentName(scan, scan.names.localOf[entry]!);
  scan.attributeNamespaceIds[attribute] = scan.names.prefixOf[entry]!;
  scan.attributeOffsets[attribute] = offset;
  scan.attributeValueStarts[attribute] = valueStart;
  scan.attributeValueEnds[attribute] = valueEnd;
}

function declareNamespace(
  scan: XmlScan,
  element: number,
  prefix: number,
  offset: number,
  valueStart: number,
  valueEnd: number,
): void {
  const { bytes, names } = scan;
  const { text: uri, id: namespace } = readNamespace(
    scan.namespaces,
    scan.text,
    scan.view,
    valueStart,
    valueEnd,
  );
  const problem = declarationProblem(prefix, uri);
  if (problem !== undefined) throw unparsable(bytes, offset, problem);
  while (names.prefixes.length > scan.bindings.length) growBindings(scan);
  if (scan.declaredBy[prefix] === element)
    throw unparsable(bytes, offset, 'a namespace prefix is declared twice');
  scan.declaredBy[prefix] = element;

  if (scan.replacedCount + 3 > scan.replaced.length)
    scan.replaced = widened(scan.replaced, scan.replaced.length * 2);
  scan.replaced[scan.replacedCount++] = prefix;
  scan.replaced[scan.replacedCount++] = scan.bindings[prefix]!;
  scan.replaced[scan.replacedCount++] = scan.depth;
  scan.bindings[prefix] = namespace;

  const known = scan.declarations.get(names.prefixes[prefix]!);
  if (known === undefined) scan.declarations.set(names.prefixes[prefix]!, [element, namespace]);
  else known.push(element, namespace);
}

function declarationProblem(prefix: number, uri: string): string | undefined {
  if (uri === XMLNS_NAMESPACE || prefix === XMLNS_PREFIX) {
    return 'the prefix xmlns and its namespace are reserved and must not be declared';
  }
  if ((uri === XML_NAMESPACE) !== (prefix === XML_PREFIX)) {
    return `the prefix xml and the namespace ${XML_NAMESPACE} belong together`;
  }
  if (uri === '' && prefix !== NO_PREFIX) return 'a namespace prefix must not be bound to an empty name';
  return undefined;
}

function growBindings(scan: XmlScan): void {
  const length = scan.bindings.length;
  scan.bindings = widened(scan.bindings, length * 2).fill(-1, length);
  scan.declaredBy = widened(scan.declaredBy, length * 2).fill(-1, length);
}

function resolveNames(scan: XmlScan, element: number, entry: number): void {
  const { attributeNamespaceIds: namespaceIds, attributeCount } = scan;
  scan.namespaceIds[element] = boundNamespace(scan, scan.names.prefixOf[entry]!, scan.starts[element]! + 1);
  const first = scan.attributeStarts[element]!;
  const { nameUsers } = scan;
  let nameRepeats = false;
  for (let a = first; a < attributeCount; a++) {
    const prefix = namespaceIds[a]!;
    if (prefix !== NO_PREFIX) namespaceIds[a] = boundNamespace(scan, prefix, scan.attributeOffsets[a]!);
    const name = scan.attributeNameIds[a]!;
    if (nameUsers[name] === element) nameRepeats = true;
    nameUsers[name] = element;
  }
  if (nameRepeats) rejectDuplicates(scan, first);
}

/** Returns the namespace of a prefix. Unprefixed names of attributes never come here: they are in no namespace. */
function boundNamespace(scan: XmlScan, prefix: number, offset: number): number {
  const namespace = prefix < scan.bindings.length ? scan.bindings[prefix]! : -1;
  if (namespace !== -1) return namespace;
  const name = scan.names.prefixes[prefix]!;
  throw unparsable(scan.bytes, offset, `the namespace prefix "${name}" is not declared`);
}

/** Rejects attributes with one name. A local name may stand twice in a tag, when the namespaces differ. */
function rejectDuplicates(scan: XmlScan, first: number): void {
  const seen = new Set<number>();
  for (let a = first; a < scan.attributeCount; a++) {
    seen.add(scan.attributeNamespaceIds[a]! * 2 ** 26 + scan.attributeNameIds[a]!);
    if (seen.size !== a - first + 1) throw duplicate(scan, a);
  }
}

function duplicate(scan: XmlScan, attribute: number): Error {
  const name = scan.documentNames[scan.attributeNameIds[attribute]!];
  return unparsable(
    scan.bytes,
    scan.attributeOffsets[attribute]!,
    `the attribute "${name}" stands twice in one tag`,
  );
}

function unexpectedInTag(bytes: Buffer, offset: number): Error {
  if (offset >= bytes.length) return unparsable(bytes, offset, 'the file ends inside a tag');
  return unparsable(bytes, offset, 'this character is not allowed in a tag; is a ">" missing?');
}
