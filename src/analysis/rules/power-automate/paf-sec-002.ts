/** A key or token in a header or in the address of a request. */

import { derivedOfList } from '../../model/interning/derived.ts';
import { factOfNames } from '../../model/interning/name-facts.ts';
import { ownText } from '../../model/interning/own-text.ts';
import { defineRule } from '../../model/rule.ts';
import type { Property, Workflow } from '../../model/workflow.ts';
import { readsOwnSecret } from '../../patterns/power-automate/flow-reads.ts';
import { fixedSecret, flowValue, valueInFlow } from '../../patterns/power-automate/flow-values.ts';
import { secretInHeader } from '../../patterns/secrets/header-secret.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { callsOf } from '../../semantics/callee.ts';
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { textsIn } from '../../semantics/texts.ts';
import { fixedParts, unknownParts } from '../../semantics/value.ts';

const SCHEME = /^(?:bearer|basic|token|apikey|sharedaccesssignature|sharedkey)\s+/i;
/** Parameter names that also mean harmless things (a country code, a sort key), so that the value must look random. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['code', 'key', 'token']);
/** Authentication schemes without a credential. */
const SCHEME_ONLY = /^(?:negotiate|ntlm|kerberos|anonymous)$/i;
const COOKIE = 'cookie';
const SECRET_LENGTH_MIN = 8;
const RANDOM_LENGTH_MIN = 16;
/** Name and value of a query parameter inside an address. Both are bounded, so a long text costs one pass. */
const QUERY = /[?&]([\w-]{1,40})=([^&#\s'"{}]{1,2000})/g;

/** Setting that can hold a key or token. */
interface Place {
  readonly container: string;
  /** Name of the header or parameter, and the same in lower case. */
  readonly name: string;
  readonly key: string;
  readonly isAddress: boolean;
}
const ELSEWHERE: Place = { container: '', name: '', key: '', isAddress: false };

/**
 * Classifies the places of headers and parameters in connectors: `inputs.headers.X`, `parameters.request/headers.X`.
 */
const placeOf = factOfNames((path): Place => {
  const at = path.lastIndexOf('.');
  const around = path.slice(0, at).toLowerCase();
  const container = around.slice(Math.max(around.lastIndexOf('.'), around.lastIndexOf('/')) + 1);
  const name = ownText(path.slice(at + 1));
  const key = name.toLowerCase();
  const isAddress = /(?:^|\/)(?:uri|url|path)$/.test(key);
  if (container === 'headers') return { container: 'headers', name, key, isAddress };
  if (container === 'queries') return { container: 'queries', name, key, isAddress };
  return isAddress ? { container: '', name, key, isAddress } : ELSEWHERE;
});

const inLowerCase = derivedOfList((names) => names.map((name) => name.toLowerCase()));

function isSecretText(text: string, key: string): boolean {
  const secret = text.replace(SCHEME, '').trim();
  if (isPlaceholder(secret) || SCHEME_ONLY.test(secret)) return false;
  // Most cookies store preferences; one with a session is random.
  if (key === COOKIE)
    return secret.split(';').some((cookie) => isRandom(cookie.slice(cookie.indexOf('=') + 1)));
  return AMBIGUOUS.has(key) ? isRandom(secret) : secret.length >= SECRET_LENGTH_MIN;
}

function isRandom(text: string): boolean {
  return text.length >= RANDOM_LENGTH_MIN && /\d/.test(text) && /[a-z]/i.test(text);
}

/** Yields the fixed texts of an address: what the file shows of it, and the texts in what computes the rest. */
function* textsOf(workflow: Workflow, property: Property): Generator<string> {
  const value = flowValue(workflow, property);
  for (const { plain } of fixedParts(value)) yield plain;
  for (const { from } of unknownParts(value)) yield* textsIn(from);
}

/** Returns the fixed login of `base64('user:password')`, as headers have it behind `Basic`. */
function encodedLogin(workflow: Workflow, { expression }: Property): string | undefined {
  if (expression === undefined) return undefined;
  for (const { args } of callsOf(expression.tree, 'base64')) {
    const login = args[0]?.value;
    if (login === undefined || readsOwnSecret(login)) continue;
    const value = valueInFlow(workflow, login);
    const password = value.kind === 'constant' ? /^[^:\s]+:(\S{4,})$/.exec(value.text)?.[1] : undefined;
    if (password !== undefined && !isPlaceholder(password)) return password;
  }
  return undefined;
}

/** Returns the fixed secret of a header or parameter: of one that is listed, or that has a secret's name. */
function secretOf(
  workflow: Workflow,
  property: Property,
  { container, name, key }: Place,
  isListed: boolean,
): string | undefined {
  const text = fixedSecret(workflow, property);
  if (!isListed)
    return text === undefined || key === 'authorization' ? undefined : secretInHeader(name, text);
  // The name of a header is its purpose, so "token" or "key" in it is no ordinary word.
  const isOrdinary = container === 'queries' || key === COOKIE;
  const isSecret = text !== undefined && isSecretText(text, isOrdinary ? key : '');
  return encodedLogin(workflow, property) ?? (isSecret ? text : undefined);
}

export const rule = defineRule({
  id: 'PAF-SEC-002',
  version: 2,
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
  dedupeGroup: 'literal-secret',
  options: {
    headers: {
      default: [
        'Authorization',
        'x-api-key',
        'api-key',
        'apikey',
        'Ocp-Apim-Subscription-Key',
        'x-functions-key',
        'Private-Token',
        'Cookie',
      ] as readonly string[],
      about: 'Headers whose literal values are secrets.',
      stricter: 'longer',
    },
    params: {
      default: [
        'code',
        'sig',
        'api_key',
        'apikey',
        'key',
        'access_token',
        'token',
        'subscription-key',
      ] as readonly string[],
      about: 'Query parameters whose literal values are secrets.',
      stricter: 'longer',
    },
  },
  level: 'activity',
  words: ['headers.', 'queries.', '='],
  includeDisabled: true,
  *check(activity, { workflow, options }) {
    const headers = inLowerCase(options.headers);
    const params = inLowerCase(options.params);
    for (const property of activity.properties) {
      const place = placeOf(property);
      if (place === ELSEWHERE) continue;
      const { container, name, key } = place;
      if (container !== '') {
        const inHeader = container === 'headers';
        const isListed = (inHeader ? headers : params).includes(key);
        const secret = secretOf(workflow, property, place, isListed);
        if (secret === undefined) continue;
        const where = inHeader ? `header "${name}"` : `query parameter "${name}"`;
        yield {
          at: property,
          subject: property.name,
          message: `"${activity.name}" sends a fixed secret in the ${where}: ${mask(secret)}.`,
        };
      } else if (place.isAddress) {
        for (const part of textsOf(workflow, property)) {
          for (const [, param, value] of part.matchAll(QUERY)) {
            const lower = param!.toLowerCase();
            const isSecret = params.includes(lower)
              ? isSecretText(value!, lower)
              : secretInHeader(param!, value!) !== undefined;
            if (!isSecret) continue;
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
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"Cookie": "lang=de; JSESSIONID=9f8e7d6c5b4a3928"}}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"X-Auth-Token": "0123-invented-key"}}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET",
          "uri": "https://api.example.com/rates?client_secret=invented-key-0123&day=@{utcNow()}"}}`,
        `"Scheme": {"type": "Compose", "inputs": "k9-invented-2208", "runAfter": {}},
         "Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"Authorization": "@concat('Bearer ', outputs('Scheme'))"}}, "runAfter": {"Scheme": ["Succeeded"]}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET",
          "uri": "@concat('https://fn.example.com/api/rates?code=', 'inventedKey0123456789')"}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"Authorization": "Basic @{base64(concat('svc', ':', 'Nordwind-71'))}"}}}`,
      ],
      good: [
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"x-api-key": "@outputs('Get_secret')?['body/value']", "Accept": "application/json"}}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"Authorization": "Bearer @{body('Get_token')?['access_token']}"}}}`,
        // Near miss: the password of the login comes from elsewhere.
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"Authorization": "Basic @{base64(concat('svc:', body('Get_secret')?['value']))}"}}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET",
          "uri": "https://api.example.com/rates?code=EUR&key=country&token=@{variables('next')}"}}`,
        // Near misses: a word that requests a token, and a variable that has more than one value.
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"X-CSRF-Token": "Fetch", "Token-Type": "jwt-v2-2024"}}}`,
        `"First": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "way", "type": "string", "value": "none-yet-0"}]},
          "runAfter": {}},
         "Next": {"type": "SetVariable", "inputs": {"name": "way", "value": "@body('Sign_in')?['way']"}, "runAfter": {"First": ["Succeeded"]}},
         "Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"Authorization": "Bearer @{variables('way')}"}}, "runAfter": {"Next": ["Succeeded"]}}`,
        // Near misses: a cookie without a session, and the name of an authentication scheme.
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/rates",
          "headers": {"Cookie": "lang=de-DE; theme=darkblue", "Authorization": "Negotiate"}}}`,
      ],
    },
  },
});
