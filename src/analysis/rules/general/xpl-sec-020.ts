/** Finds programs and scripts that a workflow hides by encoding. */

import { LONG_RUN } from '../../model/rule.ts';
import type { Text } from '../../model/text.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { runsCode } from '../../patterns/operation.ts';
import {
  assignedKey,
  codeRunBy,
  encodedCommandRunBy,
  keyOfDefault,
  runsPowerShell,
} from '../../patterns/payload-flow.ts';
import { DECODERS, hiddenPayload, isEncoded } from '../../patterns/secrets/encoded-payload.ts';
import { textTitle } from '../../patterns/texts/text-title.ts';
import { defineRule } from '../define-rule.ts';

/** Decoding calls in the code that a step runs: `base64ToString(…)` as its script. */
const DECODES = /FromBase64String|base64ToString|base64ToBinary|\batob\b/i;

/**
 * Returns the payload that a text passes to another step through variables: code that the step decodes, or decoded code
 * that it runs.
 */
function handedOn(workflow: Workflow, text: Text, owner: Activity | undefined): string | undefined {
  const isDecoded = text.kind !== 'literal' && DECODES.test(text.text);
  if (!isDecoded && !isEncoded(text.text)) return undefined;
  const isDefault = text.kind === 'default';
  const key = isDefault ? keyOfDefault(workflow, text.at) : owner && assignedKey(owner);
  if (key === undefined) return undefined;
  const by = isDecoded ? codeRunBy(workflow, key) : encodedCommandRunBy(workflow, key);
  if (by === undefined) return undefined;
  return isDecoded
    ? `code that is decoded here and run by "${by.name}"`
    : `an encoded PowerShell command, which "${by.name}" runs`;
}

// Office documents as Base64 are templates and no finding, although they are zip archives.
export const rule = defineRule('XPL-SEC-020', {
  includeDisabled: true,
  level: 'text',
  words: [LONG_RUN, 'chr', 'char', ...DECODERS.map((decoder) => decoder.toLowerCase())],
  names: () => false,
  check(text, { workflow, options }) {
    if (text.kind === 'annotation' || text.kind === 'comment') return [];
    const owner = workflow.activities[text.owner];
    // In other languages code is one text, in which the use of the decoded value is searched.
    const isComputed = text.kind === 'expression' && workflow.language === 'workflow-definition';
    const runs = isComputed && owner !== undefined && runsCode(owner) && DECODES.test(text.text);
    const isForPowerShell = owner !== undefined && runsPowerShell(workflow, owner);
    const what = runs
      ? 'code that is decoded when it runs'
      : (hiddenPayload(text.text, options.n, isForPowerShell) ?? handedOn(workflow, text, owner));
    if (what === undefined) return [];
    const where = textTitle(workflow, text);
    return [{ at: text, message: `${where} contains ${what}.` }];
  },
});
