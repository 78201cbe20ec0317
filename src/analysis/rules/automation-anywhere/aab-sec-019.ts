/** The address of a database has the password in it. */
import type { Expr } from '../../model/expr.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
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
  if (password === undefined && secret === undefined) return undefined;
  const what =
    password === undefined ? `takes in the secret "${secret}"` : `has the password ${mask(password)} in it`;
  return {
    at: property,
    message: `"${property.name}" of "${activity.name}" ${what}.`,
    subject: property.name,
  };
}

export const rule = defineRule({
  id: 'AAB-SEC-019',
  version: 2,
  title: 'Connection string carries a password',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who can open or export the bot, or reads an error message that quotes the connection, has the password of the database.',
  fix: 'Take the password out of the text: use the user name and password fields of "Database: Connect" with a credential, or keep the whole connection string in a locker and choose "Credential" for it. Then change the password, because the old one is known.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {},
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
  examples: {
    'automation-anywhere': {
      bad: [
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURL", "value": { "type": "STRING",
    "string": "Provider=SQLOLEDB.1;Server=db1;Database=Orders;User ID=bot;Password=Nordwind-71;" } } ] }`,
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionString", "value": { "type": "STRING",
    "expression": "Server=$iServer$;Database=Orders;UID=bot;PWD=Nordwind-71" } } ] }`,
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURL", "value": { "type": "STRING",
    "expression": "jdbc:sqlserver://db1;user=bot;password=$sDbPassword$" } } ] }`,
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURL", "value": { "type": "STRING", "string": "jdbc:oracle:thin:bot/Nordwind-71@db1:1521:orcl" } } ] }`,
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURL", "value": { "type": "STRING", "expression": "$sConnectionString$;$dConnectionString{Password}$" } } ] }`,
        `"nodes": [ { "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURL", "value": { "type": "STRING", "expression": "Server=db1;UID=$sUser$;PWD=$sLogin$;" } } ] } ],
"variables": [ { "name": "sUser", "type": "STRING" }, { "name": "sLogin", "type": "STRING" } ]`,
      ],
      good: [
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURLCV", "value": { "type": "CREDENTIAL",
    "credential": { "name": "Orders", "lockerName": "Finance", "attributeName": "Connection" } } } ] }`,
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURL", "value": { "type": "STRING",
    "string": "Server=db1;Database=Orders;Integrated Security=SSPI" } } ] }`,
        `"nodes": [ { "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURL", "value": { "type": "STRING", "expression": "Server=$sServer$;UID=bot;PWD=$cLogin$;" } } ] } ],
"variables": [ { "name": "cLogin", "type": "CREDENTIAL" }, { "name": "sServer", "type": "STRING" } ]`,
        // The address comes from outside, and may use the account of Windows.
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURL", "value": { "type": "STRING", "expression": "$vOracleConnectionString$" } } ] }`,
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURL", "value": { "type": "STRING", "expression": "$dConfig{ConnStr}$" } } ] }`,
        // Near misses: no value behind the keyword, and a keyword that only ends like it.
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURL", "value": { "type": "STRING",
    "string": "Server=db1;Database=Orders;Password=;ForgotPassword=on;User ID=bot" } } ] }`,
      ],
    },
  },
});
