/** Texts that Visual Basic or C# joins from fixed pieces and variables. */
import type { Expr } from '../../model/expr.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';

import type { Expression, Workflow } from '../../model/workflow.ts';
import { calledName, calls } from '../../semantics/callee.ts';
import { isJoin, piecesOf } from '../../semantics/joined.ts';
import { resolveSymbol, type SymbolTable } from '../../semantics/symbols.ts';
import { textsIn } from '../../semantics/texts.ts';
import { walk } from '../../semantics/visit.ts';
import { wordsOf } from '../../semantics/words.ts';
import { HARMLESS_TYPES, ownValues } from '../uipath/own-values.ts';
import { type DataReading, dataIn } from './joined-data.ts';

/** Functions whose result is a number, a date or a boolean. */
const HARMLESS_CALLS =
  `cint clng cshort cdec cdbl cbool cdate parse toint16 toint32 toint64 todecimal todouble todatetime isnullorempty
  isnullorwhitespace isnothing isdbnull`.split(/\s+/);
const JOINING_CALLS = new Set(['format', 'concat', 'join', 'appendformat']);

/** Returns whether a name is that of a project setting, whose value the author chooses like the fixed pieces. */
function isConfiguration(name: string): boolean {
  return wordsOf(name).at(-1) === 'config';
}

/** Returns whether something is joined to a fixed text anywhere in a tree. */
function joinsSomething(tree: Expr): boolean {
  for (const node of walk(tree))
    if (isJoin(node) || (node.kind === 'call' && JOINING_CALLS.has(calledName(node)))) return true;
  return false;
}

/** Matches the text in `"… @name".Replace("@name", name)`: a fixed one, or one from the settings. */
const isTemplate = (text: Expr): boolean =>
  text.kind === 'reference' ? isConfiguration(text.name) : piecesOf(text)[0]!.kind === 'literal';

/** Returns what the calls and members of an expression begin with. */
function baseOf(tree: Expr): Expr | null {
  let base: Expr | null = tree;
  while (base?.kind === 'call' || base?.kind === 'member' || base?.kind === 'index')
    base = base.kind === 'call' ? base.callee : base.object;
  return base;
}

/** Returns whether an expression puts values into a template. */
function fillsTemplate(tree: Expr): boolean {
  const base = baseOf(piecesOf(tree)[0]!);
  return base !== null && isTemplate(base) && calls(tree, 'replace');
}

/** Escaping of the values in one kind of text. */
export interface Escaping extends Pick<DataReading, 'escapes' | 'isProtected'> {
  /** Functions beside conversions to numbers and dates, lower case. */
  readonly calls: readonly string[];
  /** True if values that `Replace` puts into a fixed text count as joined. */
  readonly takesTemplates?: boolean;
  /** Returns the parts of a joined text that do not count, behind the pieces that begin it; absent: none. */
  readonly without?: (tree: Expr, before: readonly Expr[]) => ReadonlySet<Expr>;
}

/** Mark of a text in any language: code without one has no fixed text in it. */
const HAS_TEXT = /["'\u201c\u201d]/;

/** Beginning of a text in a variable, which an expression continues. */
interface Beginning {
  readonly key: string | undefined;
  readonly pieces: readonly Expr[];
}

/** Returns the first declared variable whose value becomes part of a joined text; undefined when nothing is joined. */
export function joinedVariable(
  workflow: Workflow,
  table: SymbolTable,
  expression: Expression,
  { calls: escaping, takesTemplates = false, without, ...protection }: Escaping,
  beginning?: Beginning,
): string | undefined {
  const except = beginning?.key;
  if (except === undefined && !HAS_TEXT.test(expression.text)) return undefined;
  const risky = new Map<string, string>();
  for (const key of expression.mentions) {
    const symbol = resolveSymbol(workflow, table, key, expression.owner);
    if (key === except || symbol === undefined) continue;
    if (HARMLESS_TYPES.test(symbol.type) || isConfiguration(symbol.name)) continue;
    if (!ownValues(workflow).has(symbol)) risky.set(symbol.name.toLowerCase(), symbol.name);
  }
  if (risky.size === 0) return undefined;
  const { tree } = expression;
  if (!joinsSomething(tree) && !(takesTemplates && fillsTemplate(tree))) return undefined;
  if (except === undefined && textsIn(tree).next().done === true) return undefined;
  const uncounted = without?.(tree, beginning?.pieces ?? []);
  return dataIn(tree, {
    ...protection,
    ...(uncounted && { isProtected: (pieces, at) => uncounted.has(pieces[at]!) }),
    dataOf: (name) => risky.get(name.toLowerCase()),
    harmless: new Set([...HARMLESS_CALLS, ...escaping]),
    ...(takesTemplates && { isTemplate }),
  });
}

/** Joined text, with the variable that ends up in it. */
export interface JoinedText {
  readonly at: Expression;
  readonly variable: string;
}

/** More pieces of a beginning are forgotten. */
const PIECES_MAX = 500;

const textPiece = (value: string): Expr => ({ kind: 'literal', type: 'text', value, start: 0, end: 0 });

/** Returns the first fixed text in an expression. */
const firstText = ({ text, tree }: Expression): string | undefined =>
  HAS_TEXT.test(text) ? textsIn(tree).next().value : undefined;

/** Returns whether an expression begins with a variable. */
function beginsWith(tree: Expr, name: string): boolean {
  const [first] = piecesOf(tree);
  return first?.kind === 'reference' && first.name.toLowerCase() === name;
}

/** Maps each lower-case variable to its first joined text. `isWanted` receives the first fixed piece. */
export function joinedAssignments(
  workflow: Workflow,
  table: SymbolTable,
  escaping: Escaping,
  isWanted: (start: string) => boolean,
): Map<string, JoinedText> {
  const found = new Map<string, JoinedText>();
  /** Pieces of the texts that variables hold the beginning of. */
  const begun = new Map<string, readonly Expr[]>();
  for (const assign of workflow.activities) {
    if (assign.role !== 'assign' || !isLive(assign)) continue;
    const to = propertyOf(assign, 'To')?.expression?.text.trim().toLowerCase();
    const property = propertyOf(assign, 'Value');
    if (to === undefined || property === undefined || found.has(to)) continue;
    const value = property.expression;
    const start = value === undefined ? property.text : firstText(value);
    // `sql = sql + name` behind `sql = "SELECT …"`.
    const isContinued = begun.has(to) && value !== undefined && beginsWith(value.tree, to);
    if (!isContinued && (start === undefined || !isWanted(start))) continue;
    const before = isContinued ? begun.get(to)! : [];
    const own = value === undefined ? [textPiece(property.text)] : piecesOf(value.tree);
    begun.set(to, [...before, ...own].slice(0, PIECES_MAX));
    if (value === undefined) continue;
    const beginning = isContinued ? { key: value.mentions[0], pieces: before } : undefined;
    const variable = joinedVariable(workflow, table, value, escaping, beginning);
    if (variable !== undefined) found.set(to, { at: value, variable });
  }
  return found;
}
