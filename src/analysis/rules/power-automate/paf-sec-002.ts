/** A key or token in a header or in the address of a request. */
import { derivedOfList } from '../../model/interning/derived.ts';
import { defineRule } from '../../model/rule.ts';
import {
  requestPlaceOf,
  secretInRequest,
  secretParameters,
} from '../../patterns/power-automate/request-secrets.ts';
import { literalCredentialRule } from '../../patterns/secrets/literal-credential-rule.ts';

const lowerCased = derivedOfList((names) => names.map((name) => name.toLowerCase()));

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
  includeDisabled: true,
  ...literalCredentialRule<{ headers: readonly string[]; params: readonly string[] }>({
    words: ['headers.', 'queries.', '.uri', '.url', '.path', '/uri', '/url', '/path'],
    least: 'certain',
    *whole({ workflow, assignment: { at } }, options) {
      const { container, isAddress } = requestPlaceOf(at);
      const params = lowerCased(options.params);
      if (container !== '') {
        const listed = container === 'headers' ? lowerCased(options.headers) : params;
        const secret = secretInRequest(workflow, at, listed);
        if (secret !== undefined) yield { texts: [secret] };
      } else if (isAddress)
        for (const { name, text } of secretParameters(workflow, at, params))
          yield { texts: [text], part: name };
    },
    problem({ masked, part }, { assignment: { at }, activity }) {
      const { container, name } = requestPlaceOf(at);
      const where = container === 'headers' ? `header "${name}"` : `query parameter "${name}"`;
      const fixed = `"${activity?.name}" sends a fixed secret in the ${where}: ${masked}.`;
      const inAddress = `"${activity?.name}" has a secret in its address, as the parameter "${part}": ${masked}.`;
      if (part === undefined) return { subject: at.name, message: fixed };
      return { subject: `${at.name}?${part}`, message: inAddress };
    },
  }),
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
