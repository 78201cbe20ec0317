/** Parameters of a custom connector or settings of a deployment hold a secret. */
import { defineRule } from '../../model/rule.ts';
import { gatherSecretSettings, secretSettings } from '../../patterns/secrets/stored-settings.ts';

const SOLUTION = `-- solution.xml --\n<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName><MissingDependencies /></SolutionManifest></ImportExportXml>
-- customizations.xml --\n<ImportExportXml><Workflows /></ImportExportXml>
-- Workflows/Load-11111111-2222-3333-4444-555555555555.json --\n"Wait": {"type": "Wait", "runAfter": {}}`;
const connector = (settings: string): string =>
  `${SOLUTION}\n-- Connectors/nw_erp_connectionparameters.json --\n{"token": {"type": "oauthSetting", "oAuthSettings": {${settings}}}}`;
const deployment = (name: string, value: string): string =>
  `${SOLUTION}\n-- config/settings.json --\n{"EnvironmentVariables": [{"SchemaName": "${name}", "Value": "${value}"}], "ConnectionReferences": []}`;

export const rule = defineRule({
  id: 'PAF-SEC-028',
  version: 1,
  title: 'Secret in a connector or in deployment settings',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who gets the solution or its repository can read the secret, and it stays in every export and in version control.',
  fix: 'Remove the value. Enter the secret of a connector in the maker portal after the import, and let the pipeline set values of deployments from its secret store. Change the secret, because it was in a file.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {},
  examples: {
    'power-automate': {
      bad: [
        connector('"clientId": "0b1c", "clientSecret": "Tulpe-4711-Rot"'),
        deployment('nw_ApiKey', 'a81c0b7e55d2'),
      ],
      good: [
        connector('"clientId": "0b1c", "clientSecret": ""'),
        deployment('nw_SiteAddress', 'https://corp.example'),
        // Near misses: a value that the pipeline fills in, and the name of an asset.
        deployment('nw_ApiKey', '#{ApiKey}#'),
        deployment('nw_ApiKeyName', 'erp-key-2'),
      ],
    },
  },
  level: 'project',
  gather: gatherSecretSettings,
  *check({ clues }) {
    yield* secretSettings(clues, (name) => `The file holds the value of "${name}".`);
  },
});
