/** Data items with personal data whose values stages write into the session log. */
import { isLogged } from '../../patterns/blue-prism/session-log.ts';
import { isPersonalName } from '../../patterns/texts/personal-name.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-PRV-003', {
  level: 'variable',
  *check(variable, { workflow }) {
    if (!isPersonalName(variable.name) || !isLogged(workflow, variable)) return;
    yield {
      at: variable,
      subject: variable.name,
      message: `Stages write the value of "${variable.name}" into the session log.`,
    };
  },
});
