/** Finds secrets by their documented form, in any text of a workflow. */

import type { Text } from '../../model/text.ts';
import type { Workflow } from '../../model/workflow.ts';
import { isExpiredToken } from '../../patterns/secrets/expired-token.ts';
import { mask, maskedKey } from '../../patterns/secrets/mask.ts';
import { PROSE_WORDS, passwordInProse } from '../../patterns/secrets/prose-password.ts';
import {
  KNOWN_SECRET_MIN,
  KNOWN_SECRET_WORDS,
  knownSecretsIn,
  withArticle,
} from '../../patterns/secrets/secret-formats.ts';
import { textTitle } from '../../patterns/texts/text-title.ts';
import { defineRule } from '../define-rule.ts';

/** Returns whether another rule of the platform reports the secret: in a connection string or a request header. */
function hasOwnRule(title: string, { name, owner }: Text, workflow: Workflow): boolean {
  if (title === 'password in a connection string') {
    const isConnect = workflow.activities[owner]?.type.startsWith('Database/connect') === true;
    return workflow.language === 'robin' || isConnect;
  }
  const isHeader = /(?:headers\.authorization|authentication\.value)$/i.test(name);
  return title === 'login in an Authorization header' && isHeader && workflow.platform === 'power-automate';
}

export const rule = defineRule('XPL-SEC-001', {
  includeDisabled: true,
  level: 'text',
  words: [...KNOWN_SECRET_WORDS, ...PROSE_WORDS],
  names: () => false,
  lengthMin: KNOWN_SECRET_MIN,
  *check(text, { workflow }) {
    const reported = new Set<string>();
    for (const { title, secret } of knownSecretsIn(text.text)) {
      if (reported.has(secret)) continue;
      reported.add(secret);
      if (hasOwnRule(title, text, workflow)) continue;
      const where = textTitle(workflow, text);
      const hasEnded = isExpiredToken(secret);
      const kind = withArticle(title);
      yield {
        at: text,
        message: `${where} seems to contain ${kind}${hasEnded ? ' that has expired' : ''}: ${mask(secret)}.`,
        ...(hasEnded ? { severity: 'medium' as const } : {}),
        subject: `${text.name} ${title}`,
        group: maskedKey(secret),
      };
    }
    if (text.kind !== 'annotation' && text.kind !== 'comment') return;
    const inProse = passwordInProse(text.text);
    if (
      inProse === undefined ||
      [...reported].some((secret) => secret.includes(inProse) || inProse.includes(secret))
    )
      return;
    yield {
      at: text,
      message: `${textTitle(workflow, text)} contains a password in its prose: ${mask(inProse)}.`,
      subject: `${text.name} password in prose`,
      group: maskedKey(inProse),
    };
  },
});
