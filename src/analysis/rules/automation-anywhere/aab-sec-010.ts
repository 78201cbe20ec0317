/** A bot joins the code that it runs from variables. */
import { isLive } from '../../model/navigate.ts';
import type { Property } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { type BotSymbols, botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { computedFileName } from '../../patterns/texts/file-name.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

/** Words in the names of settings without code: arguments, sessions, windows and time limits. */
const HARMLESS = /arg|param|session|window|frame|tab\b|timeout|wait|return|encoding|url/i;
const FILE = /file|path/i;
const CODE = /code|script|function|method|source|manual|dll|file|path/i;

/** Variables that decide what a setting runs. */
interface Deciding {
  readonly names: readonly string[];
  readonly severity?: 'medium';
  /** Effect of their values. */
  readonly effect: string;
}

/**
 * Returns the variables that decide which code runs. A file counts when its name is computed: a folder from the
 * configuration is how well-made bots avoid fixed paths.
 */
function deciding({ name, direction, expression }: Property, symbols: BotSymbols): Deciding | undefined {
  if (direction === 'out' || expression === undefined || expression.literal !== undefined) return undefined;
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (!CODE.test(last) || HARMLESS.test(last.replace(/script|java/gi, ''))) return undefined;
  const isFile = FILE.test(last);
  const pieces = piecesOf(expression.tree);
  const names = symbols.open(isFile ? computedFileName(pieces) : pieces);
  if (names.length === 0) return undefined;
  // What stands in the file is fixed: no value of a mail or a form becomes code.
  if (isFile) return { names, effect: 'the value chooses which script file runs', severity: 'medium' };
  if (/function|method/i.test(last)) return { names, effect: 'the value chooses which function runs' };
  return { names, effect: 'a quotation mark in the value ends the text, and the rest runs as code' };
}

export const rule = defineRule('AAB-SEC-010', {
  level: 'workflow',
  roles: ['script'],
  *check(workflow) {
    const scripts = commandsOf(workflow, ({ role }) => role === 'script').filter(isLive);
    if (scripts.length === 0) return;
    const symbols = botSymbols(workflow);
    for (const activity of scripts) {
      for (const property of activity.properties) {
        const found = deciding(property, symbols);
        if (found === undefined) continue;
        const list = found.names.map((name) => `"${name}"`).join(', ');
        yield {
          at: property,
          ...(found.severity && { severity: found.severity }),
          message: `"${property.name}" of "${activity.name}" is built from ${list}: ${found.effect}.`,
          subject: property.name,
        };
      }
    }
  },
});
