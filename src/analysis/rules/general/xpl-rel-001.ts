/** Workflows, bots, pages or flows call each other in a cycle. */
import { type CallNode, pageCallsOf } from '../../model/calls/page-calls.ts';
import { defineRule } from '../../model/rule.ts';

const bare = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function nameOf({ workflow, page }: CallNode): string {
  const inside = workflow.pages.find(({ index }) => index === page)?.name;
  const outside = workflow.name || bare(workflow.file);
  return inside === undefined ? outside : `${outside} › ${inside}`;
}

const PROJECT =
  '-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"projectVersion":"1.0.0"}\n';
const invoke = (file: string, inside = ''): string =>
  `<ui:InvokeWorkflowFile DisplayName="Run ${file}" WorkflowFileName="${file}">${inside}</ui:InvokeWorkflowFile>`;
const eachFolder = (handedOver: string): string =>
  `<x:Property Name="in_Root" Type="InArgument(x:String)" /><ui:ForEach x:TypeArguments="x:String" Values="[Directory.GetDirectories(in_Root)]"><ui:ForEach.Body><ActivityAction x:TypeArguments="x:String"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="x:String" Name="folder" /></ActivityAction.Argument><Sequence>${invoke('Main.xaml', `<ui:InvokeWorkflowFile.Arguments><InArgument x:TypeArguments="x:String" x:Key="in_Root">[${handedOver}]</InArgument></ui:InvokeWorkflowFile.Arguments>`)}</Sequence></ActivityAction></ui:ForEach.Body></ui:ForEach>`;
const child = (id: string): string =>
  `"Run child": {"type": "Workflow", "inputs": {"host": {"workflowReferenceName": "${id}"}}, "runAfter": {}}`;
const A = '11111111-2222-3333-4444-555555555555';
const B = '66666666-7777-8888-9999-aaaaaaaaaaaa';
const SOLUTION = `-- solution.xml --\n<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName><MissingDependencies /></SolutionManifest></ImportExportXml>
-- customizations.xml --\n<ImportExportXml><Workflows /></ImportExportXml>\n`;
const run = (bot: string): string =>
  `{"commandName":"runTask","packageName":"TaskBot","attributes":[{"name":"taskbot","value":{"type":"TASKBOT","taskbotFile":{"type":"FILE","string":"repository:///Automation%20Anywhere/Bots/${bot}"}}}]}`;
const page = (id: string, calls: string): string =>
  `<subsheet subsheetid="${id}" type="Normal" published="False"><name>Page ${id}</name></subsheet>
<stage stageid="s${id}" name="Start" type="Start"><subsheetid>${id}</subsheetid><onsuccess>c${id}</onsuccess></stage>
<stage stageid="c${id}" name="Go on" type="SubSheet"><subsheetid>${id}</subsheetid><onsuccess>e${id}</onsuccess><processid>${calls}</processid></stage>
<stage stageid="e${id}" name="End" type="End"><subsheetid>${id}</subsheetid></stage>`;
const callPage = (id: string): string =>
  `<stage stageid="m" name="Begin" type="SubSheet"><onsuccess>end</onsuccess><processid>${id}</processid></stage>`;

