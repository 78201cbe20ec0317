/** A secret that a log line shows. */
import type { Expr } from '../../model/expr.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { accessedName } from '../../patterns/secrets/secret-read.ts';
import { calledName } from '../../semantics/callee.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { looksSecret } from '../../semantics/secretness/possible-secret.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

/** Settings with the text of a line. */
const TEXT = /^(?:message|text)$/i;
/** Calls that leave a text as it is, but for its ends and case. */
const KEEPS = /^(?:tostring|trim|trimstart|trimend|toupper|tolower)$/;

/** Returns the values that a text shows: the pieces it joins, the arguments of a format, without `.ToString`. */
function shownIn(tree: Expr): readonly Expr[] {
  const shown: Expr[] = [];
  const open: Expr[] = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const pieces = piecesOf(next);
    if (pieces.length > 1 || pieces[0] !== next) open.push(...pieces);
    else if (next.kind === 'call' && calledName(next) === 'format')
      open.push(...next.args.map(({ value }) => value));
    else if (
      next.kind === 'call' &&
      next.callee.kind === 'member' &&
      KEEPS.test(calledName(next)) &&
      next.callee.object
    )
      open.push(next.callee.object);
    else if (next.kind === 'member' && KEEPS.test(next.name.toLowerCase()) && next.object)
      open.push(next.object);
    else shown.push(next);
  }
  return shown;
}

/** Calls that look a value up by its name. */
const LOOKS_UP = /^(?:item$|get|in_|out_|io_|dict)|(?:config|settings|assets?|dict|dictionary|row)$/;

/** Returns whether the text that an unknown function gets may be the secret itself, and no name of one: `Decrypt("Summer2026")`. */
const isOwnSecret = (value: Expr, name: string): boolean =>
  value.kind === 'call' && !LOOKS_UP.test(calledName(value)) && looksSecret(name);

export const rule = defineRule('UIP-SEC-026', {
  level: 'expression',
  *check(expression, { workflow }) {
    const step = workflow.activities[expression.owner];
    if (step?.role !== 'log' || !TEXT.test(expression.name)) return;
    for (const value of shownIn(expression.tree)) {
      const name = accessedName(value);
      if (name === undefined || !reaches(secretness(name), 'certain')) continue;
      const key = expression.language === 'csharp' ? name : name.toLowerCase();
      // Of a SecureString a line shows the name of its type.
      if (resolveSymbol(workflow, symbolTable(workflow), key, expression.owner)?.secure) continue;
      const shown = isOwnSecret(value, name) ? mask(name) : name;
      yield { at: expression, subject: shown, message: `"${step.name}" writes "${shown}" to the log.` };
      return;
    }
  },
});
