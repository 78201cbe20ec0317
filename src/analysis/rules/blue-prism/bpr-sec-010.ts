/** Finds code that disables the check of certificates or allows broken protocols. */

import type { Expression } from '../../model/workflow.ts';
import { codePartOf, treeCode } from '../../patterns/blue-prism/stage-code.ts';
import {
  brokenProtocolIn,
  replacesCertificateCheck,
  sendsMailInClear,
} from '../../patterns/code/weakened-tls.ts';
import { defineRule } from '../define-rule.ts';

/** Returns the effect of the code on the connection, or undefined. */
function weakens(code: Expression): string | undefined {
  if (replacesCertificateCheck(code)) return 'replaces the check of server certificates';
  const broken = brokenProtocolIn(code);
  if (broken !== undefined) return `allows the protocol ${broken}`;
  return sendsMailInClear(code) ? 'disables encryption of the mail connection' : undefined;
}

export const rule = defineRule('BPR-SEC-010', {
  level: 'text',
  words: ['servercertificate', 'certificatepolicy', 'securityprotocol', 'enablessl'],
  *check(text, { workflow }) {
    const part = codePartOf(workflow, text);
    const code = part && treeCode(part);
    const what = code && weakens(code);
    if (part !== undefined && what !== undefined) yield { at: part.at, message: `${part.title} ${what}.` };
  },
});
