/** Ways to write the same Blue Prism file differently: what the rules find must not depend on them. */

export interface Transformation {
  readonly name: string;
  /** The same file in another form. */
  apply(text: string): string;
  /** Undoes in the subject of a finding what the transformation did to names; absent when it does nothing to them. */
  subjectBefore?(subject: string): string;
}

/** CDATA sections, comments, tags and texts, in their order. */
const PIECES = /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|<[^>]*>|[^<]+/g;
const CDATA = /^<!\[CDATA\[([\s\S]*)\]\]>$/;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
]);

const piecesOf = (text: string): string[] => text.match(PIECES) ?? [];
const isTag = (piece: string): boolean => piece.startsWith('<') && !piece.startsWith('<!');
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** The predefined entities and numeric references; everything else stays. */
const decode = (text: string): string =>
  text.replace(/&(?:\w+|#\d+|#x[\da-f]+);/gi, (entity) => {
    const number = /^&#(x?)([\da-f]+);$/i.exec(entity);
    if (number) return String.fromCodePoint(Number.parseInt(number[2]!, number[1] ? 16 : 10));
    return ENTITIES.get(entity) ?? entity;
  });

/** Applies a change to the tags, to the texts between them, or to both. */
function change(
  text: string,
  ways: { tag?: (tag: string) => string; text?: (text: string) => string },
): string {
  return piecesOf(text)
    .map((piece) => {
      if (isTag(piece)) return ways.tag?.(piece) ?? piece;
      return piece.startsWith('<!') ? piece : (ways.text?.(piece) ?? piece);
    })
    .join('');
}

/** Between an end and the next tag white space says nothing; behind a start it would be the element's text. */
function betweenTags(text: string, space: string): string {
  const pieces = piecesOf(text);
  return pieces
    .map((piece, i) => {
      const before = pieces[i - 1] ?? '';
      const ends = /^<\/|[/?]>$/.test(before);
      if (isTag(piece) && isTag(before) && ends) return space + piece;
      const next = pieces[i + 1] ?? '';
      return piece.trim() === '' && ends && isTag(next) ? space : piece;
    })
    .join('');
}

const ATTRIBUTE = /(\s)([\w:.-]+)="([^"]*)"/g;
const attributesOnLines = (tag: string): string => tag.replace(ATTRIBUTE, '\n      $2="$3"');
const singleQuotes = (tag: string): string =>
  tag.replace(ATTRIBUTE, (whole, space: string, name: string, value: string) =>
    value.includes("'")
      ? whole
      : `${space}${name}='${value.replaceAll('&quot;', '"').replaceAll('&gt;', '>')}'`,
  );
const reversedAttributes = (tag: string): string => {
  // Namespaces and the root stay in their order for the eye only; readers ignore it.
  const found = [...tag.matchAll(ATTRIBUTE)].map(([whole]) => whole);
  if (found.length < 2) return tag;
  return tag.replace(ATTRIBUTE, () => found.pop()!);
};
const numbered = (text: string): string =>
  text.replace(/&(?:quot|apos|lt|gt|amp);/g, (entity, at: number) => {
    const code = ENTITIES.get(entity)!.codePointAt(0)!;
    return at % 2 === 0 ? `&#${code};` : `&#x${code.toString(16).toUpperCase()};`;
  });
/** The second character of each text, which no one needs to write so. */
const needlessReference = (text: string): string =>
  text.replace(
    /^(\s*[^\s&])([A-Za-z])/,
    (_, first: string, letter: string) => `${first}&#x${letter.charCodeAt(0).toString(16)};`,
  );

const cdataToText = (text: string): string =>
  text.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, content: string) => escapeText(content));
const textToCdata = (text: string): string =>
  change(text, { text: (piece) => (piece.trim() === '' ? piece : `<![CDATA[${decode(piece)}]]>`) });
const splitCdata = (text: string): string =>
  text.replace(new RegExp(CDATA.source.slice(1, -1).replace('*)', '*?)'), 'g'), (_, content: string) => {
    const middle = content.length >> 1;
    return `<![CDATA[${content.slice(0, middle)}]]>${escapeText(content.slice(middle, middle + 1))}<![CDATA[${content.slice(middle + 1)}]]>`;
  });

const PARTS = [
  ['x', 'displayx'],
  ['y', 'displayy'],
  ['w', 'displaywidth'],
  ['h', 'displayheight'],
] as const;
const olderLayout = (text: string): string =>
  text.replace(/<display\b([^>]*?)\/>/g, (_, attributes: string) =>
    PARTS.map(([name, element]) => {
      const value = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
      return value === undefined ? '' : `<${element}>${value}</${element}>`;
    }).join(''),
  );
