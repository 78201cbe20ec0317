/** Changes workflow files the way an attacker, a broken disk or a careless tool does: bytes, tokens, parts of the tree. */
import { JsonKind } from '../../../src/analysis/platforms/json/document.ts';
import { readJson } from '../../../src/analysis/platforms/json/reader.ts';
import { readXml } from '../../../src/analysis/platforms/xml/reader.ts';

/** One change, as numbers so that a failing case can be made smaller. */
export interface Edit {
  readonly level: 'bytes' | 'tokens' | 'tree';
  readonly what: number;
  readonly at: number;
  readonly other: number;
  readonly value: number;
}

const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'a'.repeat(30_000),
  '['.repeat(500),
  `[${'('.repeat(500)}]`,
  '["',
  '["unclosed + 1]',
  '{x:Reference __ReferenceID0}',
  '{x:Null}',
  '{x:Static s:String.Empty}',
  "@{variables('",
  "@concat('a', outputs('b')?['c'",
  `@${'not('.repeat(300)}`,
  '@@',
  '$',
  '$a$$b$$$',
  `[${'[a].'.repeat(200)}`,
  '-1',
  '1e999',
  'NaN',
  '99999999999999999999',
  '00:00:00',
  '2:99:99999',
  'true',
  '\u202e',
  '\u{1F600}'.repeat(50),
  '\ufeff',
  '\u2028',
  'a\u0301'.repeat(100),
  '../../../../etc/passwd',
  'select * from t where a = ',
  '%00',
];
const HOSTILE_JSON: readonly string[] = [
  ...HOSTILE_TEXTS.map((text) => JSON.stringify(text)),
  'null',
  'true',
  '-0',
  '1e400',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[null]',
  '[[[[[[]]]]]]',
  `${'['.repeat(150)}${']'.repeat(150)}`,
  '{"__proto__":{"a":1}}',
  '{"constructor":null,"toString":1,"hasOwnProperty":[]}',
  '{"a":1,"a":{}}',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '{"type":[]}',
  '{"type":"If"}',
  '{"":{"":{"":null}}}',
];
const HOSTILE_XML: readonly string[] = [
  '<a/>',
  '<Sequence/>',
  '<Sequence.Variables/>',
  '<x:Reference>__ReferenceID0</x:Reference>',
  `${'<Sequence>'.repeat(150)}${'</Sequence>'.repeat(150)}`,
  '<If/><TryCatch/><Flowchart/><StateMachine/><ForEach/>',
  '<stage stageid="" name="" type=""/>',
  '<stage stageid="start" type="Start"/>',
  '<process/>',
  '&#x1F600;&lt;',
  '<![CDATA[]]>',
  '<!-- -->',
];
const HOSTILE_BYTES: readonly Buffer[] = [
  Buffer.from([0]),
  Buffer.from([0xff, 0xfe]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf4, 0x90, 0x80, 0x80]),
  Buffer.from([0xc0]),
  Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]>'),
  Buffer.from(']]>'),
  Buffer.from('"'),
  Buffer.from('>'),
  Buffer.from('\\u'),
  Buffer.from('{"a":'),
  Buffer.from('&'),
];

interface Span {
  readonly start: number;
  readonly end: number;
}

