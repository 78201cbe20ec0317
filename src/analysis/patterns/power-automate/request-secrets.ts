/** Headers, query parameters and addresses of requests in a flow, and the fixed secrets in them. */
import { factOfNames } from '../../model/interning/name-facts.ts';
import { ownText } from '../../model/interning/own-text.ts';
import type { Value, Workflow } from '../../model/workflow.ts';
import type { NamedText } from '../../semantics/assignments/named-text.ts';
import { callsOf } from '../../semantics/callee.ts';
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { textsIn } from '../../semantics/texts.ts';
import { fixedParts, unknownParts } from '../../semantics/value.ts';
import { secretInHeader } from '../secrets/header-secret.ts';
import { readsOwnSecret } from './flow-reads.ts';
import { fixedSecret, flowValue, valueInFlow } from './flow-values.ts';

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

/** Setting that can hold a key or token: '' if the setting is an address container or not an address. */
interface RequestPlace {
  readonly container: string;
  /** Name of the header or parameter, and the same in lower case. */
  readonly name: string;
  readonly key: string;
  readonly isAddress: boolean;
}
const ELSEWHERE: RequestPlace = { container: '', name: '', key: '', isAddress: false };

/**
 * Classifies the places of headers and parameters in connectors: `inputs.headers.X`, `parameters.request/headers.X`.
 */
export const requestPlaceOf = factOfNames((path): RequestPlace => {
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

function isSecretText(text: string, key: string): boolean {
  const secret = text.replace(SCHEME, '').trim();
  if (isPlaceholder(secret) || SCHEME_ONLY.test(secret)) return false;
  return AMBIGUOUS.has(key) ? isRandom(secret) : secret.length >= SECRET_LENGTH_MIN;
}

/** Returns the random value among cookies: most store preferences, one with a session is random. */
const sessionIn = (cookies: string): string | undefined =>
  cookies
    .split(';')
    .map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim())
    .find(isRandom);

function isRandom(text: string): boolean {
  return text.length >= RANDOM_LENGTH_MIN && /\d/.test(text) && /[a-z]/i.test(text);
}

/** Yields the fixed texts of an address: what the file shows of it, and the texts in what computes the rest. */
function* textsOf(workflow: Workflow, property: Value): Generator<string> {
  const value = flowValue(workflow, property);
  for (const { plain } of fixedParts(value)) yield plain;
  for (const { from } of unknownParts(value)) yield* textsIn(from);
}

/** Returns the fixed login of `base64('user:password')`, as headers have it behind `Basic`. */
function encodedLogin(workflow: Workflow, { expression }: Value): string | undefined {
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
export function secretInRequest(
  workflow: Workflow,
  setting: Value,
  listed: readonly string[],
): string | undefined {
  const { container, name, key } = requestPlaceOf(setting);
  const text = fixedSecret(workflow, setting);
  if (!listed.includes(key))
    return text === undefined || key === 'authorization' ? undefined : secretInHeader(name, text);
  const login = encodedLogin(workflow, setting);
  if (login !== undefined || text === undefined) return login;
  if (key === COOKIE) return sessionIn(text);
  // The name of a header is its purpose, so "token" or "key" in it is no ordinary word.
  return isSecretText(text, container === 'queries' ? key : '') ? text : undefined;
}

/** Yields the parameters of an address with a fixed secret: of those that are listed, or have a secret's name. */
export function* secretParameters(
  workflow: Workflow,
  address: Value,
  listed: readonly string[],
): Generator<NamedText> {
  for (const part of textsOf(workflow, address))
    for (const [, name, text] of part.matchAll(QUERY)) {
      const key = name!.toLowerCase();
      const isSecret = listed.includes(key)
        ? isSecretText(text!, key)
        : secretInHeader(name!, text!) !== undefined;
      if (isSecret) yield { name: name!, text: text! };
    }
}
