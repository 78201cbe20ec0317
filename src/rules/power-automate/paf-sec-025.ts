/** A solution carries the value of an environment variable that is a secret. */
import { defineRule } from '../../model/rule.ts';
import { secretVariables } from '../patterns/environment-variables.ts';
import { isPlaceholder } from '../patterns/placeholder.ts';

const variable = (name: string, type: number, value: string): string =>
  `-- solution.xml --\n<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName><MissingDependencies /></SolutionManifest></ImportExportXml>
-- customizations.xml --\n<ImportExportXml><Workflows /></ImportExportXml>
-- Workflows/Load-11111111-2222-3333-4444-555555555555.json --\n"Wait": {"type": "Wait", "runAfter": {}}
-- environmentvariabledefinitions/new_${name}/environmentvariabledefinition.xml --
<environmentvariabledefinition schemaname="new_${name}"><defaultvalue>${value}</defaultvalue><displayname default="${name}" /><type>${type}</type></environmentvariabledefinition>`;

const VAULT = '/subscriptions/1/resourceGroups/g/providers/Microsoft.KeyVault/vaults/v/secrets/sap';
/** The id of a secret in a Key Vault, as the data type Secret wants it. */
const VAULT_SECRET = /^\/subscriptions\/.+\/providers\/Microsoft\.KeyVault\/vaults\/[^/]+\/secrets\/[^/]+/i;

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
  level: 'variable',
  *check(declared) {
    const found = secretVariables(declared);
    const text = declared.default?.text.trim() ?? '';
    if (found === undefined || text === '' || isPlaceholder(text) || VAULT_SECRET.test(text)) return;
    yield {
      at: declared.default!,
      subject: declared.name,
      message: `The solution holds the value of "${found.shown}".`,
    };
  },
  examples: {
    'power-automate': {
      bad: [variable('ApiKey', 100000000, 'a81c0b7e55d2'), variable('SapLogin', 100000005, 'Sommer-2024')],
      good: [
        variable('ApiKey', 100000000, ''),
        variable('SiteAddress', 100000000, 'https://corp.example'),
        // Near misses: a reference into the vault, and a text that stands for a value.
        variable('SapLogin', 100000005, VAULT),
        variable('SapPassword', 100000000, '&lt;your password&gt;'),
      ],
    },
  },
});
