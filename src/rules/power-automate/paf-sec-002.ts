/** A key or token written into a header or into the address of a request. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Property } from '../../model/workflow.ts';
import { mask } from '../patterns/mask.ts';
import { isPlaceholder } from '../patterns/placeholder.ts';

const SCHEME = /^(?:bearer|basic|token|apikey|sharedaccesssignature|sharedkey)\s+/i;
/** Parameter names that also mean harmless things (a country code, a sort key), so that the value must look random. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['code', 'key', 'token']);
const SECRET_LENGTH_MIN = 8;
const RANDOM_LENGTH_MIN = 16;
/** Name and value of a query parameter inside an address. Both are bounded, so a long text costs one pass. */
const QUERY = /[?&]([\w-]{1,40})=([^&#\s'"{}]{1,2000})/g;

/** Name of a header or parameter, and where the connectors put it: `inputs.headers.X`, `parameters.request/headers.X`. */
function placeOf(name: string): readonly [container: string, key: string] {
  const at = name.lastIndexOf('.');
  const container = name.slice(0, at).toLowerCase();
  return [
    container.slice(Math.max(container.lastIndexOf('.'), container.lastIndexOf('/')) + 1),
    name.slice(at + 1),
  ];
}

function isSecretText(text: string, key: string): boolean {
  const secret = text.replace(SCHEME, '').trim();
  if (isPlaceholder(secret)) return false;
  if (!AMBIGUOUS.has(key)) return secret.length >= SECRET_LENGTH_MIN;
  return secret.length >= RANDOM_LENGTH_MIN && /\d/.test(secret) && /[a-z]/i.test(secret);
}

/** The parts of a value that are fixed in the file. */
function literalParts(property: Property): readonly string[] {
  const literal = literalOf(property);
  if (literal !== undefined) return [literal];
  const tokens = property.expression?.tokens ?? [];
  return tokens.filter((token) => token.kind === 'string').map((token) => token.text);
}

/** The fixed login of `base64('user:password')`, as headers have it behind `Basic`. */
function encodedLogin({ expression }: Property): string | undefined {
  const tokens = expression?.tokens ?? [];
  const call = tokens.findIndex(({ text }, i) => /^base64$/i.test(text) && tokens[i + 1]?.text === '(');
  const login = tokens[call + 2];
  if (call === -1 || login?.kind !== 'string' || tokens[call + 3]?.text !== ')') return undefined;
  const password = /^[^:\s]+:(\S{4,})$/.exec(login.text)?.[1];
  return password === undefined || isPlaceholder(password) ? undefined : password;
}

export const rule = defineRule({
  id: 'PAF-SEC-002',
  version: 1,
  title: 'Secret in a literal header or query string',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who can open or export the flow can read it, every run shows it in the history, and addresses are also kept in the logs of servers and proxies.',
  fix: 'Move the key to the Authentication setting of the action (type Raw puts it into the Authorization header) or take the header from "Azure Key Vault - Get secret" or from an environment variable of type Secret, and switch on Secure inputs and Secure outputs in Settings. Then renew the key, because this one is known.',
  compliance: ['SECRET'],
  controls: ['CWE-598'],
  dedupeGroup: 'secret-in-url',
  options: {
    headers: [
      'Authorization',
      'x-api-key',
      'api-key',
      'apikey',
      'Ocp-Apim-Subscription-Key',
      'x-functions-key',
      'Private-Token',
      'Cookie',
    ],
    params: ['code', 'sig', 'api_key', 'apikey', 'key', 'access_token', 'token', 'subscription-key'],
  },
  level: 'activity',
  words: ['headers.', 'queries.', '='],
  includeDisabled: true,
  *check(activity, { options }) {
    const headers = options.headers.map((name) => name.toLowerCase());
    const params = options.params.map((name) => name.toLowerCase());
    for (const property of activity.properties) {
      const [container, name] = placeOf(property.name);
      const key = name.toLowerCase();
      const inHeader = container === 'headers' && headers.includes(key);
      if (inHeader || (container === 'queries' && params.includes(key))) {
        const literal = literalOf(property);
        // A header is named by its purpose, so "token" or "key" in it is no ordinary word.
        const isSecret = literal !== undefined && isSecretText(literal, inHeader ? '' : key);
        const secret = isSecret ? literal : encodedLogin(property);
        if (secret === undefined) continue;
        const where = inHeader ? `header "${name}"` : `query parameter "${name}"`;
        yield {
          at: property,
          subject: property.name,
          message: `"${activity.name}" sends a fixed secret in the ${where}: ${mask(secret)}.`,
        };
      } else if (/(?:^|\/)(?:uri|url|path)$/.test(key)) {
        for (const part of literalParts(property)) {
          for (const [, param, value] of part.matchAll(QUERY)) {
            if (!params.includes(param!.toLowerCase()) || !isSecretText(value!, param!.toLowerCase()))
              continue;
            yield {
              at: property,
              subject: `${property.name}?${param}`,
              message: `"${activity.name}" has a secret in its address, as the parameter "${param}": ${mask(value!)}.`,
            };
          }
        }
      }
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"Accept": "application/json", "x-api-key": "0123-invented-key"}}}`,
        `"Call": {"type": "Http", "inputs": {"method": "POST",
          "uri": "https://fn.example.com/api/rates?code=inventedKey0123456789&day=@{utcNow()}"}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "queries": {"subscription-key": "invented-subscription-key"}}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"Authorization": "Basic @{base64('svc:Nordwind-71')}"}}}`,
      ],
      good: [
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"x-api-key": "@outputs('Get_secret')?['body/value']", "Accept": "application/json"}}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"Authorization": "Bearer @{body('Get_token')?['access_token']}"}}}`,
        // Near miss: the password of the login is read from elsewhere.
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"Authorization": "Basic @{base64(concat('svc:', body('Get_secret')?['value']))}"}}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET",
          "uri": "https://api.example.com/rates?code=EUR&key=country&token=@{variables('next')}"}}`,
      ],
    },
  },
});
