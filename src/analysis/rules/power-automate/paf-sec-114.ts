/** Code in a custom connector, which sees and changes every request and answer. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-SEC-114', {
  level: 'workflow',
  languages: ['csharp'],
  *check({ kind, activities, name }) {
    const at = activities[0];
    if (kind !== 'power-automate-connector-code' || at === undefined) return;
    yield { at, subject: 'code', message: `The connector "${name}" runs code of its own.` };
  },
});
