/** Secrets in a script that stands in a workflow as text: `password = "…"`, `$token = '…'`. */
import { codeTokens, likelyLanguage } from './code-tokens.ts';
import { type NamedText, namedTexts } from './named-texts.ts';
import { isOwnSecretName } from './own-secret-name.ts';
import { maySaySecret } from './secret-name.ts';

/** Filled in at run time: `%User%`, `$sUser$`, `{0}`. */
const FILLED_IN = /[%${}]/;
const TEXT_MAX = 20_000;

/** Each variable of a script with the name of a secret and the fixed text that it is given. */
export function* secretsInCode(code: string): Generator<NamedText> {
  if (code.length > TEXT_MAX || !maySaySecret(code)) return;
  for (const { name, text } of namedTexts(codeTokens(code, likelyLanguage(code)), true))
    if (isOwnSecretName(name) && !FILLED_IN.test(text)) yield { name, text };
}
