/** Trees of Blue Prism expressions. */
import type { Expr } from '../../../model/expr.ts';
import {
  constantPart,
  type OperatorLanguage,
  operatorTree,
  type Part,
  unparsed,
} from '../../operator-tree.ts';
import { lexBluePrism, onlyItem } from './lexer.ts';

const LANGUAGE: OperatorLanguage = {
  binary: new Map([
    ['or', 1],
    ['and', 2],
    ...['=', '<>', '<', '<=', '>', '>='].map((sign) => [sign, 4] as const),
    ['&', 5],
    ['+', 6],
    ['-', 6],
    ['*', 7],
    ['/', 7],
    ['^', 9],
  ]),
  unary: new Map([
    ['not', 3],
    ['-', 8],
    ['+', 8],
  ]),
  constants: new Map([
    ['true', 'boolean'],
    ['false', 'boolean'],
  ]),
  hasLists: false,
};

const QUOTE = 34;
/** Collections in collections; a name with more dots is taken for one of an item. */
const FIELDS_MAX = 6;

/** Returns the tree of a data item between two offsets: `[Orders.Total]` is the field of a collection. */
export function dataItemTree(name: string, start: number, end: number): Expr {
  if (!name.includes('.', 1)) return { kind: 'reference', name, isMarked: true, start, end };
  const dotted = name.startsWith('.') ? [name] : name.split('.', FIELDS_MAX + 2);
  const [collection = '', ...fields] = dotted.length > FIELDS_MAX + 1 ? [name] : dotted;
  let to = start + 1 + collection.length;
  const span = fields.length === 0 ? { start, end } : { start: start + 1, end: to };
  let item: Expr = { kind: 'reference', name: collection, isMarked: true, ...span };
  fields.forEach((field, index) => {
    const isLast = index === fields.length - 1;
    to += 1 + field.length;
    const place = isLast ? { start, end } : { start: start + 1, end: to };
    item = { kind: 'member', object: item, name: field, isOptional: false, ...place };
  });
  return item;
}

/** Returns the tree of a text or data item that is the whole expression, as most are. */
function wholeTree(text: string): Expr | undefined {
  const item = onlyItem(text);
  const end = text.length;
  if (item !== undefined) return dataItemTree(item, 0, end);
  if (text.charCodeAt(0) !== QUOTE || end < 2 || text.indexOf('"', 1) !== end - 1) return undefined;
  return { kind: 'literal', type: 'text', value: text.slice(1, -1), start: 0, end };
}

/** Returns the tree of an expression. */
export function bluePrismTree(text: string): Expr {
  return wholeTree(text) ?? joinedTree(text);
}

function joinedTree(text: string): Expr {
  const parts: Part[] = [];
  lexBluePrism(text, ({ kind, text: token }, start, end) => {
    if (kind === 'string') {
      const isOpen = end === text.length && text.slice(start, end).split('"').length % 2 === 0;
      if (isOpen) parts.push({ kind: 'operand', text: '', start, end, tree: unparsed(start, end) });
      else parts.push(constantPart('text', token, start, end));
    } else if (kind === 'number') parts.push(constantPart('number', token, start, end));
    else if (kind === 'symbol')
      parts.push({ kind: 'operand', text: '', start, end, tree: dataItemTree(token, start, end) });
    else parts.push({ kind, text: token, start, end });
  });
  return operatorTree(parts, LANGUAGE, text.length);
}