const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length]!;
const escaped = (text: string): string => text.replace(/[&<"\n\r\t]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function replaced(bytes: Buffer, { start, end }: Span, ...by: readonly Buffer[]): Buffer {
  return Buffer.concat([bytes.subarray(0, start), ...by, bytes.subarray(end)]);
}

/** Deletes, repeats, swaps with another, or replaces one of the spans. */
function editSpan(bytes: Buffer, spans: readonly Span[], edit: Edit, hostile: Buffer): Buffer {
  if (spans.length === 0) return bytes;
  const [one, two] = [pick(spans, edit.at), pick(spans, edit.other)];
  const content = bytes.subarray(one.start, one.end);
  switch (edit.what % 5) {
    case 0:
      return replaced(bytes, one);
    case 1:
      return replaced(bytes, one, content, content);
    case 2: {
      const [first, second] = one.start < two.start ? [one, two] : [two, one];
      if (first.end > second.start) return replaced(bytes, one, bytes.subarray(two.start, two.end));
      const [a, b] = [bytes.subarray(first.start, first.end), bytes.subarray(second.start, second.end)];
      return replaced(replaced(bytes, second, a), first, b);
    }
    case 3:
      return replaced(bytes, one, bytes.subarray(two.start, two.end));
    default:
      return replaced(bytes, one, hostile);
  }
}

function editBytes(bytes: Buffer, edit: Edit): Buffer {
  const start = edit.at % (bytes.length + 1);
  if (edit.what % 9 === 8) return bytes.subarray(0, start);
  const spanAt = (from: number, length: number): Span => ({
    start: from,
    end: Math.min(bytes.length, from + length),
  });
  const spans = [
    spanAt(start, 1 + (edit.value % 40)),
    spanAt(edit.other % (bytes.length + 1), 1 + (edit.value % 7)),
  ];
  return editSpan(bytes, spans, { ...edit, at: 0, other: 1 }, pick(HOSTILE_BYTES, edit.value));
}

function editTokens(bytes: Buffer, edit: Edit): Buffer {
  const text = bytes.toString('latin1');
  const tokens = text.matchAll(/"[^"<]*"|<\/?[\w:.]+|[\w$@.:-]+|[{}[\],<>=&;/]/g);
  const spans = Array.from(tokens, ({ index, 0: token }) => ({ start: index, end: index + token.length }));
  return editSpan(bytes, spans, edit, Buffer.from(pick(HOSTILE_JSON, edit.value)));
}

/** A member or entry with the comma that belongs to it. */
function jsonSpans(bytes: Buffer): { readonly whole: Span[]; readonly values: Span[] } {
  const doc = readJson(bytes);
  const values = Array.from({ length: doc.size }, (_, v) => ({ start: doc.starts[v]!, end: doc.ends[v]! }));
  const whole = values.slice(1).map(({ start, end }, i) => {
    const key = doc.keyStarts[i + 1]!;
    return { start: key === -1 ? start : key - 1, end: doc.bytes[end] === 0x2c ? end + 1 : end };
  });
  const strings = values.filter((_, v) => doc.kinds[v] === JsonKind.string);
  // Strings most of all: they are what expressions and names are made of.
  return { whole, values: [...values.slice(1), ...strings, ...strings] };
}

function xmlSpans(bytes: Buffer): { readonly whole: Span[]; readonly values: Span[] } {
  const doc = readXml(bytes);
  const whole = Array.from({ length: doc.size - 1 }, (_, i) => ({
    start: doc.starts[i + 1]!,
    end: doc.ends[i + 1]!,
  }));
  const values = Array.from(
    doc.attributeValueStarts.subarray(0, doc.attributeStarts[doc.size]!),
    (start, a) => ({
      start,
      end: doc.attributeValueEnds[a]!,
    }),
  );
  return { whole, values };
}

function editTree(bytes: Buffer, edit: Edit): Buffer {
  const isJson = bytes.includes('{') && !bytes.subarray(0, 100).includes('<');
  const { whole, values } = isJson ? jsonSpans(bytes) : xmlSpans(bytes);
  const inValues = edit.what % 2 === 0;
  const value = pick(isJson ? HOSTILE_JSON : inValues ? HOSTILE_TEXTS.map(escaped) : HOSTILE_XML, edit.value);
  // Half of all changes of values put a hostile one there.
  const what = inValues && edit.what % 4 === 0 ? 4 : edit.what >> 1;
  return editSpan(bytes, inValues ? values : whole, { ...edit, what }, Buffer.from(value));
}

/** The bytes with one change; the tree of what is no document any more is left alone. */
function apply(bytes: Buffer, edit: Edit): Buffer {
  if (edit.level === 'bytes') return editBytes(bytes, edit);
  if (edit.level === 'tokens') return editTokens(bytes, edit);
  const text = bytes[0] === 0xef ? bytes.subarray(3) : bytes;
  try {
    return editTree(text, edit);
  } catch {
    return bytes;
  }
}

/** Larger results are cut: the size is not what is tested here. */
const BYTES_MAX = 400_000;

/** The bytes with every change, one after the other. */
export function mutate(original: Buffer, edits: readonly Edit[]): Buffer {
  return edits.reduce((bytes, edit) => apply(bytes, edit).subarray(0, BYTES_MAX), original);
}
