/** A small tree of a XAML document for tests that write the same document differently. Texts and values stay as they are escaped. */

export interface Node {
  name: string;
  /** Name and escaped value, in their order. */
  attributes: [name: string, value: string][];
  /** Elements, and escaped texts between them. */
  children: (Node | string)[];
}

const PIECES =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<\/?[\w:.-]+(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?>|[^<]+/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
]);

/** The characters that a text stands for. */
export function decode(text: string): string {
  return text.replace(/&(?:\w+|#\d+|#x[\da-f]+);/gi, (entity) => {
    const number = /^&#(x?)([\da-f]+);$/i.exec(entity);
    if (number) return String.fromCodePoint(Number.parseInt(number[2]!, number[1] ? 16 : 10));
    return ENTITIES.get(entity) ?? entity;
  });
}

/** A text as it may stand in an attribute and between tags. */
export function encode(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#xD;')
    .replaceAll('\n', '&#xA;');
}

export const isNode = (child: Node | string): child is Node => typeof child !== 'string';

/** Comments and the declaration are dropped. */
export function parse(text: string): Node {
  const top: Node = { name: '', attributes: [], children: [] };
  const open = [top];
  for (const piece of text.replace(/^\uFEFF/, '').match(PIECES) ?? []) {
    if (piece.startsWith('<!') || piece.startsWith('<?')) continue;
    if (piece.startsWith('</')) open.pop();
    else if (piece.startsWith('<')) {
      const node: Node = {
        name: /^<([\w:.-]+)/.exec(piece)![1]!,
        attributes: [...piece.matchAll(ATTRIBUTE)].map(([, name, double, single]) => [
          name!,
          double ?? single!.replaceAll('"', '&quot;'),
        ]),
        children: [],
      };
      open.at(-1)!.children.push(node);
      if (!piece.endsWith('/>')) open.push(node);
    } else open.at(-1)!.children.push(piece);
  }
  return top.children.find(isNode)!;
}

/** How a document is written. `gap` is what stands between elements at a depth. */
export interface Layout {
  readonly gap: (depth: number) => string;
  readonly quote?: '"' | "'";
  readonly between?: string;
}

const holdsElements = ({ children }: Node): boolean =>
  children.some(isNode) && children.every((child) => isNode(child) || child.trim() === '');

/** Writes a tree. Blank text between elements is replaced by the gap of the layout. */
export function write(node: Node, layout: Layout, depth = 0): string {
  const { quote = '"', between = ' ', gap } = layout;
  const value = (text: string): string => (quote === '"' ? text : text.replaceAll("'", '&apos;'));
  const attributes = node.attributes.map(
    ([name, text]) => `${between}${name}=${quote}${value(text)}${quote}`,
  );
  const start = `<${node.name}${attributes.join('')}`;
  if (node.children.length === 0) return `${start} />`;
  const inside = holdsElements(node)
    ? node.children
        .filter(isNode)
        .map((child) => gap(depth + 1) + write(child, layout, depth + 1))
        .join('') + gap(depth)
    : node.children.map((child) => (isNode(child) ? write(child, layout, depth + 1) : child)).join('');
  return `${start}>${inside}</${node.name}>`;
}

/** Applies a change to every element, the innermost first. */
export function changed(node: Node, change: (node: Node) => Node): Node {
  return change({
    ...node,
    children: node.children.map((child) => (isNode(child) ? changed(child, change) : child)),
  });
}
