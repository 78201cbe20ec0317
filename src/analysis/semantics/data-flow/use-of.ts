/** Finds how expressions use the symbols that they mention, in time that grows with the expression. */
import type { CallArgument, CallExpr, Expr, MemberExpr } from '../../model/expr.ts';
import type { Expression, ExpressionLanguage } from '../../model/workflow.ts';
import { qualifiedName } from '../callee.ts';
import { COMPUTED, isJoin, piecesOf } from '../joined.ts';
import { choosesCharacters } from './chosen-characters.ts';
import { fixedArgument, flowReadKey, inputOf } from './flow-read-key.ts';
import { HARMLESS_CAST } from './harmless-cast.ts';
import { fixedPiece, type JoinedPlace, placed, placesOf } from './joined-place.ts';
import { replacementName } from './replacement.ts';
import type { PassedCall, ValueUse } from './use.ts';

/** A use with the symbol that it is of. */
export interface KeyedUse extends ValueUse {
  /** As in the mentions of the expression; of a field that the trigger of a flow receives, that of the trigger. */
  readonly key: string;
}

/** Context of a node on the way to the result. */
interface Around {
  /** Set where the result does not hold the value. */
  readonly lost: 'tested' | 'key' | undefined;
  readonly joined: JoinedPlace | undefined;
  readonly calls: readonly PassedCall[];
}

/** A node that waits for its turn, with what is read of its value. */
interface Open {
  readonly node: Expr;
  readonly around: Around;
  readonly path: readonly string[];
}

/** Calls and members around one value that are remembered. */
const AROUND_MAX = 60;
/** Operators that choose one of their sides. */
const CHOICES: ReadonlySet<string> = new Set(['if', '??']);
const FORMATS = /(?:^|\.)(?:append)?format$/;
const REPLACES = /(?:^|\.)replace$/;
const COMBINES = /(?:^|\.)path\.combine$/;
const PLACEHOLDER = /\{(\d{1,4})[^{}]{0,60}\}/g;
/** Functions whose further arguments are positions, separators and patterns. */
const FIRST_ONLY =
  /(?:^|\.)(?:split|left|right|mid|substring|take|skip|slice|chunk|xpath|trim\w*|getchar|pad\w+)$/;

/** Properties whose entries Visual Basic reads with round brackets. */
const LISTS =
  /^(?:rows|columns|tables|items?|itemarray|specificcontent|output|headers|attachments|fields|groups|captures)$/i;

/** Returns a list with one more item in front of it, unless it is long. */
const longer = <Item>(item: Item, list: readonly Item[]): readonly Item[] =>
  list.length < AROUND_MAX ? [item, ...list] : list;

const lose = (around: Around, lost: 'tested' | 'key'): Around =>
  around.lost === undefined ? { ...around, lost } : around;

/** Collects the uses in one tree. */
class UseCollector {
  readonly uses: KeyedUse[] = [];
  private readonly language: ExpressionLanguage;
  private readonly open: Open[] = [];
  private readonly isDotNet: boolean;

