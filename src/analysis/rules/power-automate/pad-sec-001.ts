/** A password or key in the code of a desktop flow. */
import type { Expr } from '../../model/expr.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Anchor, Property, Value } from '../../model/workflow.ts';
import { writtenName } from '../../patterns/power-automate/robin-variables.ts';
import { secretsInScript } from '../../patterns/scripts/script-secrets.ts';
import { secretsInBody } from '../../patterns/secrets/body-secret.ts';
import { passwordInConnectionString } from '../../patterns/secrets/connection-string.ts';
import { secretInHeader } from '../../patterns/secrets/header-secret.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import type { NamedText } from '../../semantics/assignments/named-text.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { type SecretContext, secretness } from '../../semantics/secretness/secretness.ts';
import { textsIn } from '../../semantics/texts.ts';
import { walk } from '../../semantics/visit.ts';

/** Returns a text with `%` in place of each inserted value: `Server=db;Password=%`. */
function outline(value: Value): string {
  if (value.expression === undefined) return value.text;
  return piecesOf(value.expression.tree)
    .map((piece) => (piece.kind === 'literal' ? piece.value : ['', ...textsIn(piece), ''].join('%')))
    .join('');
}

/** Returns the last text in an expression: `Password` of `appmask['Login']['Password']`. */
const lastText = ({ expression }: Property): string | undefined =>
  expression && [...textsIn(expression.tree)].at(-1);

/** Returns the target of SET: `Password` in `Login['Password']`, else the variable. */
function targetName(target: Property): string {
  return lastText(target) ?? writtenName(target);
}

/** Connection strings are judged by their content: most hold no password. */
const CONTEXT: SecretContext = { counts: 'credentials' };

/** Yields the entries `'Password': 'text'` of a custom object. */
function* secretEntries(tree: Expr): Generator<readonly [string, string]> {
  for (const node of walk(tree))
    for (const { name, value } of node.kind === 'new' ? node.members : []) {
      if (name === undefined || value.kind !== 'literal' || value.type !== 'text') continue;
      if (secretness(name, value.value, CONTEXT) === 'certain') yield [name, value.value];
    }
}

function found(at: Anchor, name: string, secret: string): Problem {
  return { at, subject: name, message: `"${name}" holds a secret as plain text: ${mask(secret)}.` };
}

function* secretsIn(value: Value, name: string): Generator<Problem> {
  const text = outline(value);
  const password = passwordInConnectionString(text);
  if (password !== undefined) yield found(value, name, password);
  else if (value.expression !== undefined) {
    // The sign first: most expressions make no object.
    if (value.text.includes('{'))
      for (const [key, secret] of secretEntries(value.expression.tree)) yield found(value, key, secret);
    yield* inText(value, secretsInBody(text));
  } else if (secretness(name, text, CONTEXT) === 'certain') yield found(value, name, text);
  else yield* inText(value, secretsInBody(text));
}

/** Yields the secrets that a text, such as a request body or a script, has under secret names. */
function* inText(value: Value, texts: Iterable<NamedText>): Generator<Problem> {
  for (const { name, text } of texts)
    if (secretness(null, text) === 'certain') yield found(value, name, text);
}

/** Yields the secrets in the headers of a request, one in a line: `Authorization: Bearer …`. */
function* inHeaders(value: Value): Generator<Problem> {
  for (const line of outline(value).split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim();
    const secret = colon === -1 ? undefined : secretInHeader(name, line.slice(colon + 1));
    if (secret !== undefined) yield found(value, name, secret);
  }
}

/** The settings of "Populate text field" for the field, in windows and in web pages. */
const FIELDS: ReadonlySet<string> = new Set(['TextField', 'Control']);

/** Returns `Password` for the text that is put into `appmask['Login']['Password']`. */
function fieldName({ properties }: Activity): string | undefined {
  const field = properties.find(({ name }) => FIELDS.has(name));
  return field && lastText(field);
}

function* problemsOf(activity: Activity): Generator<Problem> {
  const target =
    activity.type === 'Set' ? activity.properties.find(({ direction }) => direction === 'out') : undefined;
  const written = target && targetName(target);
  const field = target === undefined ? fieldName(activity) : undefined;
  for (const property of activity.properties) {
    if (property.direction !== 'in') continue;
    const name = written ?? (property.name === 'Text' ? field : undefined);
    yield* secretsIn(property, name ?? property.name);
    if (property.name === 'CustomHeaders') yield* inHeaders(property);
    if (activity.role === 'script') yield* inText(property, secretsInScript(outline(property)));
  }
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
  level: 'workflow',
  *check(workflow) {
    for (const activity of workflow.activities) yield* problemsOf(activity);
    for (const argument of workflow.arguments)
      if (argument.default !== undefined) yield* secretsIn(argument.default, argument.name);
  },
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
