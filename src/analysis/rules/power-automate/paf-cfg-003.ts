/** A flow that is not part of a solution. */
import { defineRule } from '../../model/rule.ts';

const SCHEMA =
  'https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#';
const definition = `{"$schema":"${SCHEMA}","contentVersion":"1.0.0.0","triggers":{},"actions":{"Wait":{"type":"Wait","runAfter":{}}}}`;
const inPackage = `{"name":"1f","id":"/providers/Microsoft.Flow/flows/1f","type":"Microsoft.Flow/flows","properties":{"displayName":"Load","definition":${definition},"connectionReferences":{}},"schemaVersion":"1.0.0.0"}`;

const SOLUTION = `-- solution.xml --\n<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName></SolutionManifest></ImportExportXml>
-- customizations.xml --\n<ImportExportXml><connectionreferences /></ImportExportXml>
-- Workflows/Load-11111111-2222-3333-4444-555555555555.json --\n"Wait": {"type": "Wait", "runAfter": {}}`;

export const rule = defineRule({
  id: 'PAF-CFG-003',
  version: 1,
  title: 'Flow is not part of a solution',
  platforms: ['power-automate'],
  category: 'configuration',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'Such a flow moves to the next environment by hand: no pipeline deploys it, and no version says what runs there.',
  fix: 'Add the flow to a solution, and deploy that.',
  compliance: ['CHANGE'],
  options: {},
  fileKinds: [
    'power-automate-definition',
    'power-automate-package-flow',
    'power-automate-package',
    'power-automate-solution',
  ],
  level: 'workflow',
  *check(workflow) {
    const isPackage = workflow.kind === 'power-automate-package-flow';
    if (!isPackage && workflow.kind !== 'power-automate-definition') return;
    const what = isPackage ? 'from a package' : 'a definition by itself';
    yield {
      at: { at: 0, owner: -1, name: workflow.name },
      subject: 'solution',
      message: `The flow "${workflow.name}" is ${what}, not part of a solution.`,
    };
  },
  examples: {
    'power-automate': {
      bad: [definition, inPackage],
      good: [
        '"Wait": {"type": "Wait", "runAfter": {}}',
        '"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://a.example/x"}, "runAfter": {}}',
        SOLUTION,
      ],
    },
  },
});
