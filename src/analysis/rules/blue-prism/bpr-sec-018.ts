/** Finds code that deserialises outside data, or parses XML, with unsafe settings. */

import { codePartOf, treeCode } from '../../patterns/blue-prism/stage-code.ts';
import { unsafeReadersIn } from '../../patterns/code/unsafe-readers.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-SEC-018', {
  level: 'text',
  words:
    'formatter simpletyperesolver netdatacontract typenamehandling xmlurlresolver prohibitdtd dtdprocessing'.split(
      ' ',
    ),
  *check(text, { workflow }) {
    const part = codePartOf(workflow, text);
    const code = part && treeCode(part);
    const used = code && [...unsafeReadersIn(code)].join(', ');
    if (part !== undefined && used) yield { at: part.at, message: `${part.title} uses ${used}.` };
  },
});
