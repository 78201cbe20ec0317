/** A variable or argument with a secret's name has the secret as its default or fixed text. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Value, Variable } from '../../model/workflow.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { accessedName } from '../../patterns/secrets/secret-read.ts';
import { secretsInExpression } from '../../patterns/secrets/tree-secrets.ts';
import { possibleTexts } from '../../semantics/functions/dot-net.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { reaches, type SecretContext, secretness } from '../../semantics/secretness/secretness.ts';

/** Returns the fixed secret that a value under a name is, or can be. */
function secretIn(name: string, value: Value, minLength: number): string | undefined {
  const context: SecretContext = { minLength, counts: 'connections' };
  if (!reaches(secretness(name, undefined, context), 'likely')) return undefined;
  const texts = value.expression === undefined ? [value.text] : possibleTexts(value.expression.tree);
  for (const text of texts) if (reaches(secretness(name, text, context), 'likely')) return text;
  return undefined;
}

/** Returns a secret in the default of a symbol with any name: in a credential or a dictionary. */
function secretInDefault({ default: value }: Variable, minLength: number): string | undefined {
  const { expression } = value ?? {};
  if (expression === undefined || expression.literal !== undefined) return undefined;
  for (const { secret } of secretsInExpression(expression))
    if (secretness(null, secret, { minLength }) === 'certain') return secret;
  return undefined;
}

function describe(symbol: Variable, isArgument: boolean): string {
  return `${isArgument ? 'Argument' : 'Variable'} "${symbol.name}"`;
}

export const rule = defineRule({
  id: 'UIP-SEC-002',
  version: 3,
  title: 'Secret-named variable or argument has a literal default',
  platforms: ['uipath'],
  category: 'security',
  severity: 'critical',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'A default or an assigned text is saved in the XAML as plain text: everyone who can open the project, its package or its Git history can read the secret.',
  fix: 'Clear the default in the Variables or Arguments panel, or delete the Assign that writes the text. Read the secret at run time with "Get Credential" from an Orchestrator Credential asset, and change the secret itself, because the old one is known.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {
    minLength: {
      default: 4,
      unit: 'characters',
      about: 'Shortest text that can be a secret.',
      stricter: 'lower',
    },
  },
  level: 'workflow',
  words: SECRET_NAME_PARTS,
  *check(workflow, { options }) {
    const symbols = [...workflow.arguments, ...workflow.variables];
    for (const symbol of symbols) {
      if (symbol.default === undefined) continue;
      const text =
        secretIn(symbol.name, symbol.default, options.minLength) ??
        secretInDefault(symbol, options.minLength);
      if (text === undefined) continue;
      yield {
        at: symbol.default,
        message: `${describe(symbol, 'direction' in symbol)} has the secret ${mask(text)} as its default.`,
        subject: symbol.name,
      };
    }
    for (const assign of workflow.activities) {
      const value = assign.role === 'assign' ? propertyOf(assign, 'Value') : undefined;
      const to = value && propertyOf(assign, 'To')?.expression?.tree;
      const name = to && accessedName(to);
      const text = value && name && secretIn(name, value, options.minLength);
      if (value === undefined || name === undefined || text === undefined) continue;
      yield {
        at: value,
        message: `"${assign.name}" puts the secret ${mask(text)} into "${name}" as fixed text.`,
        subject: name,
      };
    }
  },
  examples: {
    uipath: {
      bad: [
        '<Variable x:TypeArguments="x:String" Name="dbPassword" Default="Nordwind-71" />',
        `this:Main.in_ApiKey="k-2208-example-only"
<x:Property Name="in_ApiKey" Type="InArgument(x:String)" />`,
        `<Variable x:TypeArguments="x:String" Name="token"><Variable.Default>
  <VisualBasicValue x:TypeArguments="x:String" ExpressionText="&quot;k-2208-example-only&quot;" />
</Variable.Default></Variable>`,
        `<Assign><Assign.To><OutArgument x:TypeArguments="x:Object">[Config("ErpPassword")]</OutArgument></Assign.To>
<Assign.Value><InArgument x:TypeArguments="x:String">Nordwind-71</InArgument></Assign.Value></Assign>`,
        '<Variable x:TypeArguments="x:String" Name="strPass" Default="[&quot;Nordwind-71&quot;.ToString]" />',
        '<Variable x:TypeArguments="ss:SecureString" Name="login" Default="[New NetworkCredential(&quot;&quot;, &quot;Nordwind-71&quot;).SecurePassword]" />',
        `<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[login.Password]</OutArgument></Assign.To>
<Assign.Value><InArgument x:TypeArguments="x:String">[If(isTest, "Nordwind-71", "Suedwind-72")]</InArgument></Assign.Value></Assign>`,
        '<Variable x:TypeArguments="x:String" Name="strPass" Default="[String.Concat(&quot;Nordwind&quot;, &quot;-71&quot;)]" />',
      ],
      good: [
        '<Variable x:TypeArguments="x:String" Name="dbPassword" Default="[in_Password]" />',
        '<Variable x:TypeArguments="x:String" Name="password" Default="changeme" />',
        '<Variable x:TypeArguments="x:String" Name="connString" Default="Server=DB1;Trusted_Connection=True;" />',
        `<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[login.PasswordLabel]</OutArgument></Assign.To>
<Assign.Value><InArgument x:TypeArguments="x:String">[If(isTest, "Nordwind-71", "Suedwind-72")]</InArgument></Assign.Value></Assign>`,
        // Near misses: about a secret, not the secret; and the name of an asset.
        '<Variable x:TypeArguments="x:String" Name="passwordField" Default="txtPassword" />',
        `this:Main.in_Credential="SapLogin"
<x:Property Name="in_Credential" Type="InArgument(x:String)" />`,
        '<Variable x:TypeArguments="x:String" Name="tokenFile" Default="token.json" />',
        '<Variable x:TypeArguments="x:String" Name="SapPassword" Default="Sap_Password" />',
        '<Variable x:TypeArguments="x:String" Name="connString" Default="ErpConnection" />',
      ],
    },
  },
});
