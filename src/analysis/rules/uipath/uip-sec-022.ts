/** A workbook of configuration holds a secret. */

import { gatherSecretSettings, secretSettings } from '../../patterns/secrets/stored-settings.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-SEC-022', {
  level: 'project',
  gather: gatherSecretSettings,
  *check({ clues }) {
    yield* secretSettings(
      clues,
      (name, { at }) => `The cell ${at.name} of the workbook holds the value of "${name}".`,
    );
  },
});
