/** The address of a database has the password in it. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { commandsOf } from '../patterns/bot-commands.ts';
import { type BotSymbols, botSymbols } from '../patterns/bot-symbols.ts';
import { mask } from '../patterns/mask.ts';
import { isPlaceholder } from '../patterns/placeholder.ts';

const TYPE = /^Database\/connect/i;
const ADDRESS = /^connection(?:url|string)$/i;
/** A keyword, at the start or behind a separator, and what it is set to. */
const PASSWORD = /(?:^|[;?&\s{])(?:password|pwd)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^;&"'\s][^;&]*))/gi;

/** The first password that a text sets to something fixed. */
function passwordIn(text: string): string | undefined {
  for (const [, quoted, single, plain] of text.slice(0, 10_000).matchAll(PASSWORD)) {
    const password = (quoted ?? single ?? plain ?? '').trim();
    if (password !== '' && !isPlaceholder(password)) return password;
  }
  return undefined;
}

function problemOf(activity: Activity, property: Property, symbols: BotSymbols): Problem | undefined {
  const tokens = property.expression?.tokens ?? [];
  const texts = [
    literalOf(property) ?? '',
    ...tokens.flatMap(({ kind, text }) => (kind === 'string' ? text : [])),
  ];
  const password = texts.map(passwordIn).find((found) => found !== undefined);
  const secret = password === undefined ? symbols.secret(tokens) : undefined;
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
  version: 1,
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
    // Switched off or not: a password in the file is one that can be read.
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
      ],
      good: [
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURLCV", "value": { "type": "CREDENTIAL",
    "credential": { "name": "Orders", "lockerName": "Finance", "attributeName": "Connection" } } } ] }`,
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURL", "value": { "type": "STRING",
    "string": "Server=db1;Database=Orders;Integrated Security=SSPI" } } ] }`,
        // Near misses: no value behind the keyword, and a keyword that only ends like it.
        `{ "commandName": "connect", "packageName": "Database", "attributes": [
  { "name": "connectionURL", "value": { "type": "STRING",
    "string": "Server=db1;Database=Orders;Password=;ForgotPassword=on;User ID=bot" } } ] }`,
      ],
    },
  },
});
