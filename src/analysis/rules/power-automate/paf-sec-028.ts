/** Parameters of a custom connector or settings of a deployment hold a secret. */

import { gatherSecretSettings, secretSettings } from '../../patterns/secrets/stored-settings.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-SEC-028', {
  level: 'project',
  isEnoughAlone: true,
  gather: gatherSecretSettings,
  *check({ clues }) {
    yield* secretSettings(clues, (name) => `The file contains the value of "${name}".`);
  },
});
