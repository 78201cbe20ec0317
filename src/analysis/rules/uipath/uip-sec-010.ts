/** A Windows credential that arrives as plain text. */
import { propertyOf } from '../../model/navigate.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-SEC-010', {
  level: 'activity',
  types: ['GetCredential', 'GetPassword'],
  *check(activity, { workflow }) {
    const output = propertyOf(activity, activity.type === 'GetPassword' ? 'Result' : 'Password');
    const [key] = output?.expression?.mentions ?? [];
    if (output === undefined || key === undefined) return;
    const symbol = resolveSymbol(workflow, symbolTable(workflow), key, activity.index);
    if (symbol?.type !== 'String') return;
    const message = `"${activity.name}" puts a password into "${symbol.name}", a text that anyone can read.`;
    yield { at: output, subject: output.name, message };
  },
});
