/** The session log of Blue Prism: which stages write the values of data items into it. */
import { derived } from '../../model/interning/derived.ts';
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Variable, Workflow } from '../../model/workflow.ts';
import { mentionedSymbols, symbolTable } from '../../semantics/symbols.ts';

/** Stages that log their inputs and outputs. Start and End log the parameters of their page. */
const LOGGING = new Set([
  'Start',
  'End',
  'Action',
  'Calculation',
  'MultipleCalculation',
  'Write',
  'SubSheet',
  'Process',
  'Code',
]);

/**
 * Returns whether a stage that can run writes its values into the session log.
 * @param errorsOnly whether stages that log only their failures count as silent
 */
export function logsValues(activity: Activity, errorsOnly: boolean): boolean {
  if (!LOGGING.has(activity.type) || !activity.reachable) return false;
  const inhibited = propertyOf(activity, 'loginhibit')?.text;
  return inhibited === undefined || (inhibited === 'onsuccess' && errorsOnly);
}

/** Returns the symbols that stages log when they succeed, as their owners and keys. */
const loggedSymbols = derived((workflow: Workflow): ReadonlySet<string> => {
  const table = symbolTable(workflow);
  const logged = new Set<string>();
  for (const activity of workflow.activities)
    if (logsValues(activity, false))
      for (const { expression } of activity.properties)
        for (const { owner, key } of expression === undefined
          ? []
          : mentionedSymbols(workflow, table, expression))
          logged.add(`${owner} ${key}`);
  return logged;
});

/** Returns whether some stage logs a data item when it succeeds; with a collection it logs each field. */
export function isLogged(workflow: Workflow, { owner, key }: Variable): boolean {
  const logged = loggedSymbols(workflow);
  const dot = key.lastIndexOf('.');
  return logged.has(`${owner} ${key}`) || (dot !== -1 && logged.has(`${owner} ${key.slice(0, dot)}`));
}
