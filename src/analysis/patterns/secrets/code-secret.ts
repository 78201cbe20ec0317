/** Secrets in a script that a workflow holds as text: `password = "…"`, `$token = '…'`. */
import { codeTokens, likelyLanguage } from '../code/code-tokens.ts';
import type { NamedText } from '../code/named-texts.ts';
import { maySaySecret } from './secret-name.ts';
import { secretsInTokens } from './token-secrets.ts';

/** Placeholder for a value at run time: `%User%`, `$sUser$`, `{0}`. */
const FILLED_IN = /[%${}]/;

/** Yields each secret that a script holds as fixed text, with its name. */
export function* secretsInCode(code: string): Generator<NamedText> {
  if (!maySaySecret(code)) return;
  for (const { name = 'NetworkCredential', secret } of secretsInTokens(
    codeTokens(code, likelyLanguage(code)),
    true,
  ))
    if (!FILLED_IN.test(secret)) yield { name, text: secret };
}