export const rule = defineRule({
  id: 'XPL-REL-001',
  version: 2,
  title: 'Calls form a cycle',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Nothing limits how often the circle is run through: it ends when memory or licences do.',
  fix: 'Replace the circle by a loop, or hand an argument along that counts the depth and stop at a limit.',
  compliance: ['AVAIL'],
  controls: ['CWE-674'],
  options: {},
  level: 'project',
  isEnoughAlone: true,
  *check(project) {
    const graph = pageCallsOf(project);
    const circles = Map.groupBy(graph, ({ head }) => head);
    const reported = new Set<CallNode>();
    for (const node of graph) {
      for (const { to, call } of node.edges) {
        const head = node.head!;
        if (to.head !== head || reported.has(head)) continue;
        reported.add(head);
        const members = circles.get(head)!;
        const names = members
          .slice(0, 5)
          .map((member) => `"${nameOf(member)}"`)
          .join(', ');
        const message =
          members.length === 1
            ? `${names} calls itself.`
            : `${names}${members.length > 5 ? ' and others' : ''} call each other in a circle.`;
        yield { in: node.workflow, at: call, subject: 'cycle', message };
      }
    }
  },
  examples: {
    uipath: {
      bad: [
        `${PROJECT}-- Main.xaml --\n${invoke('Load.xaml')}\n-- Load.xaml --\n${invoke('Main.xaml')}`,
        `${PROJECT}-- Main.xaml --\n${invoke('Main.xaml')}`,
        // In a loop, but every run gets the same.
        `${PROJECT}-- Main.xaml --\n${eachFolder('in_Root')}`,
      ],
      good: [
        // A walk down a tree ends with the tree.
        `${PROJECT}-- Main.xaml --\n${eachFolder('folder')}`,
        `${PROJECT}-- Main.xaml --\n${invoke('Load.xaml')}${invoke('Save.xaml')}\n-- Load.xaml --\n${invoke('Save.xaml')}\n-- Save.xaml --\n<WriteLine Text="a" />`,
        // Near misses: the depth is counted, and the way back is switched off.
        `${PROJECT}-- Main.xaml --\n<x:Property Name="in_Depth" Type="InArgument(x:Int32)" />${invoke('Main.xaml', '<ui:InvokeWorkflowFile.Arguments><InArgument x:TypeArguments="x:Int32" x:Key="in_Depth">[in_Depth + 1]</InArgument></ui:InvokeWorkflowFile.Arguments>')}`,
        `${PROJECT}-- Main.xaml --\n${invoke('Load.xaml')}\n-- Load.xaml --\n<ui:CommentOut><ui:CommentOut.Body><Sequence>${invoke('Main.xaml')}</Sequence></ui:CommentOut.Body></ui:CommentOut>`,
      ],
    },
    'power-automate': {
      bad: [
        `${SOLUTION}-- Workflows/Load-${A}.json --\n${child(B)}\n-- Workflows/Save-${B}.json --\n${child(A)}`,
        'CALL Again\nFUNCTION Again GLOBAL\n  SET Count TO 1\n  CALL Again\nEND FUNCTION',
      ],
      good: [
        `${SOLUTION}-- Workflows/Load-${A}.json --\n${child(B)}\n-- Workflows/Save-${B}.json --\n"Wait": {"type": "Wait", "runAfter": {}}`,
        `${SOLUTION}-- Workflows/Load-${A}.json --\n${child("@{variables('next')}")}`,
        // Near miss: a subflow that is called twice.
        'CALL Again\nCALL Again\nFUNCTION Again GLOBAL\n  SET Count TO 1\nEND FUNCTION',
      ],
    },
    'automation-anywhere': {
      bad: [
        `-- Automation Anywhere/Bots/Main --\n${run('Log%20in')}\n-- Automation Anywhere/Bots/Log in --\n${run('Main')}`,
        `-- Automation Anywhere/Bots/Main --\n${run('Main')}`,
      ],
      good: [
        `-- Automation Anywhere/Bots/Main --\n${run('Log%20in')}\n-- Automation Anywhere/Bots/Log in --\n{"commandName":"comment","packageName":"Comment"}`,
        `-- Automation Anywhere/Bots/Main --\n${run('Log%20in').replace('"packageName"', '"disabled":true,"packageName"')}\n-- Automation Anywhere/Bots/Log in --\n${run('Main')}`,
        // Near miss: a bot of the same name in another folder.
        `-- Automation Anywhere/Bots/Main --\n${run('Old/Main')}\n-- Automation Anywhere/Bots/Old/Main --\n{"commandName":"comment","packageName":"Comment"}`,
      ],
    },
    'blue-prism': {
      bad: [`${callPage('a')}${page('a', 'b')}${page('b', 'a')}`, `${callPage('a')}${page('a', 'a')}`],
      good: [
        callPage('a') + page('a', 'b') + page('b', 'c'),
        callPage('a') + page('a', 'gone'),
        // Near miss: two pages that use the same third one.
        callPage('a') + page('a', 'c') + page('b', 'c'),
      ],
    },
  },
});
