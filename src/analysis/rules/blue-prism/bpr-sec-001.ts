/** Finds data items and inputs with a secret's name and a readable value in the file. */
import { factOfNames } from '../../model/interning/name-facts.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Property, Variable, Workflow } from '../../model/workflow.ts';
import { calculationTarget } from '../../patterns/blue-prism/data-items.ts';
import { type CodePart, codeWith, treeCode } from '../../patterns/blue-prism/stage-code.ts';
import { secretsInScript } from '../../patterns/scripts/script-secrets.ts';
import { mayBeJson, secretsInJson } from '../../patterns/secrets/json-secret.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { type FixedSecret, secretsInExpression } from '../../patterns/secrets/tree-secrets.ts';
import type { NamedText } from '../../semantics/assignments/named-text.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { constantText } from '../../semantics/value.ts';
import { lastPart } from '../../semantics/words.ts';

const TYPES = new Set(['text', 'number', 'unknown']);

/** Returns whether a text under the name of a data item, field or input is a secret; without a text, its name alone. */
function isSecret(name: string, text?: string, minLength?: number): boolean {
  return reaches(secretness(lastPart(name), text, { minLength, counts: 'connections' }), 'likely');
}

/** Returns the secret in an initial value: the value itself, or a member of its JSON. */
function secretOf({ name, type, secure, default: initial }: Variable, lengthMin: number): string | undefined {
  if (secure || !TYPES.has(type) || initial === undefined) return undefined;
  // The name first: decoding the value costs more.
  if (isSecret(name) && isSecret(name, initial.text, lengthMin)) return initial.text.trim();
  return mayBeJson(initial) ? inRequest(initial.text, lengthMin)?.text : undefined;
}

/** Inputs that take the body or the headers of a request. */
const REQUEST = /^inputs\..*(?:body|headers?|json|payload|content|request|data)\b/i;

/**
 * Returns whether a setting may hold a request, or pass a value to a secret's name. A calculation has that name in
 * another setting.
 */
const mayHandOver = factOfNames(
  (name): boolean =>
    name.endsWith('expression') ||
    (name.startsWith('inputs.') && (isSecret(name.slice('inputs.'.length)) || REQUEST.test(name))),
);

/** Returns the receiver of a stage's value: the input of an action or page, or the data item of a calculation. */
function receiverOf({ role, properties }: Activity, property: Property): string | undefined {
  const { name, direction } = property;
  if (direction === 'out') return undefined;
  if (name.startsWith('inputs.')) return name.slice('inputs.'.length);
  return role === 'assign' ? calculationTarget(properties, property) : undefined;
}

/** Returns a fixed text, also one in several pieces. */
function fixedTextOf(property: Property): string | undefined {
  return literalOf(property) ?? (property.expression && constantText(property.expression.tree));
}

/** Returns the first secret in a fixed text that is JSON. */
function inRequest(text: string | undefined, lengthMin: number): NamedText | undefined {
  if (text === undefined) return undefined;
  for (const found of secretsInJson(text))
    if (secretness(null, found.text, { minLength: lengthMin }) === 'certain') return found;
  return undefined;
}

/** Returns a list, because a generator over every setting of a workflow takes longer. */
function inStages({ activities }: Workflow, lengthMin: number): Problem[] {
  const problems: Problem[] = [];
  for (const activity of activities) {
    for (const property of activity.properties) {
      if (!mayHandOver(property)) continue;
      const request = REQUEST.test(property.name) ? inRequest(literalOf(property), lengthMin) : undefined;
      if (request !== undefined) {
        const message = `"${activity.name}" sends "${request.name}" with the fixed text ${mask(request.text)}.`;
        problems.push({ at: property, subject: request.name, message });
      }
      // The name first: reading the expression costs more.
      const receiver = receiverOf(activity, property);
      const text = receiver !== undefined && isSecret(receiver) ? fixedTextOf(property) : undefined;
      if (text === undefined || receiver === undefined || !isSecret(receiver, text, lengthMin)) continue;
      const message = `"${activity.name}" gives "${receiver}" the fixed text ${mask(text.trim())}.`;
      problems.push({ at: property, subject: receiver, message });
    }
  }
  return problems;
}

/** Secret names to which code may assign a text: a cheap check before the tree. */
const IN_CODE = /passw|pwd|secret|token|api[_-]?key|authorization|networkcredential/i;

function* secretsIn(part: CodePart): Generator<FixedSecret> {
  const code = treeCode(part);
  if (code !== undefined) yield* secretsInExpression(code);
  else for (const { name, text } of secretsInScript(part.at.text)) yield { name, secret: text };
}

function* inCode(workflow: Workflow, lengthMin: number): Generator<Problem> {
  for (const part of codeWith(workflow, IN_CODE)) {
    for (const { name = 'NetworkCredential', secret } of secretsIn(part)) {
      // The name of a header or a class says nothing by itself.
      const named = isSecret(name) ? lastPart(name) : null;
      if (!reaches(secretness(named, secret, { minLength: lengthMin }), 'likely')) continue;
      const message = `${part.title} gives "${name}" the fixed text ${mask(secret.trim())}.`;
      yield { at: part.at, subject: name, message };
    }
  }
}

