/** A log that gets a whole record, or data that laws protect. */
import type { Expr } from '../../model/expr.ts';
import { propertyOf } from '../../model/navigate.ts';
import { botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { isPersonalName } from '../../patterns/texts/personal-name.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

/** Types that hold several values under one name. */
const RECORDS = new Set(['RECORD', 'TABLE', 'DICTIONARY']);

/** Returns the variable, or the key of a record, that a piece of text takes its value from. */
function sourceOf(piece: Expr): { readonly name: string; readonly isWhole: boolean } | undefined {
  if (piece.kind === 'reference') return { name: piece.name, isWhole: true };
  const key = piece.kind === 'index' ? piece.args[0]?.value : undefined;
  return key?.kind === 'literal' ? { name: key.value, isWhole: false } : undefined;
}

export const rule = defineRule('AAB-PRV-002', {
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
});
