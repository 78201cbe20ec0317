/** Secrets in a script that stands in a workflow as text: `password = "…"`, `$token = '…'`. */
import { codeTokens, likelyLanguage } from '../code/code-tokens.ts';
import type { NamedText } from '../code/named-texts.ts';
import { maySaySecret } from './secret-name.ts';
import { secretsInTokens } from './token-secrets.ts';

/** Filled in at run time: `%User%`, `$sUser$`, `{0}`. */
const FILLED_IN = /[%${}]/;

/** Each secret that a script has as fixed text, with the name that it is given to. */
export function* secretsInCode(code: string): Generator<NamedText> {
  if (!maySaySecret(code)) return;
  for (const { name = 'NetworkCredential', secret } of secretsInTokens(
    codeTokens(code, likelyLanguage(code)),
    true,
  ))
    if (!FILLED_IN.test(secret)) yield { name, text: secret };
}
