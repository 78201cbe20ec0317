/** A solution contains the value of an environment variable that is a secret. */

import {
  gatherValues,
  shippedSecrets,
} from '../../patterns/power-automate/solution/environment-variables.ts';
import { defineRule } from '../define-rule.ts';
export const rule = defineRule('PAF-SEC-025', {
  level: 'project',
  gather: gatherValues,
  *check(project) {
    for (const { value, shown } of shippedSecrets(project)) {
      const { at, in: workflow } = value;
      yield { in: workflow, at, subject: at.name, message: `The solution contains the value of "${shown}".` };
    }
  },
});
