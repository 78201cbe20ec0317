/** The XML peer: saxes with namespaces and positions, the strictest parser in JavaScript. */
import { SaxesParser } from 'saxes';

/** Element as a user of saxes would store it. */
interface Node {
  readonly name: string;
  readonly attributes: object;
  readonly children: Node[];
  readonly line: number;
  readonly column: number;
}

/** Parses and drops everything; returns the number of elements. */
export function parseWithSaxes(bytes: Buffer): number {
  const parser = new SaxesParser({ xmlns: true, position: true });
  let elements = 0;
  parser.on('opentag', () => {
    elements += 1;
  });
  parser.on('closetag', () => {});
  parser.on('text', () => {});
  parser.write(bytes.toString('utf8')).close();
  return elements;
}

/** Parses into a tree with names, attributes, children and positions. */
export function treeWithSaxes(bytes: Buffer): Node {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const top: Node = { name: '', attributes: {}, children: [], line: 0, column: 0 };
  const open = [top];
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = { name, attributes, children: [], line: parser.line, column: parser.column };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(bytes.toString('utf8')).close();
  return top;
}
