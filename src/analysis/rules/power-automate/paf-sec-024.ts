/** An environment variable of a solution that is a secret, but is declared as text. */
import { defineRule } from '../../model/rule.ts';
import { declarationIn, gatherDeclared } from '../../patterns/power-automate/environment-variables.ts';

const variable = (name: string, type: number): string =>
  `-- solution.xml --\n<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName><MissingDependencies /></SolutionManifest></ImportExportXml>
-- customizations.xml --\n<ImportExportXml><Workflows /></ImportExportXml>
-- Workflows/Load-11111111-2222-3333-4444-555555555555.json --\n"Wait": {"type": "Wait", "runAfter": {}}
-- environmentvariabledefinitions/new_${name}/environmentvariabledefinition.xml --
<environmentvariabledefinition schemaname="new_${name}"><displayname default="${name}" /><type>${type}</type></environmentvariabledefinition>`;

export const rule = defineRule({
  id: 'PAF-SEC-024',
  version: 1,
  title: 'Secret environment variable declared as text',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who can open the environment reads the value, and it stands in the history of each run that uses it.',
  fix: 'Make a new environment variable of the data type Secret, which points to a secret in Azure Key Vault, and use it in the flows.',
  compliance: ['PLAINCRED'],
  controls: ['CWE-256'],
  dedupeGroup: 'plain-credential',
  options: {},
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
  examples: {
    'power-automate': {
      bad: [variable('ApiKey', 100000000), variable('SapPassword', 100000003)],
      good: [
        variable('ApiKey', 100000005),
        variable('SiteAddress', 100000000),
        // Near misses: the address of a token endpoint, and the name of a stored credential.
        variable('TokenUrl', 100000000),
        variable('ErpCredential', 100000000),
      ],
    },
  },
});
