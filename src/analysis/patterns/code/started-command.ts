/** Command lines that Visual Basic or C# joins from texts and data before it starts a program. */
import type { Expr, Invocation } from '../../model/expr.ts';
import { calledName, lastName } from '../../semantics/callee.ts';
import { joinsIn } from '../../semantics/joined.ts';
import { textsIn } from '../../semantics/texts.ts';
import { walk } from '../../semantics/visit.ts';
import { type DataReading, dataIn, firstDataIn } from './joined-data.ts';
import { isQuoted, openPlaces, SHELLS } from './quoted-piece.ts';

/** Names of fixed texts, and functions that make a value harmless. */
const FIXED = new Set(
  'vbcrlf vblf vbtab vbnewline environment newline chr chrw cint clng len now controlchars'.split(' '),
);
const READING: DataReading = {
  dataOf: (name, isCalled) => (isCalled || FIXED.has(name.toLowerCase()) ? undefined : name),
  harmless: FIXED,
};
/** Reading of the arguments of a program that is no shell: a value between quotation marks stays one argument. */
const QUOTED_READING: DataReading = { ...READING, isProtected: isQuoted };

const NONE: ReadonlySet<Expr> = new Set();

const hasText = (tree: Expr): boolean => textsIn(tree).next().done !== true;

/** Returns all nodes of the values that `Format` puts between quotation marks. */
function quotedValues(parts: readonly Expr[]): ReadonlySet<Expr> {
  const quoted = new Set<Expr>();
  for (const part of parts)
    for (const node of walk(part)) {
      if (node.kind !== 'call' || calledName(node) !== 'format') continue;
      const [template, ...values] = node.args.map(({ value }) => value);
      if (template?.kind !== 'literal') continue;
      const open = openPlaces(template.value);
      for (const [place, value] of values.entries())
        if (!open.has(place) && !quoted.has(value)) for (const inner of walk(value)) quoted.add(inner);
    }
  return quoted;
}

/** Returns the first data that are joined to a text, or fill the places of one. */
function joinedData(parts: readonly Expr[], reading: DataReading): string | undefined {
  if (!parts.some(hasText)) return undefined;
  const quoted = reading.isProtected === undefined ? NONE : quotedValues(parts);
  for (const part of parts) {
    for (const join of joinsIn(part)) {
      if (quoted.has(join)) continue;
      const data = dataIn(join, reading);
      if (data !== undefined) return data;
    }
    for (const node of walk(part)) {
      if (node.kind !== 'call' || !/^(?:format|concat)$/.test(calledName(node))) continue;
      const [first, ...values] = node.args.map(({ value }) => value);
      const filling = values.filter((value) => !quoted.has(value));
      const data = first?.kind === 'literal' ? firstDataIn(filling, reading) : undefined;
      if (data !== undefined) return data;
    }
  }
  return undefined;
}

/** Returns whether a call starts a program, or describes one to start. */
function startsProgram(call: Invocation, hasScriptShell: boolean): boolean {
  const name = calledName(call);
  if (name === 'shell' || name === 'processstartinfo') return true;
  const object = call.kind === 'call' && call.callee.kind === 'member' ? call.callee.object : null;
  if (object === null) return false;
  return name === 'start' ? lastName(object)?.toLowerCase() === 'process' : name === 'run' && hasScriptShell;
}

/** Yields the parts of each command line. */
function* commandLines(tree: Expr): Generator<readonly Expr[]> {
  let hasScriptShell = false;
  for (const text of textsIn(tree)) hasScriptShell ||= /^wscript\.shell$/i.test(text);
  for (const node of walk(tree)) {
    if ((node.kind === 'call' || node.kind === 'new') && startsProgram(node, hasScriptShell))
      yield node.args.map(({ value }) => value);
    if (node.kind === 'new')
      for (const { name, value } of node.members) if (name?.toLowerCase() === 'arguments') yield [value];
    if (node.kind === 'binary' && node.operator === '=' && node.left.kind === 'member')
      if (node.left.name.toLowerCase() === 'arguments') yield [node.right];
  }
}

/** Returns the data in each name that is assigned a joined text, by lower-case name. */
function joinedNames(tree: Expr, reading: DataReading): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const node of walk(tree)) {
    if (node.kind !== 'binary' || node.operator !== '=' || node.left.kind !== 'reference') continue;
    const data = joinedData([node.right], reading);
    if (data !== undefined) found.set(node.left.name.toLowerCase(), data);
  }
  return found;
}

/** Returns the data joined into the command line of `Process.Start`, `Shell` or a `ProcessStartInfo`. */
export function dataInCommand(tree: Expr): string | undefined {
  let reading = QUOTED_READING;
  for (const text of textsIn(tree)) if (SHELLS.test(text)) reading = READING;
  let names: ReadonlyMap<string, string> | undefined;
  for (const parts of commandLines(tree)) {
    const data = joinedData(parts, reading);
    if (data !== undefined) return data;
    names ??= joinedNames(tree, reading);
    const quoted = reading.isProtected === undefined ? NONE : quotedValues(parts);
    for (const part of parts)
      for (const node of walk(part)) {
        const handedOver =
          node.kind === 'reference' && !quoted.has(node) ? names.get(node.name.toLowerCase()) : undefined;
        if (handedOver !== undefined) return handedOver;
      }
  }
  return undefined;
}
