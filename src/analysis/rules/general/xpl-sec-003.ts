/** Finds private keys and certificate stores in any text of a workflow. */

import { privateKeyIn } from '../../patterns/secrets/private-key.ts';
import { textTitle } from '../../patterns/texts/text-title.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('XPL-SEC-003', {
  includeDisabled: true,
  level: 'text',
  words: ['mii', '-----begin ', 'putty-user-key-file-'],
  check(text, { workflow }) {
    const kind = privateKeyIn(text.text);
    if (kind === undefined) return [];
    const where = textTitle(workflow, text);
    return [{ at: text, message: `${where} contains a ${kind}.`, subject: `${text.name} private key` }];
  },
});
