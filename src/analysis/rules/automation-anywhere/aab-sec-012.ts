/** A bot joins a command line from variables. */
import type { Expr } from '../../model/expr.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { settledPieces } from '../../patterns/automation-anywhere/bot-settled.ts';
import { type BotSymbols, botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { computedFileName, fileNameOf } from '../../patterns/texts/file-name.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

/** Programs that run their parameters, and files that such programs run. */
const INTERPRETER =
  /^(?:cmd|powershell|pwsh|wscript|cscript|mshta|rundll32|bash|wsl|python\w*)(?:\.exe)?$|\.(?:bat|cmd|ps1|vbs|js|wsf|sh)$/;
/** Endings of programs and of files that start one. */
const PROGRAMS: ReadonlySet<string> = new Set(
  `exe com bat cmd ps1 psm1 vb vbs vbe js jse ws wsf wsh sh msi msp scr hta jar py pyw pif lnk cpl dll reg msc application
  appref-ms url inf rb pl`.split(/\s+/),
);
const ENDING = /\.([a-z][a-z\d-]{0,12})$/i;

/** Returns whether a path ends as one of a document does: what opens it is fixed. */
function isDocument(end: Expr | undefined): boolean {
  const ending = end?.kind === 'literal' ? ENDING.exec(end.value)?.[1] : undefined;
  return ending !== undefined && !PROGRAMS.has(ending.toLowerCase());
}

const ADDRESS = /^(?:file:\/\/)?https?:/i;
const TERMINAL = /^(?:ssh|terminal ?emulator)\/.*(?:execute|command|run)/i;
/** Settings of a terminal with the command to run. */
const COMMAND = /^(?:command|commandText|script|text)$/i;
const PARAMETERS = ['parameters', 'arguments', 'params'];

function problem(activity: Activity, property: Property, names: readonly string[], what: string): Problem {
  const list = names.map((name) => `"${name}"`).join(', ');
  return {
    at: property,
    message: `"${activity.name}" puts ${list} into ${what}.`,
    subject: 'command line',
  };
}

const nameOf = (piece: Expr): string =>
  piece.kind === 'literal' ? piece.value : piece.kind === 'reference' ? piece.name : '';

/** Returns the first weakness of one command: a command line with joined variables. */
function problemOf(workflow: Workflow, activity: Activity, symbols: BotSymbols): Problem | undefined {
  // A variable that is assigned just before stands for the assigned text.
  const settled = (property: Property | undefined): readonly Expr[] =>
    property?.expression === undefined ? [] : settledPieces(workflow, activity, property.expression.tree);
  const openIn = (property: Property | undefined): string[] => symbols.open(settled(property));
  if (TERMINAL.test(activity.type)) {
    for (const property of activity.properties) {
      const names = COMMAND.test(property.name) && property.direction === 'in' ? openIn(property) : [];
      if (names.length > 0 && piecesOf(property.expression!.tree).length > 1)
        return problem(activity, property, names, 'the command that the terminal runs');
    }
    return undefined;
  }
  const file = propertyOf(activity, 'filePath');
  if (file === undefined) return undefined;
  const pieces = settled(file);
  const last = computedFileName(pieces);
  const unknown = symbols.open(last);
  const [first] = pieces;
  if (unknown.length > 0 && isDocument(last.at(-1))) return undefined;
  if (first?.kind === 'literal' && ADDRESS.test(first.value)) return undefined;
  if (
    unknown.length > 0 &&
    last.some((piece) => piece.kind === 'literal' && /[^\\/]$/.test(piece.value) && piece.value !== 'file://')
  )
    return problem(activity, file, unknown, 'the name of the program');
  const path = symbols.fixed(file) ?? (unknown.length === 0 ? last.map(nameOf).join('') : '');
  if (!INTERPRETER.test(fileNameOf(path))) return undefined;
  for (const name of PARAMETERS) {
    const parameters = propertyOf(activity, name);
    const names = openIn(parameters);
    if (parameters !== undefined && names.length > 0)
      return problem(activity, parameters, names, `the command that "${fileNameOf(path)}" runs`);
  }
  return undefined;
}

export const rule = defineRule('AAB-SEC-012', {
  level: 'workflow',
  // A fixed command for an interpreter is not reported, although the catalogue lists it: nothing is joined there. Nor
  // are parameters of ordinary programs (a file to open, an address to show): nothing interprets them.
  *check(workflow) {
    const commands = commandsOf(workflow, ({ role, type }) => role === 'shell' || TERMINAL.test(type)).filter(
      isLive,
    );
    if (commands.length === 0) return;
    const symbols = botSymbols(workflow);
    for (const activity of commands) {
      const found = problemOf(workflow, activity, symbols);
      if (found !== undefined) yield found;
    }
  },
});
