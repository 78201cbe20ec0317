/** Finds programs that are started with a command line joined from texts and data items. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { calculationTarget, itemName, itemsIn } from '../../patterns/blue-prism/data-items.ts';
import { harmlessItems } from '../../patterns/blue-prism/harmless-items.ts';
import { codeWith, treeCode } from '../../patterns/blue-prism/stage-code.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { isQuoted, SHELLS } from '../../patterns/code/quoted-piece.ts';
import { dataInCommand } from '../../patterns/code/started-command.ts';
import { joinsText, piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

const STARTS_PROGRAM =
  /^(?:start|run) (?:process|program|command)\b|^execute command\b|^run (?:cmd|powershell)\b/i;
/** Objects whose every action of such a name runs its input. */
const SHELL_OBJECT = /\bpowershell\b|\bcommand ?(?:line|prompt)\b|\bcmd\b/i;

/** Words of code that starts a program with arguments: a cheap check before the tree, which has no comments. */
const STARTS_IN_CODE =
  /\b(?:Shell|ProcessStartInfo|Start)\s*(?:\((?!\s*\))|['/#])|[\n.{,][ \t]{0,40}Arguments\s*[=/'#]|\bWScript\.Shell\b/i;

/** Matches actions of "Utility - Environment", of copies of it under other names, and of objects for command lines. */
function startsProgram(activity: Activity): boolean {
  if (activity.role === 'shell') return true;
  const object = propertyOf(activity, 'resource.object')?.text ?? '';
  const action = propertyOf(activity, 'resource.action')?.text ?? '';
  if (SHELL_OBJECT.test(object) && /^(?:run|execute|start|invoke)\b/i.test(action)) return true;
  return /environment|command|powershell/i.test(object) && STARTS_PROGRAM.test(action);
}

/**
 * Returns the name of the data item that an input joins to a fixed text.
 * @param isShell whether quotation marks around the item protect nothing
 */
function joinedItem(workflow: Workflow, { expression }: Property, isShell: boolean): string | undefined {
  if (expression === undefined || !joinsText(expression.tree)) return undefined;
  const harmless = harmlessItems(workflow);
  const pieces = piecesOf(expression.tree).filter((_, at, all) => isShell || !isQuoted(all, at));
  const items = pieces.flatMap((piece) => [...itemsIn(piece)]);
  return items.find((name) => !harmless.has(name.trim().toLowerCase()));
}

/** Returns whether a stage runs its input as commands. */
function runsShell(activity: Activity): boolean {
  const object = propertyOf(activity, 'resource.object')?.text ?? '';
  return (
    SHELL_OBJECT.test(object) || activity.properties.some((input) => SHELLS.test(literalOf(input) ?? ''))
  );
}

/** Calculation that joins a command line, with the data item in it. */
interface Joined {
  readonly at: Property;
  readonly item: string;
}

/** Maps data items to the calculation that gives them a joined text. */
function joinedInCalculations(workflow: Workflow): ReadonlyMap<string, Joined> {
  const found = new Map<string, Joined>();
  for (const { role, properties } of workflow.activities) {
    if (role !== 'assign') continue;
    for (const at of properties) {
      const item = at.name.endsWith('expression') ? joinedItem(workflow, at, false) : undefined;
      if (item === undefined) continue;
      const taker = calculationTarget(properties, at);
      if (taker !== undefined) found.set(taker.trim().toLowerCase(), { at, item });
    }
  }
  return found;
}

function* inActions(workflow: Workflow): Generator<Problem> {
  let calculated: ReadonlyMap<string, Joined> | undefined;
  for (const activity of stagesOf(workflow, 'Action')) {
    if (!isLive(activity) || !startsProgram(activity)) continue;
    const isShell = runsShell(activity);
    for (const input of activity.properties) {
      if (!input.name.startsWith('inputs.')) continue;
      const name = input.name.slice('inputs.'.length);
      const item = joinedItem(workflow, input, isShell);
      const only = itemName(input.expression?.tree);
      if (only !== undefined) {
        calculated ??= joinedInCalculations(workflow);
        const joined = calculated.get(only.trim().toLowerCase());
        if (joined === undefined) continue;
        const message = `The data item "${joined.item}" is joined here into the input "${name}" of a program that "${activity.name}" starts.`;
        yield { at: joined.at, message };
      }
      if (item === undefined) continue;
      const message = `"${activity.name}" joins the data item "${item}" into the input "${name}" of a program that it starts.`;
      yield { at: input, message };
    }
  }
}

export const rule = defineRule('BPR-SEC-009', {
  level: 'workflow',
  words: ['environment', 'command', 'powershell', 'shell', 'process'],
  *check(workflow) {
    yield* inActions(workflow);
    for (const part of codeWith(workflow, STARTS_IN_CODE)) {
      const code = treeCode(part);
      const variable = code && dataInCommand(code.tree);
      if (variable === undefined) continue;
      yield { at: part.at, message: `${part.title} joins "${variable}" into the command line of a program.` };
    }
  },
});
