/** An environment variable of a solution that is a secret, but is declared as text. */

import {
  declarationIn,
  gatherDeclared,
} from '../../patterns/power-automate/solution/environment-variables.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-SEC-024', {
  level: 'project',
  gather: gatherDeclared,
  *check({ clues }) {
    for (const clue of clues) {
      const declared = declarationIn(clue);
      if (declared?.as !== 'text') continue;
      const { at, in: workflow } = clue;
      yield { in: workflow, at, subject: at.name, message: `"${declared.shown}" is declared as text.` };
    }
  },
});
