/** A solution contains the value of an environment variable that is a secret. */
import { defineRule } from '../../model/rule.ts';
import { gatherValues, shippedSecrets } from '../../patterns/power-automate/environment-variables.ts';

const variable = (name: string, type: number, value: string): string =>
  `-- solution.xml --\n<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName><MissingDependencies /></SolutionManifest></ImportExportXml>
-- customizations.xml --\n<ImportExportXml><Workflows /></ImportExportXml>
-- Workflows/Load-11111111-2222-3333-4444-555555555555.json --\n"Wait": {"type": "Wait", "runAfter": {}}
-- environmentvariabledefinitions/new_${name}/environmentvariabledefinition.xml --
<environmentvariabledefinition schemaname="new_${name}"><defaultvalue>${value}</defaultvalue><displayname default="${name}" /><type>${type}</type></environmentvariabledefinition>`;

const VAULT = '/subscriptions/1/resourceGroups/g/providers/Microsoft.KeyVault/vaults/v/secrets/sap';
export const rule = defineRule({
  id: 'PAF-SEC-025',
  version: 1,
  title: 'Secret value shipped in the solution',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who gets the solution gets the value, and it stays in every export and in version control.',
  fix: 'Remove the value from the solution and set it in each environment. Change the secret, because it was in a file.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {},
  level: 'project',
  gather: gatherValues,
  *check(project) {
    for (const { value, shown } of shippedSecrets(project)) {
      const { at, in: workflow } = value;
      yield { in: workflow, at, subject: at.name, message: `The solution holds the value of "${shown}".` };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        variable('ApiKey', 100000000, 'a81c0b7e55d2'),
        variable('SapLogin', 100000005, 'Sommer-2024'),
        // The value of the environment that it was exported from.
        `${variable('ApiKey', 100000000, '')}
-- environmentvariabledefinitions/new_ApiKey/environmentvariablevalues.json --
{"environmentvariablevalues":{"environmentvariablevalue":{"@environmentvariablevalueid":"1","value":"a81c0b7e55d2"}}}`,
      ],
      good: [
        variable('ApiKey', 100000000, ''),
        variable('SiteAddress', 100000000, 'https://corp.example'),
        // Near misses: a reference into the vault, and a text that stands for a value.
        variable('SapLogin', 100000005, VAULT),
        variable('SapPassword', 100000000, '&lt;your password&gt;'),
        variable(
          'ConnectionString',
          100000000,
          'Server=db1;Database=Orders;Authentication=ActiveDirectoryIntegrated;',
        ),
        variable('PasswordNotice', 100000000, 'Please change your password within 14 days'),
        `${variable('SiteAddress', 100000000, '')}
-- environmentvariabledefinitions/new_SiteAddress/environmentvariablevalues.json --
{"environmentvariablevalues":{"environmentvariablevalue":{"value":"https://corp.example"}}}`,
      ],
    },
  },
});
