/** A flow, connection reference or environment variable whose name does not follow the convention. */
import type { ReferenceFacts } from '../../model/project.ts';
import { defineRule } from '../../model/rule.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';

const FLOWS = ['power-automate-flow', 'power-automate-package-flow', 'power-automate-definition'];

const ID = '11111111-2222-3333-4444-555555555555';
const WAIT = '"Wait": {"type": "Wait", "runAfter": {}}';
interface Names {
  readonly flow?: string;
  readonly connection?: string;
  readonly variable?: string;
}
const solution = ({ flow = 'FIN Load', connection = 'fin_mail', variable = 'fin_Url' }: Names): string =>
  `-- solution.xml --\n<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName></SolutionManifest></ImportExportXml>
-- customizations.xml --\n<ImportExportXml><Workflows><Workflow WorkflowId="{${ID}}" Name="${flow}"><StateCode>1</StateCode></Workflow></Workflows><connectionreferences><connectionreference connectionreferencelogicalname="${connection}"><connectorid>/providers/Microsoft.PowerApps/apis/shared_office365</connectorid></connectionreference></connectionreferences></ImportExportXml>
-- environmentvariabledefinitions/${variable}/environmentvariabledefinition.xml --
<environmentvariabledefinition schemaname="${variable}"><type>100000000</type></environmentvariabledefinition>
-- Workflows/Load-${ID}.json --\n${WAIT}`;

export const rule = defineRule({
  id: 'PAF-NMG-002',
  version: 1,
  title: 'Component naming convention',
  platforms: ['power-automate'],
  category: 'naming',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'In an environment with components of many teams, the name is all that says whose one it is.',
  fix: 'Rename the flow. A logical name cannot be changed: create the component again under a publisher with the right prefix.',
  compliance: ['MAINT'],
  controls: ['CWE-1099'],
  options: {
    flow: { default: '', about: 'Pattern of the names of flows.', stricter: 'equal', isPattern: true },
    connectionReference: {
      default: '',
      about: 'Pattern of the logical names of connection references, which are in lower case.',
      stricter: 'equal',
      isPattern: true,
    },
    environmentVariable: {
      default: '',
      about: 'Pattern of the schema names of environment variables.',
      stricter: 'equal',
      isPattern: true,
    },
  },
  needsOneOf: ['flow', 'connectionReference', 'environmentVariable'],
  level: 'project',
  *check({ workflows }, { options: { flow, connectionReference, environmentVariable } }) {
    const fits = (pattern: string, name: string): boolean =>
      pattern === '' || compileUserPattern(pattern).test(name);
    const patternOf = ({ kind }: ReferenceFacts): readonly [string, string] => {
      if (kind === 'declared-connection') return ['connection reference', connectionReference];
      return kind === 'declared-variable' ? ['environment variable', environmentVariable] : ['', ''];
    };
    for (const workflow of workflows) {
      const { kind, name, references, start } = workflow;
      if (FLOWS.includes(kind) && !fits(flow, name)) {
        const message = `The name of the flow "${name}" does not follow the convention.`;
        yield { in: workflow, at: start, subject: 'name', message };
      }
      for (const reference of references) {
        const [what, pattern] = patternOf(reference);
        if (fits(pattern, reference.target)) continue;
        const message = `The name of the ${what} "${reference.target}" does not follow the convention.`;
        yield { in: workflow, at: reference, subject: reference.target, message };
      }
    }
  },
  examples: {
    'power-automate': {
      options: { flow: '^FIN ', connectionReference: '^fin_', environmentVariable: '^fin_[A-Z]' },
      bad: [
        solution({ flow: 'Load orders' }),
        solution({ connection: 'new_shared_mail' }),
        solution({ variable: 'cr123_Url' }),
        { text: solution({ flow: 'Load', connection: 'new_mail', variable: 'fin_url' }), findings: 3 },
      ],
      good: [
        solution({}),
        solution({ flow: 'FIN Load orders', connection: 'fin_sap', variable: 'fin_Server' }),
        // A flow by itself has the name of its file.
        WAIT,
      ],
    },
  },
});
