/** A password, secret or certificate in the authentication block of an HTTP call. */
import { factOfNames } from '../../model/interning/name-facts.ts';
import { ownText } from '../../model/interning/own-text.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { fixedSecret } from '../../patterns/power-automate/flow-values.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';

/** Settings that hold the secret, by authentication type in lower case. */
const SECRETS: ReadonlyMap<string, readonly string[]> = new Map([
  ['basic', ['password']],
  ['activedirectoryoauth', ['secret', 'password', 'pfx']],
  ['raw', ['value']],
  ['clientcertificate', ['pfx', 'password']],
]);
/** Settings to check when the type is missing or computed. */
const ANY_SECRET = ['password', 'secret', 'pfx'];
const MAY_BE_SECRET: ReadonlySet<string> = new Set([...SECRETS.values()].flat());
const BLOCK = 'authentication.';

/** Block and setting: `inputs.authentication.` and `password`; two empty texts outside every block. */
interface Place {
  readonly block: string;
  readonly setting: string;
}
const ELSEWHERE: Place = { block: '', setting: '' };

const placeOf = factOfNames((name): Place => {
  const end = name.lastIndexOf(BLOCK) + BLOCK.length;
  if (end < BLOCK.length) return ELSEWHERE;
  return { block: ownText(name.slice(0, end)), setting: ownText(name.slice(end)) };
});

/** Returns the authentication type of each block, in lower case. */
function typesIn({ properties }: Activity): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const property of properties) {
    const { block, setting } = placeOf(property);
    if (setting === 'type') types.set(block, literalOf(property)?.toLowerCase() ?? '');
  }
  return types;
}

export const rule = defineRule({
  id: 'PAF-SEC-001',
  version: 1,
  title: 'Literal secret in HTTP authentication',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who can open, export or import the flow can read it, it goes into every copy and backup, and changing it means changing the flow.',
  fix: 'Open the action, choose Advanced parameters > Authentication, and replace the text by dynamic content: the output of "Azure Key Vault - Get secret" or an environment variable of type Secret, with Secure outputs switched on in Settings. A managed identity or a connector with its own connection needs no secret at all. Then renew the secret, because this one is known.',
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
  level: 'activity',
  words: ['authentication.'],
  includeDisabled: true,
  *check(activity, { workflow, options }) {
    let types: ReadonlyMap<string, string> | undefined;
    for (const property of activity.properties) {
      const { block, setting } = placeOf(property);
      if (!MAY_BE_SECRET.has(setting)) continue;
      types ??= typesIn(activity);
      const settings = SECRETS.get(types.get(block) ?? '') ?? ANY_SECRET;
      if (!settings.includes(setting)) continue;
      const secret = fixedSecret(workflow, property);
      if (secret === undefined) continue;
      if (secret.length < options.minLength || isPlaceholder(secret)) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" has its ${setting} written into the flow: ${mask(secret)}.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `"Post_invoice": {"type": "Http", "inputs": {"method": "POST", "uri": "https://erp.example.com/invoices",
          "authentication": {"type": "Basic", "username": "robot", "password": "not-a-real-password"}}}`,
        `"Get_token": {"type": "Http", "inputs": {"method": "GET", "uri": "https://graph.example.com/users",
          "authentication": {"type": "ActiveDirectoryOAuth", "tenant": "contoso", "clientId": "app-1",
            "secret": "invented-client-secret"}}}`,
        `"Post_raw": {"type": "Http", "inputs": {"method": "POST", "uri": "https://erp.example.com",
          "authentication": {"type": "Raw", "value": "Bearer invented-token"}}}`,
        `"Post_raw": {"type": "Http", "inputs": {"method": "POST", "uri": "https://erp.example.com",
          "authentication": {"type": "Raw", "value": "@concat('Basic ', base64('robot:not-a-real-password'))"}}}`,
        `"Settings": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "erp", "type": "string", "value": "not-a-real-one"}]},
          "runAfter": {}},
         "Post_invoice": {"type": "Http", "inputs": {"method": "POST", "uri": "https://erp.example.com/invoices",
          "authentication": {"type": "Basic", "username": "robot", "password": "@variables('erp')"}},
          "runAfter": {"Settings": ["Succeeded"]}}`,
      ],
      good: [
        `"Post_invoice": {"type": "Http", "inputs": {"method": "POST", "uri": "https://erp.example.com/invoices",
          "authentication": {"type": "Basic", "username": "robot-account",
            "password": "@outputs('Get_secret')?['body/value']"}}}`,
        `"Post_raw": {"type": "Http", "inputs": {"method": "POST", "uri": "https://erp.example.com",
          "authentication": {"type": "Raw", "value": "@concat('Basic ', base64(concat('robot:', body('Get_secret')?['value'])))"}}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://erp.example.com",
          "authentication": {"type": "ManagedServiceIdentity", "audience": "https://erp.example.com"}}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://erp.example.com",
          "authentication": {"type": "Basic", "username": "robot", "password": "<password>"}}}`,
      ],
    },
  },
});
