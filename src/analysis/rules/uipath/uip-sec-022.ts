/** A workbook of configuration holds a secret. */
import { defineRule } from '../../model/rule.ts';
import { gatherSecretSettings, secretSettings } from '../../patterns/secrets/stored-settings.ts';

/** Returns a project with a workbook: its sheets, and their rows with a line between the cells. */
const config = (sheets: string): string =>
  `-- Main.xaml --\n<Sequence DisplayName="Main" />\n-- Data/Config.xlsx --\n${sheets}`;

export const rule = defineRule({
  id: 'UIP-SEC-022',
  version: 1,
  title: 'Secret in the workbook of configuration',
  platforms: ['uipath'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who gets the project, its package or its Git history can read the secret, and changing it means publishing the process again.',
  fix: 'Create a Credential asset in Orchestrator, write its name into the workbook in place of the secret, and read it with "Get Credential". Then change the secret itself, because the old one is known.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {},
  examples: {
    uipath: {
      bad: [
        config('[Settings]\nName | Value\nSapPassword | Tulpe-4711-Rot'),
        config('[Logins]\nUser | System | Password\nsvc | ERP | Tulpe-4711-Rot'),
      ],
      good: [
        config('[Settings]\nName | Value\nSapPassword | <your password>'),
        config('[Settings]\nName | Value\nTokenTimeoutSeconds | 3600'),
        // Near misses: the name of an asset, and that of a credential.
        config('[Assets]\nName | Asset\nSapPassword | sap_password_prod1'),
        config('[Settings]\nName | Value\nSapCredentialName | SAP_Login1'),
      ],
    },
  },
  level: 'project',
  gather: gatherSecretSettings,
  *check({ clues }) {
    yield* secretSettings(
      clues,
      (name, { at }) => `The cell ${at.name} of the workbook holds the value of "${name}".`,
    );
  },
});
