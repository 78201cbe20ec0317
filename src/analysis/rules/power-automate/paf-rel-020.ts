/** A flow of a solution needs a child flow, connection or variable that the solution lacks. */
import type { Project, ReferenceFacts, WorkflowFacts } from '../../model/project.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import { absentFlow, membership } from '../../patterns/power-automate/solution-members.ts';

/** Solution name of a component that exists only in the source environment: no other solution delivers it. */
const ONLY_THERE = /^(?:active)?$/i;
/** Member of a solution that declares its connection references. */
const CUSTOMIZATIONS = /(?:^|\/)customizations\.xml$/i;
const NEEDS = [
  ['used-connection', 'declared-connection', 'connection reference'],
  ['used-variable', 'declared-variable', 'environment variable'],
] as const;

function* undeclared(
  { workflows }: Project,
  isMember: (workflow: WorkflowFacts) => boolean,
): Generator<Problem> {
  const all = workflows.flatMap(({ references }) => references);
  // What the solution says that it lacks is reported at that place, or a solution with a name brings it.
  const reported = new Set(
    all.filter(({ kind }) => kind === 'missing').map(({ target }: ReferenceFacts) => target.toLowerCase()),
  );
  const isUnread = workflows.some(({ kind, file }) => kind === 'unreadable' && CUSTOMIZATIONS.test(file));
  for (const [used, declared, title] of NEEDS) {
    const known = new Set(
      all.filter(({ kind }) => kind === declared).map(({ target }: ReferenceFacts) => target.toLowerCase()),
    );
    // Parts of an unpacked solution are often stored elsewhere: without a single variable nothing is known of them.
    if (used === 'used-variable' && known.size === 0) continue;
    if (used === 'used-connection' && isUnread) continue;
    for (const workflow of workflows.filter(isMember)) {
      for (const reference of workflow.references) {
        const target = reference.target.toLowerCase();
        if (reference.kind !== used || known.has(target) || reported.has(target)) continue;
        const message = `The flow uses the ${title} "${reference.target}", which is not in the solution.`;
        const group = `${used} ${target}`;
        yield { in: workflow, at: reference, subject: reference.target, message, group };
      }
    }
  }
}

const A = '11111111-2222-3333-4444-555555555555';
const B = '66666666-7777-8888-9999-aaaaaaaaaaaa';
const solution = (missing: string, connections = ''): string =>
  `-- solution.xml --\n<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName><MissingDependencies>${missing}</MissingDependencies></SolutionManifest></ImportExportXml>
-- customizations.xml --\n<ImportExportXml><connectionreferences>${connections}</connectionreferences></ImportExportXml>
-- Workflows/Load-${A}.json --\n`;
const C = '33333333-2222-3333-4444-555555555555';
/** Builds a solution whose manifest names one flow. */
const declaring = (id: string): string =>
  solution('').replace(
    '</SolutionManifest>',
    `<RootComponents><RootComponent type="29" id="{${id}}" behavior="0" /></RootComponents></SolutionManifest>`,
  );
const WAIT = '"Wait": {"type": "Wait", "runAfter": {}}';
const CHILD = `"Run child": {"type": "Workflow", "inputs": {"host": {"workflowReferenceName": "${B}"}}, "runAfter": {}}`;
const CONNECTED = `{"properties":{"connectionReferences":{"shared_sql":{"connection":{"connectionReferenceLogicalName":"new_sql"},"api":{"name":"shared_sql"}}},"definition":{"$schema":"https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#","triggers":{},"actions":{${WAIT}}}},"schemaVersion":"1.0.0.0"}`;
const lacksConnection = (from: string): string =>
  `<MissingDependency><Required type="connectionreference" displayName="new_SQL" solution="${from}" /><Dependent type="29" displayName="Load" /></MissingDependency>`;
const missing = (from: string): string =>
  `<MissingDependency><Required type="29" displayName="Audit" solution="${from}" /><Dependent type="29" displayName="Load" /></MissingDependency>`;

export const rule = defineRule({
  id: 'PAF-REL-020',
  version: 3,
  title: 'Child flow or dependency missing',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The import stops, or the flow fails in the environment that it is brought to.',
  fix: 'Add the component to the solution ("Add existing", or "Add required objects") and export it again.',
  compliance: ['INTEG'],
  groupBy: 'missing dependency',
  options: {},
  level: 'project',
  *check(project) {
    if (!project.isComplete) return;
    const isMember = membership(project);
    for (const workflow of project.workflows) {
      for (const call of isMember(workflow) ? workflow.calls : []) {
        const what = absentFlow(project.calleeOf(workflow, call), isMember);
        if (what === undefined) continue;
        const message = `"${call.step}" runs the flow ${what}, which is not in the solution.`;
        const group = `flow ${what.toLowerCase()}`;
        yield { in: workflow, at: call, subject: what, message, group };
      }
      for (const reference of workflow.references) {
        if (reference.kind !== 'missing' || !ONLY_THERE.test(reference.detail)) continue;
        const message = `The solution itself says that it lacks "${reference.target}".`;
        const group = `required ${reference.target}`;
        yield { in: workflow, at: reference, subject: reference.target, message, group };
      }
    }
    yield* undeclared(project, isMember);
  },
  examples: {
    'power-automate': {
      bad: [
        solution('') + CHILD,
        solution('') + CONNECTED,
        solution(missing('Active')) + WAIT,
        // Reported once, although the flow needs it and the solution says so.
        solution(lacksConnection('Active')) + CONNECTED,
        // One child flow that two flows run, and one component that two others need.
        `${solution('')}${CHILD}\n-- Workflows/Save-22222222-3333-4444-5555-666666666666.json --\n${CHILD}`,
        solution(missing('Active') + missing('Active')) + WAIT,
        // The flow that is run lies in the folder alone.
        `${declaring(A)}${CHILD}\n-- Workflows/Audit-${B}.json --\n${WAIT}`,
        `${declaring(A)}${CONNECTED}`,
        {
          text: solution(missing('Active') + missing('Active').replace('Audit', 'Report')) + WAIT,
          findings: 2,
        },
      ],
      good: [
        // No part of the solution names the second flow.
        `${declaring(A)}${WAIT}\n-- Workflows/Old-${B}.json --\n${CONNECTED}`,
        `${declaring(A)}${WAIT}\n-- Workflows/Old-${B}.json --\n${CHILD.replace(B, C)}`,
        `${solution('')}${CHILD}\n-- Workflows/Save-${B}.json --\n${WAIT}`,
        solution('', '<connectionreference connectionreferencelogicalname="new_SQL" />') + CONNECTED,
        // Near misses: what declares the connections cannot be read; another solution, which has a name, brings it.
        `${solution('').replace('</ImportExportXml>\n-- Workflows', '\n-- Workflows')}${CONNECTED}`,
        solution(missing('msdynce_Sales (9.0)')) + WAIT,
        solution(lacksConnection('CenterofExcellenceCoreComponents (3.56)')) + CONNECTED,
      ],
    },
  },
});
