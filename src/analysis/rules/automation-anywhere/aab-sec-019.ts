/** The address of a database has the password in it. */
import type { Expr } from '../../model/expr.ts';
import { isLive, literalOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { type BotSymbols, botSymbols, variablesIn } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { oraclePassword } from '../../patterns/secrets/connection-string.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { textsIn } from '../../semantics/texts.ts';
import { constantText } from '../../semantics/value.ts';
import { defineRule } from '../define-rule.ts';

const TYPE = /^Database\/connect/i;
const ADDRESS = /^connection(?:url|string)$/i;
/** Keyword at the start or behind a separator, with its value. */
const PASSWORD = /(?:^|[;?&\s{])(?:password|pwd)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^;&"'\s][^;&]*))/gi;

/** Text that ends where the password is filled in. */
const BEFORE_PASSWORD = /(?:^|[;?&\s{])(?:password|pwd)\s*=\s*["'{]?$/i;

const WHOLE_ADDRESS = /conn(?:ection)?[ _-]?str(?:ing)?/i;

/** Returns the first fixed password in a text. */
function passwordIn(text: string): string | undefined {
  for (const [, quoted, single, plain] of text.slice(0, 10_000).matchAll(PASSWORD)) {
    const password = (quoted ?? single ?? plain ?? '').trim();
    if (password !== '' && !isPlaceholder(password)) return password;
  }
  return oraclePassword(text);
}

/** Returns the readable variable behind `Password=`, under any name. */
function filledIn(pieces: readonly Expr[], symbols: BotSymbols): string | undefined {
  for (const [i, piece] of pieces.entries()) {
    const before = pieces[i - 1];
    if (before?.kind !== 'literal' || !BEFORE_PASSWORD.test(before.value)) continue;
    const name = variablesIn(piece)[0] ?? '';
    if (symbols.declared(name.toLowerCase())?.secure === false) return name;
  }
  return undefined;
}

/**
 * Returns whether a name is that of a whole address, perhaps without a password; `ConnectionStringPassword` is none.
 */
const isWholeAddress = (piece: Expr): boolean => {
  const name = piece.kind === 'index' ? (constantText(piece.args[0]!.value) ?? '') : variablesIn(piece)[0];
  return WHOLE_ADDRESS.test(name ?? '') && secretness((name ?? '').replace(WHOLE_ADDRESS, '')) === 'no';
};

function problemOf(activity: Activity, property: Property, symbols: BotSymbols): Problem | undefined {
  const tree = property.expression?.tree;
  const pieces = tree === undefined ? [] : piecesOf(tree);
  const texts = [literalOf(property) ?? '', ...(tree === undefined ? [] : textsIn(tree))];
  const password = texts.map(passwordIn).find((found) => found !== undefined);
  const named = symbols.secret(pieces.filter((piece) => !isWholeAddress(piece)));
  const secret = password === undefined ? (named ?? filledIn(pieces, symbols)) : undefined;
  // A command that is switched off hands no variable on.
  if (password === undefined && (secret === undefined || !isLive(activity))) return undefined;
  const what =
    password === undefined ? `contains the secret "${secret}"` : `contains the password ${mask(password)}`;
  return {
    at: property,
    message: `"${property.name}" of "${activity.name}" ${what}.`,
    subject: property.name,
  };
}

export const rule = defineRule('AAB-SEC-019', {
  level: 'workflow',
  *check(workflow) {
    // Disabled commands count too: their password in the file is readable.
    const connects = commandsOf(workflow, ({ type }) => TYPE.test(type));
    if (connects.length === 0) return;
    const symbols = botSymbols(workflow);
    for (const activity of connects) {
      for (const property of activity.properties) {
        if (!ADDRESS.test(property.name)) continue;
        const problem = problemOf(activity, property, symbols);
        if (problem !== undefined) yield problem;
      }
    }
  },
});