  constructor({ language, tree }: Expression) {
    this.language = language;
    this.isDotNet = language === 'visual-basic' || language === 'csharp';
    this.push(tree, { lost: undefined, joined: undefined, calls: [] });
    for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) this.visit(next);
  }

  private push(node: Expr | null | undefined, around: Around, path: readonly string[] = []): void {
    if (node != null && node.kind !== 'literal') this.open.push({ node, around, path });
  }

  private pushAll(nodes: readonly Expr[], around: Around): void {
    for (let at = nodes.length - 1; at >= 0; at -= 1) this.push(nodes[at], around);
  }

  private add(key: string, node: Expr, { lost, joined, calls }: Around, path: readonly string[]): void {
    const position = lost ?? (joined === undefined ? 'whole' : 'joined');
    const before = joined?.text.slice(0, joined.start) ?? '';
    this.uses.push({
      key,
      node,
      position,
      path,
      calls,
      before,
      behind: joined?.text.slice(joined.end) ?? '',
    });
  }

  private visit({ node, around, path }: Open): void {
    if (isJoin(node)) {
      this.visitJoin(node, around);
      return;
    }
    switch (node.kind) {
      case 'reference':
        this.add(this.keyOf(node.name), node, around, path);
        return;
      case 'member':
        if (node.object?.kind === 'new') this.visitNew(node.object, this.membersOf(node, around, path));
        else this.push(node.object, around, longer(node.name.toLowerCase(), path));
        return;
      case 'index':
        this.visitItem(node.object, node.args, around, path);
        return;
      case 'call':
        this.visitCall(node, around, path);
        return;
      case 'new':
        this.visitNew(node, around);
        return;
      case 'unary':
        this.push(node.operand, this.holdsValue(node) ? around : lose(around, 'tested'), path);
        return;
      case 'binary':
        this.pushAll([node.left, node.right], CHOICES.has(node.operator) ? around : lose(around, 'tested'));
        return;
      case 'conditional':
        this.pushAll([node.whenTrue, node.whenFalse], around);
        this.push(node.test, lose(around, 'tested'));
        return;
      case 'list':
        this.pushAll(node.items, around);
        return;
      case 'lambda':
        this.push(node.body, around);
        return;
      case 'unparsed':
        for (const [argument, part] of (node.parts ?? []).entries())
          this.push(part, this.within(around, { name: '', argument, node }));
        return;
      case 'interpolation':
      case 'literal':
    }
  }

  private holdsValue({ operator, type = '' }: Extract<Expr, { kind: 'unary' }>): boolean {
    return operator === 'await' || (operator === 'cast' && !HARMLESS_CAST.test(type));
  }

  private within(around: Around, call: PassedCall): Around {
    return { ...around, calls: longer(call, around.calls) };
  }

  /** Returns the context of a new object of which members are read, as if each were a method. */
  private membersOf(node: Expr & MemberExpr, around: Around, path: readonly string[]): Around {
    let inner = around;
    for (const name of [node.name.toLowerCase(), ...path].reverse())
      inner = this.within(inner, { name, argument: -1, node });
    return inner;
  }

  private visitNew(node: Extract<Expr, { kind: 'new' }>, around: Around): void {
    const name = `new ${node.type.toLowerCase()}`;
    const inner = HARMLESS_CAST.test(node.type) ? lose(around, 'tested') : around;
    for (const [argument, { value }] of [...node.args, ...node.members].entries())
      this.push(value, this.within(inner, { name, argument, node }));
  }

  private visitJoin(node: Expr, around: Around): void {
    const pieces = piecesOf(node);
    const types = pieces.map((piece) => (piece.kind === 'literal' ? piece.type : undefined));
    const isSum = node.kind === 'binary' && types.includes('number') && !types.includes('text');
    if (isSum && node.operator === '+') this.pushAll(pieces, lose(around, 'tested'));
    else this.pushPieces(pieces, '', around);
  }

  /** Visits pieces that a separator joins. */
  private pushPieces(pieces: readonly Expr[], separator: string, around: Around): void {
    const spans = placesOf(pieces.map(fixedPiece), separator, around.joined);
    for (let at = pieces.length - 1; at >= 0; at -= 1)
      this.push(pieces[at], { ...around, joined: spans[at] });
  }

  private visitItem(
    object: Expr,
    args: readonly CallArgument[],
    around: Around,
    path: readonly string[],
  ): void {
    for (const { value } of args) this.push(value, lose(around, 'key'));
    this.push(object, around, longer(fixedArgument(args), path));
  }

  private visitCall(node: Expr & CallExpr, around: Around, path: readonly string[]): void {
    const { callee, args } = node;
    const read = this.language === 'workflow-definition' ? flowReadKey(node) : undefined;
    if (read !== undefined) {
      this.add(read, node, around, path);
      return;
    }
    const values = args.map(({ value }) => value);
    const isItem = callee.kind === 'member' && this.isDotNet && LISTS.test(callee.name);
    if (isItem || (callee.kind !== 'reference' && callee.kind !== 'member')) {
      this.visitItem(callee, args, around, path);
      return;
    }
    const name = (qualifiedName(callee) || callee.name).toLowerCase();
    if (FORMATS.test(name)) this.pushFormat(values, around);
    else if (COMBINES.test(name)) this.pushPieces(values, '\\', around);
    else if (REPLACES.test(name)) this.pushReplacement(node, name, around);
    else if (name === 'if' && values.length === 3) {
      this.pushAll(values.slice(1), around);
      this.push(values[0], lose(around, 'tested'));
    } else this.pushCall(node, name, { around, path });
  }

  /** Visits the object and the arguments of a function that changes them in any way. */
  private pushCall(node: Expr & CallExpr, name: string, { around: outer, path }: Omit<Open, 'node'>): void {
    const { args, callee } = node;
    const object = callee.kind === 'member' ? callee.object : null;
    // What the author lets through of a text has no shape of its own.
    const around = args.some(({ value }) => choosesCharacters(value)) ? lose(outer, 'tested') : outer;
    const first = FIRST_ONLY.test(name) && (object === null ? 1 : 0);
    for (let argument = args.length - 1; argument >= 0; argument -= 1) {
      const isSetting = first !== false && argument >= first;
      const inner = isSetting ? lose(around, 'key') : around;
      this.push(args[argument]!.value, this.within(inner, { name, argument, node }), isSetting ? [] : path);
    }
    if (object !== null) this.push(object, this.within(around, { name, argument: -1, node }), path);
    // `row("Name")` reads an entry, where `row` is no function.
    else if (this.isDotNet) this.push(callee, around, longer(fixedArgument(args), path));
  }

  private pushFormat(values: readonly Expr[], around: Around): void {
    const at = values.findIndex((value) => value.kind === 'literal' && value.type === 'text');
    const template = values[at];
    const rest = at === -1 ? values : values.slice(at + 1);
    const text = template?.kind === 'literal' ? template.value : COMPUTED;
    const whole = placed(around.joined, text);
    const isPlaced = whole.end - whole.start === text.length;
    const spans = new Map<number, JoinedPlace>();
    for (const { 0: place, 1: number, index } of text.matchAll(PLACEHOLDER)) {
      const start = whole.start + index;
      if (isPlaced && !spans.has(Number(number)))
        spans.set(Number(number), { text: whole.text, start, end: start + place.length });
    }
    for (let i = rest.length - 1; i >= 0; i -= 1)
      this.push(rest[i], { ...around, joined: spans.get(i) ?? whole });
  }

  /** Visits a text, what is looked for in it, and what takes its place. */
  private pushReplacement(node: Expr & CallExpr, name: string, around: Around): void {
    const object = node.callee.kind === 'member' ? node.callee.object : null;
    const values = node.args.map(({ value }) => value);
    const isMethod = object !== null && values.length < 3;
    const [text, old, by] = isMethod ? [object, ...values] : values;
    const argument = isMethod ? -1 : 0;
    const mark = old?.kind === 'literal' ? old.value : '';
    this.push(text, this.within(around, { name: replacementName(name, mark, by), argument, node }));
    this.push(old, lose(around, 'key'));
    const at = text?.kind === 'literal' && mark !== '' ? text.value.indexOf(mark) : -1;
    const template = at === -1 ? COMPUTED + COMPUTED : fixedPiece(text!);
    const { text: whole, start, end } = placed(around.joined, template);
    const isPlaced = at !== -1 && end - start === template.length;
    this.push(by, {
      ...around,
      joined: isPlaced
        ? { text: whole, start: start + at, end: start + at + mark.length }
        : { text: whole, start, end },
    });
  }

  private keyOf(name: string): string {
    return this.language === 'csharp' ? name : name.toLowerCase();
  }
}

const collected = new WeakMap<Expression, readonly KeyedUse[]>();

/** Returns the uses of all symbols in an expression, computed once. */
export function usesIn(expression: Expression): readonly KeyedUse[] {
  let uses = collected.get(expression);
  if (uses === undefined) {
    ({ uses } = new UseCollector(expression));
    collected.set(expression, uses);
  }
  return uses;
}

/** Returns how an expression uses one symbol; of a field such as `[Orders.Total]` the collection counts too. */
export function useOf(expression: Expression, key: string): readonly ValueUse[] {
  return usesIn(expression).filter((use) => isOf(use, key));
}

const INPUT = 'input:';

/** Returns whether a use is of a symbol. */
function isOf(use: KeyedUse, key: string): boolean {
  if (use.key === key) return true;
  if (key.startsWith(INPUT)) return use.key === 'trigger' && inputOf(use) === key.slice(INPUT.length);
  // `[Orders.Total]` mentions the field too.
  return key.startsWith(`${use.key}.`) && use.path.length > 0 && key === `${use.key}.${use.path.join('.')}`;
}
