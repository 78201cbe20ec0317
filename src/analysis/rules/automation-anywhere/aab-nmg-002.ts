/** A bot whose name does not follow the convention. */

import { lastPathPart } from '../../patterns/texts/file-name.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('AAB-NMG-002', {
  level: 'workflow',
  *check(workflow, { options: { pattern, deny } }) {
    if (workflow.kind !== 'automation-anywhere-bot') return;
    const name = lastPathPart(workflow.file || workflow.name).replace(/\.json$/i, '');
    const isDenied = deny !== '' && compileUserPattern(deny).test(name);
    if (!isDenied && (pattern === '' || compileUserPattern(pattern).test(name))) return;
    const message = isDenied
      ? `The name of the bot "${name}" has a part that is not allowed.`
      : `The name of the bot "${name}" does not follow the convention.`;
    yield { at: { at: 0, owner: -1, name }, subject: 'name', message };
  },
});
