/** A bot writes variables into a script, and starts it. */
import { derived } from '../../model/interning/derived.ts';
import { isLive } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

const SCRIPT = /\.(?:bat|cmd|ps1|vbs|js|wsf|py)$/i;
/** Settings with the text that a command writes into a file. */
const CONTENT = /^(?:logContent|content|text|textContent|data)$/i;
const STARTS = new Set(['shell', 'script']);

/** Variables that hold the path of a script: by their default, or by a text that a command puts into them. */
const scriptKeys = derived(({ activities, variables }: Workflow): ReadonlySet<string> => {
  const keys = new Set<string>();
  for (const { key, default: initial } of variables)
    if (initial !== undefined && SCRIPT.test(initial.text.trim())) keys.add(key);
  for (const { properties } of activities) {
    if (!properties.some(({ direction, text }) => direction === 'in' && SCRIPT.test(text.trim()))) continue;
    for (const { direction, expression } of properties)
      if (direction === 'out') for (const key of expression?.mentions ?? []) keys.add(key);
  }
  return keys;
});

/** Returns the script that a command writes, as its path in the file. Real bots build the path in a variable first. */
function scriptOf(workflow: Workflow, { properties }: Activity): string | undefined {
  const isScript = ({ text, expression }: Property): boolean => {
    if (SCRIPT.test(text.trim())) return true;
    const last = expression === undefined ? undefined : piecesOf(expression.tree).at(-1);
    return last?.kind === 'reference' && scriptKeys(workflow).has(last.name.toLowerCase());
  };
  const path = properties.find((it) => it.direction === 'in' && /path$/i.test(it.name) && isScript(it));
  return path?.text.trim().toLowerCase();
}

/** Returns the setting with the content of a script, if variables are in it. */
function computedContent(workflow: Workflow, { properties }: Activity): Property | undefined {
  return properties.find(
    ({ name, direction, expression }) =>
      direction === 'in' &&
      CONTENT.test(name) &&
      expression !== undefined &&
      botSymbols(workflow).open(piecesOf(expression.tree)).length > 0,
  );
}

const isStart = ({ role, type }: Activity): boolean => STARTS.has(role) || type === 'File/openFile';

export const rule = defineRule('AAB-SEC-020', {
  level: 'workflow',
  roles: ['log', 'file'],
  *check(workflow) {
    const live = workflow.activities.filter(isLive);
    const started = new Set(
      live
        .filter(isStart)
        .flatMap(({ properties }) => properties.map(({ text }) => text.trim().toLowerCase())),
    );
    const reported = new Set<string>();
    for (const activity of live) {
      const script = isStart(activity) ? undefined : scriptOf(workflow, activity);
      if (script === undefined || !started.has(script) || reported.has(script)) continue;
      const content = computedContent(workflow, activity);
      if (content === undefined) continue;
      reported.add(script);
      const names = botSymbols(workflow).open(piecesOf(content.expression!.tree));
      yield {
        at: content,
        subject: content.name,
        message: `"${activity.name}" on line ${activity.editorLine} writes "${names[0]}" into a script that the bot starts.`,
      };
    }
  },
});
