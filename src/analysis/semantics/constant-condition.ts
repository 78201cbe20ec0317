/** Conditions that have the same result in every run. */
import type { Expr, LiteralExpr } from '../model/expr.ts';
import type { Value } from '../model/workflow.ts';
import { ORDER_TESTS } from './order-tests.ts';

const AND: ReadonlySet<string> = new Set(['and', 'andalso', '&&']);
const OR: ReadonlySet<string> = new Set(['or', 'orelse', '||']);
const NOT: ReadonlySet<string> = new Set(['not', '!']);
/** First characters of constants. */
const CONSTANT = /^["'$\d]/;
/** Characters around an operand. */
const BESIDE = ' \t\r\n()+-';
const IN_WORD = /[\p{L}\d_.]/u;
/** Conditions in each other; deeper ones are not judged. */
const DEPTH_MAX = 50;
/** Operands of one chain of And or Or that are compared with each other. */
const CHAIN_MAX = 20;
/** Functions without arguments that read and do nothing else. */
const READING = /^(?:tostring|trim|tolower|toupper)$/i;

/** Returns the order of two constants; undefined when their types or texts leave it open. */
function orderOf(left: LiteralExpr, right: LiteralExpr): number | undefined {
  if (left.type === 'number' && right.type === 'number') {
    const order = Number(left.value) - Number(right.value);
    return Number.isNaN(order) ? undefined : order;
  }
  if (left.type !== right.type || left.type === 'date') return undefined;
  const [a, b] = [left.value.toLowerCase(), right.value.toLowerCase()];
  // Texts that differ in case are equal in some languages and settings.
  if (a === b) return left.value === right.value ? 0 : undefined;
  return a < b ? -1 : 1;
}

function compared(operator: string, left: Expr, right: Expr): boolean | undefined {
  const compare = ORDER_TESTS.get(operator);
  if (compare === undefined) return undefined;
  // A variable is equal to itself.
  if (left.kind === 'reference' && right.kind === 'reference')
    return left.name === right.name ? compare(0) : undefined;
  if (left.kind !== 'literal' || right.kind !== 'literal') return undefined;
  const order = orderOf(left, right);
  return order === undefined ? undefined : compare(order);
}

/** Returns a key of what an expression reads; undefined when it may read something else the second time. */
function readKey(tree: Expr | null): string | undefined {
  if (tree?.kind === 'reference') return tree.name;
  if (tree?.kind !== 'member' && tree?.kind !== 'index' && tree?.kind !== 'call') return undefined;
  const object = readKey(tree.kind === 'call' ? tree.callee : tree.object);
  if (object === undefined) return undefined;
  if (tree.kind === 'member') return `${object}.${tree.name}`;
  const keys = tree.args.map(({ value }) => (value.kind === 'literal' ? value.value : undefined));
  const name = tree.kind === 'call' && tree.callee.kind === 'member' ? tree.callee.name : '';
  if (keys.includes(undefined) || (keys.length === 0 && !READING.test(name))) return undefined;
  return `${object}${JSON.stringify(keys)}`;
}

/** Returns what a comparison by one of two operators reads, and the constant that it is compared with. */
function comparisonWith(
  tree: Expr,
  operators: readonly string[],
): readonly [string, LiteralExpr] | undefined {
  if (tree.kind !== 'binary' || !operators.includes(tree.operator)) return undefined;
  const [read, constant] = tree.right.kind === 'literal' ? [tree.left, tree.right] : [tree.right, tree.left];
  const key = constant.kind === 'literal' ? readKey(read) : undefined;
  return key === undefined ? undefined : [key, constant as LiteralExpr];
}

function* operandsOf(tree: Expr, joins: ReadonlySet<string>): Generator<Expr> {
  let node = tree;
  const right: Expr[] = [];
  for (; node.kind === 'binary' && joins.has(node.operator); node = node.left) right.push(node.right);
  yield node;
  yield* right.reverse();
}

/** Returns whether operands of a chain exclude each other: `x = 1 And x = 2`, or `x <> 1 Or x <> 2`. */
function excludeEachOther(tree: Expr, isAnd: boolean): boolean {
  const operators = isAnd ? ['=', '=='] : ['<>', '!='];
  const seen = new Map<string, LiteralExpr>();
  for (const operand of operandsOf(tree, isAnd ? AND : OR)) {
    const [key, constant] = comparisonWith(operand, operators) ?? [];
    if (key === undefined || constant === undefined) continue;
    const other = seen.get(key);
    if (other !== undefined && (orderOf(other, constant) ?? 0) !== 0) return true;
    if (seen.size < CHAIN_MAX) seen.set(key, constant);
  }
  return false;
}

/** Returns the result that a condition has in every run; undefined when it depends on data. */
export function constantCondition({ expression, text }: Value): boolean | undefined {
  const written = text.trim().toLowerCase();
  if (written === 'true' || written === 'false') return written === 'true';
  if (expression === undefined || !mayBeConstant(text)) return undefined;
  return constantResult(expression.tree);
}

/**
 * Returns false for most conditions, which need no tree: nothing in them compares two constants, a name with itself, or
 * a name twice.
 */
function mayBeConstant(text: string): boolean {
  if (/true|false/i.test(text)) return true;
  const names = new Set<string>();
  for (const { 0: operator, index } of text.matchAll(/[=<>!]+/g)) {
    const [left, right] = [wordBefore(text, index), wordAfter(text, index + operator.length)];
    if (left === right || (CONSTANT.test(left) && CONSTANT.test(right))) return true;
    if (names.has(`${left}${operator}`)) return true;
    names.add(`${left}${operator}`);
    // Names of Blue Prism, which may hold blanks.
    if (left === ']' && right === '[') return true;
  }
  return false;
}

/** Returns the name or number that ends before a position, or the glyph there. */
function wordBefore(text: string, position: number): string {
  let end = position;
  while (end > 0 && BESIDE.includes(text[end - 1]!)) end -= 1;
  let start = end;
  while (start > 0 && IN_WORD.test(text[start - 1]!)) start -= 1;
  return start === end ? text.slice(end - 1, end) : text.slice(start, end);
}

/** Returns the name or number that begins behind a position, or the glyph there. */
function wordAfter(text: string, position: number): string {
  let start = position;
  while (start < text.length && BESIDE.includes(text[start]!)) start += 1;
  let end = start;
  while (end < text.length && IN_WORD.test(text[end]!)) end += 1;
  return start === end ? text.slice(start, start + 1) : text.slice(start, end);
}

function constantResult(tree: Expr, depth = 0): boolean | undefined {
  if (depth > DEPTH_MAX) return undefined;
  if (tree.kind === 'literal') {
    if (tree.type !== 'boolean') return undefined;
    return tree.value.toLowerCase() === 'true';
  }
  if (tree.kind === 'unary' && NOT.has(tree.operator)) {
    const operand = constantResult(tree.operand, depth + 1);
    return operand === undefined ? undefined : !operand;
  }
  if (tree.kind !== 'binary') return undefined;
  const { operator, left, right } = tree;
  const isAnd = AND.has(operator);
  if (!isAnd && !OR.has(operator)) return compared(operator, left, right);
  const [one, other] = [constantResult(left, depth + 1), constantResult(right, depth + 1)];
  // One operand decides, or both are known.
  if (one === !isAnd || other === !isAnd || excludeEachOther(tree, isAnd)) return !isAnd;
  return one === isAnd && other === isAnd ? isAnd : undefined;
}
