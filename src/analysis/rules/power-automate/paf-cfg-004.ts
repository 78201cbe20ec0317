/** A solution that is deployed in the form for development. */
import { defineRule } from '../../model/rule.ts';

const WAIT = '"Wait": {"type": "Wait", "runAfter": {}}';
const solution = (managed: string): string =>
  `-- solution.xml --\n<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName>${managed}<MissingDependencies /></SolutionManifest></ImportExportXml>
-- customizations.xml --\n<ImportExportXml><connectionreferences /></ImportExportXml>
-- Workflows/Load-11111111-2222-3333-4444-555555555555.json --\n${WAIT}`;

export const rule = defineRule({
  id: 'PAF-CFG-004',
  version: 1,
  title: 'Unmanaged solution for production',
  platforms: ['power-automate'],
  category: 'configuration',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'Anyone with access can edit the flows of an unmanaged solution in production, past review and release.',
  fix: 'Export the solution as managed, or deploy it through a pipeline, which does so.',
  compliance: ['CHANGE'],
  options: {},
  fileKinds: ['power-automate-solution'],
  level: 'project',
  *check({ workflows }) {
    for (const workflow of workflows) {
      if (workflow.kind !== 'power-automate-solution' || workflow.settings.Managed !== '0') continue;
      const message = `The solution "${workflow.name}" is unmanaged.`;
      yield { in: workflow, at: workflow.start, subject: 'Managed', message };
    }
  },
  examples: {
    'power-automate': {
      bad: [solution('<Managed>0</Managed>'), solution('<Managed> 0 </Managed>')],
      // An unpacked solution with 2 can be packed either way; a manifest may also say nothing.
      good: [solution('<Managed>1</Managed>'), solution('<Managed>2</Managed>'), solution(''), WAIT],
    },
  },
});