export const rule = defineRule({
  id: 'BPR-SEC-001',
  version: 1,
  title: 'Secret-named data item with a readable value',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'critical',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who can open the process or gets the exported file can read the value, and it stays in every old version and release.',
  fix: 'Store the value in the credential manager (System > Security > Credentials), read it with the action "Get" of the internal object Credentials into a data item of type password, and clear the initial value here. Change the secret, because it was in a file.',
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
  examples: {
    'blue-prism': {
      bad: [
        '<stage stageid="d" name="Database Password" type="Data"><datatype>text</datatype><initialvalue>Sommer-2024</initialvalue><private/></stage>',
        '<stage stageid="d" name="API Key" type="Data"><datatype>text</datatype><initialvalue>a81c0b7e55d2</initialvalue></stage>',
        `<stage stageid="d" name="Logins" type="Collection"><datatype>collection</datatype>
           <collectioninfo><field name="User" type="text"/><field name="Password" type="text"/></collectioninfo>
           <initialvalue><row><field name="User" type="text" value="robot1"/><field name="Password" type="text" value="Sommer-2024"/></row></initialvalue>
         </stage>`,
        '<stage stageid="a" name="Log In" type="Action"><resource object="SAP" action="Login"/><inputs><input type="text" name="Password" expr="&quot;Sommer-2024&quot;"/></inputs></stage>',
        '<stage stageid="c" name="Set Password" type="Calculation"><calculation expression="&quot;Sommer-2024&quot;" stage="SAP Password"/></stage>',
        '<stage stageid="k" name="Log In" type="Code"><code>Dim password As String = "Sommer-2024"\nLogin("robot1", password)</code></stage>',
        '<stage stageid="c" name="Set Password" type="Calculation"><calculation expression="&quot;Sommer&quot; &amp; &quot;-2024&quot;" stage="SAP Password"/></stage>',
        '<stage stageid="d" name="Body" type="Data"><datatype>text</datatype><initialvalue>{"username": "svc", "password": "Sommer-2024"}</initialvalue></stage>',
        '<stage stageid="a" name="Call" type="Action"><resource object="Utility - HTTP" action="HTTP Request"/><inputs><input type="text" name="Headers" expr="&quot;{&quot;&quot;Authorization&quot;&quot;: &quot;&quot;Bearer k-2208-example-only&quot;&quot;}&quot;"/></inputs></stage>',
        '<stage stageid="k" name="Log In" type="Code"><code>client.Credentials = New NetworkCredential("svc", "Sommer-2024")</code></stage>',
        '<stage stageid="k" name="Log In" type="Code"><code>request.AddHeader("x-api-key", "k-2208-example-only")</code></stage>',
      ],
      good: [
        '<stage stageid="d" name="Database Password" type="Data"><datatype>text</datatype><initialvalue/></stage>',
        '<stage stageid="d" name="Password" type="Data"><datatype>text</datatype><initialvalue>changeme</initialvalue></stage>',
        '<stage stageid="d" name="Password Field" type="Data"><datatype>text</datatype><initialvalue>txtPassword</initialvalue></stage>',
        '<stage stageid="a" name="Log In" type="Action"><resource object="SAP" action="Login"/><inputs><input type="text" name="Password" expr="[Password]"/><input type="text" name="Credentials Name" expr="&quot;SAP Production&quot;"/></inputs></stage>',
        // Near miss: code that compares with a text, and that reads the secret.
        '<stage stageid="k" name="Log In" type="Code"><code>passwordField = "txtPassword"\ntoken = ""\npassword = Environment.GetEnvironmentVariable("PW")\nIf tokenType = "Bearer" Then Login(password)</code></stage>',
        '<stage stageid="c" name="Clear" type="Calculation"><calculation expression="&quot;&quot;" stage="SAP Password"/></stage>',
        '<stage stageid="d" name="SAP Credential" type="Data"><datatype>text</datatype><initialvalue>SAP Production</initialvalue></stage>',
        '<stage stageid="d" name="Token Address" type="Data"><datatype>text</datatype><initialvalue>https://login.example.com/token</initialvalue></stage>',
        '<stage stageid="d" name="Login Token" type="Data"><datatype>text</datatype><initialvalue>Unauthorized!</initialvalue></stage>',
        '<stage stageid="d" name="Api Token" type="Data"><datatype>text</datatype><initialvalue>token.json</initialvalue></stage>',
        '<stage stageid="d" name="Body" type="Data"><datatype>text</datatype><initialvalue>{"username": "svc", "password": "{Password}", "token": "string"}</initialvalue></stage>',
        '<stage stageid="k" name="Log In" type="Code"><code>client.Credentials = New NetworkCredential(user, password)\nrequest.AddHeader("Authorization", "Bearer " &amp; token)</code></stage>',
        '<stage stageid="d" name="Connection String" type="Data"><datatype>text</datatype><initialvalue>ErpConnection</initialvalue></stage>',
      ],
    },
  },
  level: 'workflow',
  words: [...SECRET_NAME_PARTS, 'authorization'],
  *check(workflow, { options }) {
    if (workflow.kind === 'blue-prism-release') return;
    for (const variable of workflow.variables) {
      const secret = secretOf(variable, options.minLength);
      if (secret === undefined) continue;
      yield {
        at: variable.default!,
        subject: variable.name,
        message: `The data item "${variable.name}" of type ${variable.type} has the readable initial value ${mask(secret)}.`,
      };
    }
    yield* inStages(workflow, options.minLength);
    yield* inCode(workflow, options.minLength);
  },
});
