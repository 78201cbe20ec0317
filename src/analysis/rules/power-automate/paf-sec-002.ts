/** A key or token in a header or in the address of a request. */
import { factOfNames } from '../../model/interning/name-facts.ts';
import { ownText } from '../../model/interning/own-text.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Property, Workflow } from '../../model/workflow.ts';
import { derivedOfList } from '../../patterns/derived.ts';
import { fixedText } from '../../patterns/power-automate/flow-fixed-text.ts';
import { secretInHeader } from '../../patterns/secrets/header-secret.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { namesOwnSecret } from '../../patterns/secrets/own-secret-name.ts';
import { isPlaceholder } from '../../patterns/secrets/placeholder.ts';

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

/** Returns the parts of a value that are fixed in the file. */
function literalParts(property: Property): readonly string[] {
  const literal = literalOf(property);
  if (literal !== undefined) return [literal];
  const tokens = property.expression?.tokens ?? [];
  return tokens.filter((token) => token.kind === 'string').map((token) => token.text);
}

/** Returns the fixed login of `base64('user:password')`, as headers have it behind `Basic`. */
function encodedLogin({ expression }: Property): string | undefined {
  const tokens = expression?.tokens ?? [];
  const call = tokens.findIndex(({ text }, i) => /^base64$/i.test(text) && tokens[i + 1]?.text === '(');
  const login = tokens[call + 2];
  if (call === -1 || login?.kind !== 'string' || tokens[call + 3]?.text !== ')') return undefined;
  const password = /^[^:\s]+:(\S{4,})$/.exec(login.text)?.[1];
  return password === undefined || isPlaceholder(password) ? undefined : password;
}

/** Returns the fixed secret of a header or parameter: of one that is listed, or that has a secret's name. */
function secretOf(
  workflow: Workflow,
  property: Property,
  { container, name, key }: Place,
  isListed: boolean,
): string | undefined {
  // PAF-SEC-003 reports a variable with a secret's name.
  const isNamed = namesOwnSecret(property.expression?.tokens ?? []);
  const text = isNamed ? literalOf(property) : fixedText(workflow, property);
  if (!isListed)
    return text === undefined || key === 'authorization' ? undefined : secretInHeader(name, text);
  // The name of a header is its purpose, so "token" or "key" in it is no ordinary word.
  const isOrdinary = container === 'queries' || key === COOKIE;
  const isSecret = text !== undefined && isSecretText(text, isOrdinary ? key : '');
  return encodedLogin(property) ?? (isSecret ? text : undefined);
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
        for (const part of literalParts(property)) {
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