const newerLayout = (text: string): string =>
  text.replace(/(?:<display(?:x|y|width|height)>[^<]*<\/display(?:x|y|width|height)>\s*)+/g, (run) => {
    const values = PARTS.map(([name, element]) => {
      const value = new RegExp(`<${element}>([^<]*)<`).exec(run)?.[1];
      return value === undefined ? '' : ` ${name}="${value}"`;
    });
    return `<display${values.join('')}/>`;
  });
/** What Studio writes into every stage and no rule wants. */
const withFonts = (text: string): string =>
  text.replace(
    /(<stage\b[^>]*[^/])>/g,
    '$1><loginherit/><font family="Segoe UI" size="10" style="Regular" color="000000"/>',
  );

const ID_ATTRIBUTE = /\b(stageid|subsheetid)="([^"]*)"/g;
const ID_ELEMENT = /(<(onsuccess|ontrue|onfalse|ontimeout|processid|subsheetid|groupid)>)([^<]*)(<\/\2>)/g;
const otherIds = (text: string): string =>
  text.replace(ID_ATTRIBUTE, '$1="9f3c-$2"').replace(ID_ELEMENT, '$1'.concat('9f3c-$3$4'));

const PREFIX = 'Own ';
const DATA_STAGE = /<stage\b[^>]*\btype="(?:Data|Collection)"[^>]*>/g;
const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/**
 * Renames every data item, where it is declared and wherever it is used; parameters and environment variables of the same
 * name too.
 */
function otherItemNames(text: string): string {
  const names = new Set<string>();
  for (const [tag] of text.matchAll(DATA_STAGE)) names.add(/\bname="([^"]*)"/.exec(tag)?.[1] ?? '');
  let renamed = text;
  for (const name of [...names].filter((entry) => entry !== '').sort()) {
    const own = quoted(name);
    renamed = renamed
      .replace(new RegExp(`\\[${own}(?=[\\].])`, 'g'), `[${PREFIX}${name}`)
      .replace(new RegExp(`\\bstage="${own}(?=[".])`, 'g'), `stage="${PREFIX}${name}`)
      .replace(new RegExp(`&quot;${own}(?=&quot;)`, 'g'), `&quot;${PREFIX}${name}`)
      .replace(new RegExp(`<loopdata>${own}<`, 'g'), `<loopdata>${PREFIX}${name}<`)
      .replace(
        new RegExp(`(<(?:input|output)\\b[^>]*\\bname=")${own}"(?=[^>]*\\bstage=)`, 'g'),
        `$1${PREFIX}${name}"`,
      )
      .replace(
        new RegExp(`(<stage\\b[^>]*\\bname=")${own}"(?=[^>]*\\btype="(?:Data|Collection)")`, 'g'),
        `$1${PREFIX}${name}"`,
      )
      .replace(new RegExp(`(<environment-variable\\b[^>]*\\bname=")${own}"`, 'g'), `$1${PREFIX}${name}"`);
  }
  return renamed;
}

/** Every way; none changes what the file means. */
export const TRANSFORMATIONS: readonly Transformation[] = [
  { name: 'a byte-order mark', apply: (text) => `\uFEFF${text}` },
  { name: 'a declaration', apply: (text) => `<?xml version="1.0" encoding="utf-8"?>\n${text}` },
  { name: 'line ends of Windows', apply: (text) => text.replace(/\r?\n/g, '\r\n') },
  { name: 'deeper indentation', apply: (text) => betweenTags(text, '\n          ') },
  { name: 'one line', apply: (text) => betweenTags(text, '') },
  { name: 'attributes on lines of their own', apply: (text) => change(text, { tag: attributesOnLines }) },
  { name: 'attributes in another order', apply: (text) => change(text, { tag: reversedAttributes }) },
  { name: 'single quotation marks', apply: (text) => change(text, { tag: singleQuotes }) },
  { name: 'numeric references', apply: (text) => change(text, { tag: numbered, text: numbered }) },
  { name: 'needless references', apply: (text) => change(text, { text: needlessReference }) },
  { name: 'text for CDATA', apply: cdataToText },
  { name: 'CDATA for text', apply: textToCdata },
  { name: 'CDATA in two parts', apply: splitCdata },
  { name: 'comments between stages', apply: (text) => text.replaceAll('<stage ', '<!-- next --><stage ') },
  { name: 'the older layout', apply: olderLayout },
  { name: 'the newer layout', apply: newerLayout },
  { name: 'fonts', apply: withFonts },
  { name: 'other ids', apply: otherIds },
  {
    name: 'other names of data items',
    apply: otherItemNames,
    subjectBefore: (subject) => subject.replaceAll(PREFIX, ''),
  },
];
