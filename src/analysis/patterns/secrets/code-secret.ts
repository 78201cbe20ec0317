/** Secrets in a script that a workflow holds as text: `password = "…"`, `$token = '…'`. */
import type { NamedText } from '../../semantics/assignments/named-text.ts';
import { MAY_SAY_SECRET } from '../../semantics/secretness/secret-words.ts';
import { codeTokens, likelyLanguage } from '../code/code-tokens.ts';
import { secretsInTokens } from './token-secrets.ts';

/** Placeholder for a value at run time: `%User%`, `$sUser$`, `{0}`. */
const FILLED_IN = /[%${}]/;

/** Yields each secret that a script holds as fixed text, with its name. */
export function* secretsInCode(code: string): Generator<NamedText> {
  if (!MAY_SAY_SECRET.test(code)) return;
  for (const { name = 'NetworkCredential', secret } of secretsInTokens(
    codeTokens(code, likelyLanguage(code)),
    true,
  ))
    if (!FILLED_IN.test(secret)) yield { name, text: secret };
}
