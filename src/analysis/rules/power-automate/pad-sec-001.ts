/** A password or key in the code of a desktop flow. */
import { defineRule } from '../../model/rule.ts';
import type { Value } from '../../model/workflow.ts';
import { secretsInScript } from '../../patterns/scripts/script-secrets.ts';
import { passwordInConnectionString } from '../../patterns/secrets/connection-string.ts';
import { literalCredentialRule } from '../../patterns/secrets/literal-credential-rule.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';
import { textsIn } from '../../semantics/texts.ts';

/** Returns a text with `%` in place of each inserted value: `Server=db;Password=%`. */
function outline(value: Value): string {
  if (value.expression === undefined) return value.text;
  return piecesOf(value.expression.tree)
    .map((piece) => (piece.kind === 'literal' ? piece.value : ['', ...textsIn(piece), ''].join('%')))
    .join('');
}

// The catalogue's list of settings misses the actions that name a password differently; the words that name secrets
// cover its list.
export const rule = defineRule({
  id: 'PAD-SEC-001',
  version: 1,
  title: 'Literal secret in a desktop flow',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everybody who may open, copy or export the desktop flow can read the secret and use it.',
  fix: 'Change the secret now. Then read it at run time: use "Get credential" with a credential of Power Automate (Azure Key Vault or CyberArk), or a sensitive input variable that the cloud flow fills from a key vault.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {},
  includeDisabled: true,
  ...literalCredentialRule({
    words: [...SECRET_NAME_WORDS, 'authorization'],
    least: 'certain',
    // Connection strings are judged by their content: most hold no password.
    counts: 'credentials',
    *whole({ assignment: { name, at }, activity }) {
      const text = outline(at);
      const password = passwordInConnectionString(text);
      if (password !== undefined) yield { texts: [password] };
      else if (at.expression === undefined) yield { texts: [text], judgedBy: name };
      if (activity?.role !== 'script') return;
      for (const found of secretsInScript(text)) yield { texts: [found.text], part: found.name };
    },
    hasParts: ({ assignment: { via } }) => via !== 'field',
    problem: ({ masked, part }, { assignment: { name } }) => ({
      subject: part ?? name,
      message: `"${part ?? name}" holds a secret as plain text: ${masked}.`,
    }),
  }),
  examples: {
    'power-automate': {
      bad: [
        `SET DbPassword TO $'''${'winter'}-${'Sale77'}'''`,
        `Email.SendEmail.AuthenticateAndSend SMTPServer: $'''mail.example.org''' Port: 587 EnableSSL: True Username: Account Password: $'''${'k9#vT'}${'2pLq'}''' AcceptUntrustedCertificates: False`,
        `Database.Connect ConnectionString: $'''Server=db01;Database=invoices;User Id=app;Password=${'hT6'}${'!wq81'}''' Connection=> Connection`,
        `SET Login TO { 'User': 'app', 'Password': '${'zK4'}${'-mq72x'}' }`,
        `@INPUT ApiToken : { 'Description': '', 'Type': 'String', 'DefaultValue': '${'b71c'}${'90ffe2'}' }
CALL Main2`,
        `DISABLE SET Login['ClientSecret'] TO $'''${'pQ8~'}${'sd72Lk'}'''`,
        `UIAutomation.PopulateTextField TextField: appmask['Login']['Edit \\'Password\\''] Text: $'''${'Nordwind'}-71'''`,
        "SET ApiPassword TO $fx'winter-Sale77'",
        `SET Body TO $'''{"user": "%User%", "password": "${'Nordwind'}-71"}'''`,
        `Web.InvokeWebService.InvokeWebService Url: $'''https://api.example.com''' Method: Web.Method.Get CustomHeaders: $'''Accept-Language: en
X-Api-Key: ${'k-2208'}-example-only''' Response=> Answer`,
        `Scripting.RunPowershellScript.RunPowershellScript Script: $'''$password = "${'Nordwind'}-71"
Connect-Erp -User "%User%" -Password $password''' ScriptOutput=> Answer`,
      ],
      good: [
        `PowerAutomateSecretVariables.GetCredential.GetCredential Name: $'''CRM''' Credential=> CrmCredential
SET DbPassword TO CrmCredential.Password`,
        `UIAutomation.PopulateTextField TextField: appmask['Login']['Password'] Text: Credential.Password`,
        `UIAutomation.PopulateTextField TextField: appmask['Login']['Password hint'] Text: $'''${'Nordwind'}-71'''`,
        `SET PasswordField TO $'''#txtPassword'''`,
        `SET Token TO $'''Time out!'''`,
        `SET DbPassword TO $'''%Input_Secret%'''`,
        `Database.Connect ConnectionString: $'''Server=db01;Database=invoices;User Id=app;Password=%DbPassword%''' Connection=> Connection`,
        `SET ConnectionString TO $'''Server=db01;Database=invoices;Integrated Security=true'''`,
        `SET Password TO $'''%''%'''`,
        "SET ApiPassword TO $fx'=CrmCredential.Password'",
        `SET Body TO $'''{"user": "app", "password": "%Credential.Password%"}'''`,
        `Web.InvokeWebService.InvokeWebService Url: $'''https://api.example.com''' Method: Web.Method.Get CustomHeaders: $'''Authorization: Bearer %Token%
X-Csrf-Token: Fetch''' Response=> Answer`,
        `Scripting.RunPowershellScript.RunPowershellScript Script: $'''$password = "%DbPassword%"
if ($password -eq "") { exit 1 }''' ScriptOutput=> Answer`,
      ],
    },
  },
});
