/** Data that become part of a text in Visual Basic or C#, such as a statement or a command line. */
import type { CallExpr, Expr } from '../../model/expr.ts';
import { calledName, lastName } from '../../semantics/callee.ts';
import { HARMLESS_CAST } from '../../semantics/data-flow/harmless-cast.ts';
import { piecesOf } from '../../semantics/joined.ts';

/** Names that are data, and calls that make data harmless. */
export interface DataReading {
  /** Returns the name of a variable that can hold any text; undefined for others. */
  dataOf(name: string, isCalled: boolean): string | undefined;
  /** Functions with a harmless result for any arguments, in lower case. */
  readonly harmless: ReadonlySet<string>;
  /** Returns whether a call makes its object harmless: `name.Replace("'", "''")`. */
  escapes?(call: Call): boolean;
  /** Returns whether what stands beside a piece protects it: `"""" & path & """"`. */
  isProtected?(pieces: readonly Expr[], at: number): boolean;
  /** Returns whether values that `Replace` puts into a text count as joined, however they are escaped. */
  isTemplate?(text: Expr): boolean;
}
type Call = Expr & CallExpr;

/** Members that are numbers. */
const NUMBERS = /^(?:length|count)$/i;
/** Operators that choose one of their sides. */
const CHOICES = /^(?:if|\?\?)$/;

/** Returns the first data that become part of a text. */
export function dataIn(tree: Expr, reading: DataReading): string | undefined {
  const pieces = piecesOf(tree);
  for (const [at, piece] of pieces.entries()) {
    const found = reading.isProtected?.(pieces, at) ? undefined : dataInPiece(piece, reading);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the first data that become part of one of several texts. */
export function firstDataIn(parts: readonly Expr[], reading: DataReading): string | undefined {
  for (const part of parts) {
    const found = dataIn(part, reading);
    if (found !== undefined) return found;
  }
  return undefined;
}

function dataInPiece(piece: Expr, reading: DataReading): string | undefined {
  switch (piece.kind) {
    case 'reference':
      return reading.dataOf(piece.name, false);
    case 'member':
    case 'index':
    case 'call':
      return dataInChain(piece, reading);
    case 'conditional':
      return firstDataIn([piece.whenTrue, piece.whenFalse], reading);
    case 'binary':
      return CHOICES.test(piece.operator) ? firstDataIn([piece.left, piece.right], reading) : undefined;
    case 'unary':
      return piece.operator === 'cast' && !HARMLESS_CAST.test(piece.type ?? '')
        ? dataIn(piece.operand, reading)
        : undefined;
    case 'list':
      return firstDataIn(piece.items, reading);
    case 'new':
      return firstDataIn(
        [...piece.args, ...piece.members].map(({ value }) => value),
        reading,
      );
    case 'unparsed':
      return firstDataIn(piece.parts ?? [], reading);
    default:
      return undefined;
  }
}

/** Looks through `base.Name(args)(args).Name`, from the base on. */
function dataInChain(chain: Expr, reading: DataReading): string | undefined {
  const calls: Call[] = [];
  let base: Expr | null = chain;
  let isCalled = false;
  while (base?.kind === 'call' || base?.kind === 'member' || base?.kind === 'index') {
    isCalled = base.kind === 'call' && base.callee.kind !== 'member' && !readsEntry(base, reading);
    if (base.kind === 'member') base = NUMBERS.test(base.name) ? null : base.object;
    else if (base.kind === 'index') base = base.object;
    else if (reading.escapes?.(base) || isConverted(base, reading)) base = null;
    else {
      calls.push(base);
      base = base.callee.kind === 'member' ? base.callee.object : base.callee;
    }
  }
  const inBase = base === null ? undefined : baseData(base, isCalled, reading);
  if (inBase !== undefined) return inBase;
  const isTemplate = base !== null && reading.isTemplate?.(base) === true;
  for (const call of calls.reverse()) {
    const name = calledName(call);
    const isFilling = isTemplate && name === 'replace';
    const values = call.args.map(({ value }) => value);
    const found = reading.harmless.has(name) && !isFilling ? undefined : firstDataIn(values, reading);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Matches `id.ToInt32()` and `Integer.Parse(id)`, whose results are harmless; `Replace` may change anything. */
const isConverted = (call: Call, { harmless }: DataReading): boolean =>
  call.callee.kind === 'member' && calledName(call) !== 'replace' && harmless.has(calledName(call));

/** Matches `row("Name")`, which reads data and calls nothing. */
const readsEntry = ({ args, callee }: Call, { harmless }: DataReading): boolean =>
  args.length === 1 &&
  args[0]!.value.kind === 'literal' &&
  args[0]!.value.type === 'text' &&
  !harmless.has(lastName(callee)?.toLowerCase() ?? '');

const baseData = (base: Expr, isCalled: boolean, reading: DataReading): string | undefined =>
  base.kind === 'reference' ? reading.dataOf(base.name, isCalled) : dataIn(base, reading);
