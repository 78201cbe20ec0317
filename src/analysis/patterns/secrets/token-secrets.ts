/** Secrets in the fixed texts of expressions and code: in credentials, under secret names, character by character. */
import type { Token } from '../../model/workflow.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { namedTexts } from '../code/named-texts.ts';
import { secretInHeader } from './header-secret.ts';
import { secretsInJson } from './json-secret.ts';

/** Secret with its name, when that is not the property itself. */
export interface TokenSecret {
  readonly secret: string;
  readonly name?: string;
}

/** Returns the fixed text of the argument behind the comma at `comma`; its name may stand in front: `password:`. */
function textBehind(tokens: readonly Token[], comma: number): string | undefined {
  const isNamed = tokens[comma + 1]?.kind === 'name' && /^:=?$/.test(tokens[comma + 2]?.text ?? '');
  const value = comma + (isNamed ? (tokens[comma + 3]?.text === '=' ? 4 : 3) : 1);
  const [password, behind] = [tokens[value], tokens[value + 1]];
  const isWhole = behind?.text === ')' || behind?.text === ',';
  return password?.kind === 'string' && isWhole ? password.text : undefined;
}

/**
 * Yields each `New NetworkCredential("", "text")`: a secure property with plain text. One pass, however long arguments
 * are.
 */
function* inCredentials(tokens: readonly Token[]): Generator<TokenSecret> {
  if (!tokens.some(({ text }) => text === 'NetworkCredential')) return;
  /** For each open bracket, whether the first argument of a credential may still end in it. */
  const open: boolean[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at]!;
    if (kind === 'string') continue;
    if (text === '(') open.push(tokens[at - 1]?.text === 'NetworkCredential');
    else if (text === ')') open.pop();
    if (text !== ',' || open.at(-1) !== true) continue;
    open[open.length - 1] = false;
    const secret = textBehind(tokens, at);
    if (secret !== undefined) yield { secret };
  }
}

/** Yields `For Each c In "text"` and `"text".ToCharArray`, where the characters go into a SecureString. */
function* inCharacters(tokens: readonly Token[]): Generator<TokenSecret> {
  if (!tokens.some(({ text }) => text === 'AppendChar')) return;
  for (let at = 1; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at]!;
    const isGoneThrough =
      tokens[at - 1]!.text.toLowerCase() === 'in' || tokens[at + 2]?.text === 'ToCharArray';
    if (kind === 'string' && isGoneThrough) yield { secret: text, name: 'AppendChar' };
  }
}

/**
 * Yields every secret in the tokens.
 * @param assigns whether `=` assigns a value: in an expression of Visual Basic it compares.
 */
export function* secretsInTokens(tokens: readonly Token[], assigns: boolean): Generator<TokenSecret> {
  yield* inCredentials(tokens);
  yield* inCharacters(tokens);
  for (const { name, text } of namedTexts(tokens, assigns)) {
    const secret = reaches(secretness(name), 'likely') ? text : secretInHeader(name, text);
    if (secret !== undefined) yield { secret, name };
  }
  for (const { kind, text } of tokens) {
    if (kind !== 'string') continue;
    for (const found of secretsInJson(text)) yield { secret: found.text, name: found.name };
  }
}
