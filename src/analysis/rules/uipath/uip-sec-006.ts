/** A secret variable or argument has a type that does not protect it. */

import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Variable } from '../../model/workflow.ts';
import { usedSymbols } from '../../patterns/used-symbols.ts';
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';

const PLAIN_TYPES = new Set(['String', 'Object', 'GenericValue']);

/** Tokens of programming interfaces: they come as text, go into a header as text, and expire. */
const TOKEN = /token|bearer|jwt/i;
const LASTING = /pass|pwd|secret|credential/i;

/**
 * Returns whether a symbol is declared, and not the item of a loop.
 * The item holds a part of a secret for a moment; the symbol that the loop goes over counts.
 */
function isDeclared({ modifiers = [] }: Variable): boolean {
  return !modifiers.some((modifier) => modifier.startsWith('Delegate'));
}

export const rule = defineRule({
  id: 'UIP-SEC-006',
  version: 3,
  title: 'Secret kept in a String (or Object) symbol',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'A text is readable in memory and in crash dumps, and shows in every log message, screenshot of the Locals panel and exception that it gets into.',
  fix: 'Change the type to System.Security.SecureString in the Variables or Arguments panel, fill it from the Password output of "Get Credential", and bind it to the secure property of the activities that use it ("Secure text", "Secure password"). Where an activity takes a token only as text, turn it into text there and nowhere else: New System.Net.NetworkCredential("", secToken).Password.',
  compliance: ['PLAINCRED'],
  controls: ['CWE-256'],
  dedupeGroup: 'plain-credential',
  options: {},
  level: 'workflow',
  words: SECRET_NAME_PARTS,
  *check(workflow) {
    const symbols = [...workflow.arguments, ...workflow.variables].filter(
      (symbol) =>
        PLAIN_TYPES.has(symbol.type) &&
        symbol.enabled &&
        isDeclared(symbol) &&
        reaches(secretness(symbol.name), 'likely'),
    );
    if (symbols.length === 0) return;
    const used = usedSymbols(workflow);
    for (const symbol of symbols) {
      // A default that is the secret itself is worse, and UIP-SEC-002 reports it.
      if (!used.has(symbol) || !isPlaceholder(literalOf(symbol.default) ?? '')) continue;
      const isToken = TOKEN.test(symbol.name) && !LASTING.test(symbol.name);
      yield {
        at: symbol,
        ...(isToken ? { severity: 'medium' as const } : {}),
        message: `${'direction' in symbol ? 'Argument' : 'Variable'} "${symbol.name}" keeps a secret in the type ${symbol.type}.`,
        subject: symbol.name,
      };
    }
  },
  examples: {
    uipath: {
      bad: [
        `<x:Property Name="in_ApiToken" Type="InArgument(x:String)" />
<ui:JiraApplicationScope ApiToken="[in_ApiToken]" />`,
        `<Variable x:TypeArguments="x:Object" Name="dbPassword" Default="" />
<Assign><Assign.To><OutArgument x:TypeArguments="x:Object">[dbPassword]</OutArgument></Assign.To>
<Assign.Value><InArgument x:TypeArguments="x:Object">[Config("Key2")]</InArgument></Assign.Value></Assign>`,
        `<Variable x:TypeArguments="x:String" Name="secreto" /><ui:Office365ApplicationScope ApplicationSecret="[secreto]" />`,
        `<Variable x:TypeArguments="ui:GenericValue" Name="userPass" /><ui:TypeInto Text="[userPass.ToString]" />`,
      ],
      good: [
        `<Variable x:TypeArguments="ss:SecureString" Name="dbPassword" />
<ui:GetRobotCredential AssetName="Erp" Password="[dbPassword]" />`,
        '<Variable x:TypeArguments="x:String" Name="dbPassword" /><WriteLine Text="dbPassword" />',
        // Near misses: about a secret, not the secret.
        '<Variable x:TypeArguments="x:String" Name="passwordField" /><WriteLine Text="[passwordField]" />',
        '<Variable x:TypeArguments="x:String" Name="continuationToken" /><WriteLine Text="[continuationToken]" />',
        '<x:Property Name="in_CredentialName" Type="InArgument(x:String)" /><ui:GetRobotCredential AssetName="[in_CredentialName]" />',
        '<Variable x:TypeArguments="x:Int32" Name="token" /><Delay Duration="[TimeSpan.FromSeconds(token)]" />',
      ],
    },
  },
});
