/** A variable or argument with a secret's name has the secret as its default or fixed text. */
import { defineRule } from '../../model/rule.ts';
import { literalCredentialRule } from '../../patterns/secrets/literal-credential-rule.ts';
import { secretsInCalls } from '../../patterns/secrets/tree-secrets.ts';
import { possibleTexts } from '../../semantics/functions/dot-net.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';

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
  includeDisabled: true,
  ...literalCredentialRule({
    words: SECRET_NAME_PARTS,
    least: 'likely',
    counts: 'connections',
    *whole({ assignment: { name, via, at }, symbol }) {
      if (symbol === undefined && via !== 'variable') return;
      const { expression, text } = at;
      // The name first: reading the expression costs more.
      if (reaches(secretness(name, undefined, { counts: 'connections' }), 'likely'))
        yield {
          texts: expression === undefined ? [text] : [...possibleTexts(expression.tree)],
          judgedBy: name,
        };
      if (symbol !== undefined && expression !== undefined) yield* secretsInCalls(expression);
    },
    hasParts: ({ assignment: { via }, symbol }) => symbol !== undefined && via !== 'field',
    problem({ masked }, { assignment: { name }, activity, symbol }) {
      if (symbol === undefined)
        return {
          subject: name,
          message: `"${activity?.name}" puts the secret ${masked} into "${name}" as fixed text.`,
        };
      const what = 'direction' in symbol ? 'Argument' : 'Variable';
      return {
        subject: symbol.name,
        message: `${what} "${symbol.name}" has the secret ${masked} as its default.`,
      };
    },
  }),
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
        '<Variable x:TypeArguments="x:String" Name="token" Default="Time out!" />',
        '<Variable x:TypeArguments="x:String" Name="SapPassword" Default="Sap_Password" />',
        '<Variable x:TypeArguments="x:String" Name="connString" Default="ErpConnection" />',
      ],
    },
  },
});
