/**
 * Secrets that a script holds as fixed texts.
 * Forms: `$password = '…'`, `["Password"] = "…"`, `{"Password", "…"}`, `headers.Add("ApiKey", "…")`,
 * `NetworkCredential("", "…")`, `"…".ToCharArray()` for a `SecureString`.
 */
import type { Token } from '../../model/workflow.ts';
import { ADDS } from '../../semantics/assigned.ts';
import type { NamedText } from '../../semantics/assignments/named-text.ts';
import { MAY_SAY_SECRET } from '../../semantics/secretness/secret-words.ts';
import { secretUnderName } from '../secrets/header-secret.ts';
import { secretsInJson } from '../secrets/json-secret.ts';
import { scriptTokens } from './script-tokens.ts';

/** Placeholder for a value at run time: `%User%`, `$sUser$`, `{0}`. */
const FILLED_IN = /[%${}]/;
/** Words that follow a comparison. */
const CONDITION = /^(?:then|and|andalso|or|orelse)$/i;
/** Tokens between the name of a class and its second argument: `NetworkCredential($user, "…")`. */
const REACH = 5;

/** Returns whether the text in front of a token is part of a longer text or of a condition. */
function goesOn(token: Token | undefined): boolean {
  return (
    token !== undefined && (token.kind === 'operator' || token.text === '.' || CONDITION.test(token.text))
  );
}

/** Returns the name in front of a text; undefined when neither an assignment nor an entry stands there. */
function nameBefore(tokens: readonly Token[], at: number): string | undefined {
  const [before, sign] = [tokens[at - 2], tokens[at - 1]];
  if (before === undefined || sign === undefined) return undefined;
  if (sign.text === ',') {
    const opening = tokens[at - 3]?.text;
    const isEntry = opening === '{' || (opening === '(' && ADDS.test(tokens[at - 4]?.text ?? ''));
    return before.kind === 'string' && isEntry ? before.text : undefined;
  }
  if (sign.text !== '=' || before.kind === 'string') return undefined;
  if (before.kind !== 'name') {
    const key = tokens[at - 3];
    return /^[)\]]$/.test(before.text) && key?.kind === 'string' ? key.text : undefined;
  }
  // The type of a declaration: `Dim password As String = "…"`.
  const isType = tokens[at - 3]?.text.toLowerCase() === 'as';
  return isType ? tokens[at - 4]?.text : before.text;
}

/** Returns the class that takes a text as a password: as the second argument, or by its characters. */
function takerOf(tokens: readonly Token[], at: number, hasAppendChar: boolean): string | undefined {
  if (hasAppendChar && tokens[at + 2]?.text === 'ToCharArray') return 'AppendChar';
  if (tokens[at - 1]?.text !== ',' || goesOn(tokens[at + 1])) return undefined;
  const open = tokens.slice(Math.max(0, at - REACH), at - 1).findLastIndex(({ text }) => text === '(');
  const name = open === -1 ? undefined : tokens[Math.max(0, at - REACH) + open - 1]?.text;
  return name === 'NetworkCredential' ? name : undefined;
}

/** Yields each secret with its name. */
export function* secretsInScript(script: string): Generator<NamedText> {
  if (!MAY_SAY_SECRET.test(script)) return;
  const tokens = scriptTokens(script);
  const hasAppendChar = script.includes('AppendChar');
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'string') continue;
    const taker = takerOf(tokens, at, hasAppendChar);
    const name = goesOn(tokens[at + 1]) ? undefined : nameBefore(tokens, at);
    const secret = taker === undefined ? name && secretUnderName(name, text) : text;
    if (secret !== undefined && secret !== '' && !FILLED_IN.test(secret))
      yield { name: taker ?? name!, text: secret };
    for (const found of secretsInJson(text)) if (!FILLED_IN.test(found.text)) yield found;
  }
}
