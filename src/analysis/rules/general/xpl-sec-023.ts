/** Finds steps that remove logs, queue items or the history of runs. */
import type { Expr } from '../../model/expr.ts';
import { ancestorsOf, literalOf } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { ARGUMENTS, programOf } from '../../patterns/code/command-line.ts';
import { isLogPath, LOG_REMOVAL_WORDS, removesLogs } from '../../patterns/code/log-removal.ts';
import { operationOf, runsCode } from '../../patterns/operation.ts';
import { compactScript } from '../../patterns/scripts/script-tokens.ts';
import { isCode } from '../../semantics/assigned.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { statementsIn } from '../../semantics/statements.ts';
import { literalText } from '../../semantics/texts.ts';
import { defineRule } from '../define-rule.ts';

const DELETION = /delete|remove|erase/i;
/** Operations that take items out of a queue; A360 and Power Automate use the same names. */
const QUEUE_DELETION = /delete ?_?(?:processed ?|work ?)?(?:queue ?)?items?/i;
/** Tables in which Dataverse stores the history of runs and the audit of users. */
const HISTORY_TABLE =
  /^(?:flowruns?|flowsessions?|flowlogs?|workflowlogs?|audits?|plugintracelogs?|processsessions?)$/i;

/** Returns the fixed text at the end of a path: all of a literal, its last joined part, or that of a call's arguments. */
function endOf({ expression, text }: Property): string {
  let last = expression?.tree;
  if (last === undefined) return text;
  // `Path.Combine(folder, "run.log")` ends with its last argument.
  for (let inner: Expr | undefined = last; inner !== undefined; ) {
    last = piecesOf(inner).at(-1) ?? inner;
    inner = last.kind === 'call' ? last.args.at(-1)?.value : undefined;
  }
  return literalText(last) ?? '';
}

/** Returns code without its comments; a command line stays as it is. */
function withoutComments({ role }: Activity, { text, expression }: Property): string {
  if (expression !== undefined && isCode(expression))
    return Array.from(statementsIn(expression.tree), ({ start, end }) => text.slice(start, end)).join('\n');
  return role === 'script' && expression === undefined ? compactScript(text) : text;
}

/** Characters of a program, more than a removal that begins in it and ends in its arguments can have. */
const REMOVAL_MAX = 1_000;

/**
 * Returns a check whether arguments of an activity's program remove logs. It reads the program once, however many
 * arguments there are.
 */
function argumentCheck(activity: Activity): (args: string) => boolean {
  let program: string | undefined | null = null;
  let removesByItself = false;
  return (args) => {
    if (program === null) {
      program = programOf(activity);
      removesByItself = program !== undefined && removesLogs(program);
    }
    if (program === undefined) return false;
    return removesByItself || removesLogs(`${program.slice(-REMOVAL_MAX)} ${args}`);
  };
}

/** Returns the removed thing with the setting that shows it, or undefined. */
function removal(
  activity: Activity,
): { readonly at: Property | Activity; readonly what: string } | undefined {
  const operation = operationOf(activity);
  const deletes = DELETION.test(operation);
  if (activity.role === 'queue' && QUEUE_DELETION.test(operation))
    return { at: activity, what: 'items from a queue, and with them the record of their outcomes' };
  if (!deletes && !runsCode(activity)) return undefined;
  const removesWith = argumentCheck(activity);
  for (const property of activity.properties) {
    if (property.direction === 'out') continue;
    const isTable = deletes && /(?:^|\.)entityName$/.test(property.name);
    if (isTable && HISTORY_TABLE.test(literalOf(property) ?? ''))
      return { at: property, what: `records of the table "${literalOf(property)}"` };
    if (activity.role === 'file' && deletes && isLogPath(endOf(property)))
      return { at: property, what: 'logs' };
    if (!runsCode(activity)) continue;
    const isLine = ARGUMENTS.test(property.name) && removesWith(literalOf(property) ?? property.text);
    if (isLine || (removesLogs(property.text) && removesLogs(withoutComments(activity, property))))
      return { at: property, what: 'logs' };
  }
  return undefined;
}

/** Words of a deletion by age: a retention period, the date of a file, a number of days. */
const BY_AGE =
  /retention|expir|\bolder\b|\bpurge|add(?:days|months|hours)|lastwritetime|creationtime|createdon|datediff|(?:keep|max|age|old)_?(?:in)?_?days|days_?to_?keep|maxage|\b(?:forfiles|mtime)\b/i;
/** Steps around a deletion that are looked at; the condition stands near. */
const AROUND_MAX = 20;

const saysAge = ({ name, properties }: Activity): boolean =>
  BY_AGE.test(name) || properties.some(({ text }) => BY_AGE.test(text.slice(0, 2_000)));

/** Returns whether a step removes what has become too old: its own settings, or a step around it, speak of age. */
function isRetention(workflow: Workflow, activity: Activity): boolean {
  if (saysAge(activity)) return true;
  let count = 0;
  for (const around of ancestorsOf(workflow, activity)) {
    if (saysAge(around)) return true;
    count += 1;
    if (count === AROUND_MAX) return false;
  }
  return false;
}

/** Returns whether a step is part of a business object, whose pages delete for the processes that call them. */
const isService = ({ kind }: Workflow, { role }: Activity): boolean =>
  kind === 'blue-prism-object' && role === 'queue';

export const rule = defineRule('XPL-SEC-023', {
  level: 'activity',
  // In the operation, or in the code.
  words: ['delete', 'remove', 'erase', ...LOG_REMOVAL_WORDS],
  *check(activity, { workflow }) {
    const found = removal(activity);
    if (found === undefined) return;
    const problem = { at: found.at, message: `"${activity.name}" deletes ${found.what}.` };
    const isMild = isService(workflow, activity) || isRetention(workflow, activity);
    yield isMild ? { ...problem, severity: 'medium' } : problem;
  },
});
