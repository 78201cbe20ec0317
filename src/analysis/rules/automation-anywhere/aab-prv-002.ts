/** A log that gets a whole record, or data that laws protect. */
import type { Expr } from '../../model/expr.ts';
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { isPersonalName } from '../../patterns/texts/personal-name.ts';
import { piecesOf } from '../../semantics/joined.ts';

/** Types that hold several values under one name. */
const RECORDS = new Set(['RECORD', 'TABLE', 'DICTIONARY']);

/** Returns the variable, or the key of a record, that a piece of text takes its value from. */
function sourceOf(piece: Expr): { readonly name: string; readonly isWhole: boolean } | undefined {
  if (piece.kind === 'reference') return { name: piece.name, isWhole: true };
  const key = piece.kind === 'index' ? piece.args[0]?.value : undefined;
  return key?.kind === 'literal' ? { name: key.value, isWhole: false } : undefined;
}

const log = (content: string, type: string): string =>
  `"nodes": [ { "commandName": "logToFile", "packageName": "LogToFile", "attributes": [ { "name": "logContent", "value": { "type": "STRING", "expression": "${content}" } } ] } ],
"variables": [ { "name": "rCustomer", "type": "${type}", "input": false, "output": false } ]`;

export const rule = defineRule({
  id: 'AAB-PRV-002',
  version: 1,
  title: 'Whole record written to a log file',
  platforms: ['automation-anywhere'],
  category: 'data-privacy',
  severity: 'medium',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Log files stay on the device for years, are sent along with tickets, and are read by people who may not see the data of customers or colleagues.',
  fix: 'Log what identifies the case alone, such as the number of the order: `$rCustomer{Number}$` in place of `$rCustomer$`.',
  compliance: ['PIILOG'],
  dedupeGroup: 'pii-in-log',
  options: {},
  level: 'activity',
  roles: ['log'],
  *check(command, { workflow }) {
    const content = propertyOf(command, 'logContent');
    if (content?.expression === undefined) return;
    const symbols = botSymbols(workflow);
    for (const piece of piecesOf(content.expression.tree)) {
      const source = sourceOf(piece);
      if (source === undefined) continue;
      const type = source.isWhole ? symbols.declared(source.name.toLowerCase())?.type : undefined;
      const isRecord = RECORDS.has(type ?? '');
      if (!isRecord && !isPersonalName(source.name)) continue;
      const what = isRecord ? `the whole ${type!.toLowerCase()} "${source.name}"` : `"${source.name}"`;
      yield {
        at: content,
        subject: source.name,
        message: `"${command.name}" on line ${command.editorLine} writes ${what} to a log.`,
      };
    }
  },
  examples: {
    'automation-anywhere': {
      bad: [
        log('Failed: $rCustomer$', 'RECORD'),
        log('$rCustomer{PassportNumber}$ is wrong', 'RECORD'),
        log('Paid to $sIBAN$', 'RECORD'),
      ],
      good: [
        log('Failed: $rCustomer{Number}$', 'RECORD'),
        log('Failed: $rCustomer$', 'STRING'),
        // Near miss: it says whether, and not what.
        log('$rCustomer{PassportChecked}$', 'RECORD'),
      ],
    },
  },
});
