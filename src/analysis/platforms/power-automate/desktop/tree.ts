/** Trees of the values of Robin, and of the expressions in its texts. */
import type { Expr } from '../../../model/expr.ts';
import {
  constantPart,
  type NodeBudget,
  newBudget,
  type OperatorLanguage,
  operatorTree,
  type Part,
  unparsed,
} from '../../operator-tree.ts';
import { decodeText, insideStart, type Lexeme, lexRobin } from './lexer.ts';
import { formulaPartsOf, partsOf } from './text-parts.ts';

const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='].map((sign) => [sign, 4] as const);

/** Operators of Robin and of Power Fx; `a[1:3]` is a range. */
const LANGUAGE: OperatorLanguage = {
  binary: new Map([
    [':', 0],
    ['or', 1],
    ['||', 1],
    ['xor', 1],
    ['and', 2],
    ['&&', 2],
    ...COMPARISONS,
    ['in', 4],
    ['exactin', 4],
    ['&', 5],
    ['+', 6],
    ['-', 6],
    ['*', 7],
    ['/', 7],
    ['mod', 7],
    ['^', 9],
  ]),
  unary: new Map([
    // A case compares with what the switch is about: `CASE = 'Done'`.
    ...COMPARISONS,
    ['not', 3],
    ['!', 8],
    ['-', 8],
    ['+', 8],
    // The names of the columns of a table: `^['Name', 'Amount']`.
    ['^', 9],
  ]),
  constants: new Map([
    ['true', 'boolean'],
    ['false', 'boolean'],
  ]),
  hasLists: true,
};

/** Signs that the lexer gives one by one. */
const DOUBLED: ReadonlySet<string> = new Set(['&', '|']);

/** Source of an expression in a script, with the place of each of its characters. */
interface Source {
  readonly text: string;
  placeOf(offset: number): number;
}

/** Returns the source between two marks of a text; escapes make it longer than what they stand for. */
function sourceIn(raw: string, start: number): Source {
  const text = decodeText(raw);
  if (text.length === raw.length) return { text, placeOf: (offset) => start + offset };
  const places: number[] = [];
  for (let at = 0; at < raw.length; at += 1) {
    places.push(start + at);
    if (raw[at] === '\\' && /['"\\]/.test(raw[at + 1] ?? '')) at += 1;
  }
  return { text, placeOf: (offset) => places[offset] ?? start + raw.length };
}

const NAME = /^[a-z_][a-z0-9_]*$/i;
const { binary, unary, constants } = LANGUAGE;

/** Returns whether a text is one name: most outputs and most expressions in texts are. */
function isName(text: string): boolean {
  const word = text.toLowerCase();
  return NAME.test(text) && !constants.has(word) && !unary.has(word) && !binary.has(word);
}

class RobinTrees {
  readonly #budget: NodeBudget = newBudget();

  /** Reads an expression; only outside of a text its own texts are computed. */
  read({ text, placeOf }: Source, isInText: boolean): Expr {
    if (isName(text))
      return { kind: 'reference', name: text, isMarked: false, start: placeOf(0), end: placeOf(text.length) };
    const parts: Part[] = [];
    for (const lexeme of lexRobin(text)) {
      const [start, end] = [placeOf(lexeme.start), placeOf(lexeme.end)];
      const last = parts.at(-1);
      if (lexeme.kind === 'line' || lexeme.kind === 'comment' || lexeme.kind === 'region') continue;
      if (lexeme.kind === 'text' || lexeme.kind === 'formula') {
        const tree = isInText ? undefined : this.#computed(lexeme, text, placeOf(0));
        const value = decodeText(lexeme.text);
        parts.push(
          tree === undefined
            ? constantPart('text', value, start, end)
            : { kind: 'operand', text: '', start, end, tree },
        );
      } else if (lexeme.kind === 'number') parts.push(constantPart('number', lexeme.text, start, end));
      else if (DOUBLED.has(lexeme.text) && last?.text === lexeme.text && last.end === start)
        parts.splice(-1, 1, { ...last, text: last.text + lexeme.text, end });
      else parts.push({ kind: lexeme.kind, text: lexeme.text, start, end });
    }
    return operatorTree(parts, LANGUAGE, placeOf(text.length), this.#budget);
  }

  /** Reads a text with expressions in it, or a formula; undefined for a fixed text. */
  #computed(lexeme: Lexeme, script: string, base: number): Expr | undefined {
    const { kind, text, computed } = lexeme;
    if (!computed) return undefined;
    const span = { start: base + lexeme.start, end: base + lexeme.end };
    const inside = base + insideStart(script, lexeme);
    if (kind === 'formula' && text.startsWith('='))
      return { ...this.read(sourceIn(text.slice(1), inside + 1), true), ...span };
    const pieces = (kind === 'formula' ? formulaPartsOf : partsOf)(text);
    const trees: Expr[] = [];
    for (const piece of pieces) {
      const [start, end] = [inside + piece.start, inside + piece.end];
      if (this.#budget.nodes <= 0) {
        trees.push(unparsed(start, inside + text.length));
        break;
      }
      this.#budget.nodes -= 1;
      if (piece.computed) trees.push(this.read(sourceIn(text.slice(piece.start, piece.end), start), true));
      else trees.push({ kind: 'literal', type: 'text', value: piece.text, start, end });
    }
    if (trees.length > 1) return { kind: 'interpolation', parts: trees, ...span };
    return { ...(trees[0] ?? { kind: 'literal', type: 'text', value: '' }), ...span };
  }
}

/** Returns the tree of a value. */
export function robinTree(text: string): Expr {
  return new RobinTrees().read({ text, placeOf: (offset) => offset }, false);
}
