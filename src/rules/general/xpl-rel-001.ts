/** Workflows, bots, pages or flows call each other in a circle. */
import type { CallFacts, Project, WorkflowFacts } from '../../model/project.ts';
import { defineRule } from '../../model/rule.ts';

/** A workflow, or one page of it, and where its calls lead. */
interface Node {
  readonly name: string;
  readonly edges: { readonly to: string; readonly call: CallFacts; readonly workflow: WorkflowFacts }[];
}

const bare = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Who calls whom; a call that counts how deep it is has a guard and is no edge. */
function graphOf(project: Project): Map<string, Node> {
  const graph = new Map<string, Node>();
  const places = new Map(project.workflows.map((workflow, index) => [workflow, index]));
  const nodeOf = (workflow: WorkflowFacts, page: number): string => {
    const { pages } = workflow;
    // The first page is where a process or script begins.
    const at = page === -1 ? (pages[0]?.index ?? -1) : page;
    const key = `${places.get(workflow) ?? `${workflow.file} ${workflow.artifactKey}`} ${at}`;
    if (!graph.has(key)) {
      const inside = pages.find(({ index }) => index === at)?.name;
      const outside = workflow.name || bare(workflow.file);
      graph.set(key, { name: inside === undefined ? outside : `${outside} › ${inside}`, edges: [] });
    }
    return key;
  };
  for (const workflow of project.workflows) {
    for (const call of workflow.calls) {
      const callee = project.calleeOf(workflow, call);
      if (callee.status !== 'found' || call.isCounted) continue;
      const { edges } = graph.get(nodeOf(workflow, call.page))!;
      edges.push({ to: nodeOf(callee.workflow, callee.page), call, workflow });
    }
  }
  return graph;
}

/** The nodes that each one can reach and be reached from, without recursion: chains may be long (Kosaraju). */
function componentsOf(graph: ReadonlyMap<string, Node>): Map<string, string> {
  const order: string[] = [];
  const seen = new Set<string>();
  for (const start of graph.keys()) {
    const stack: { key: string; next: number }[] = seen.has(start) ? [] : [{ key: start, next: 0 }];
    seen.add(start);
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const edge = graph.get(top.key)!.edges[top.next++];
      if (edge === undefined) order.push(stack.pop()!.key);
      else if (!seen.has(edge.to)) {
        seen.add(edge.to);
        stack.push({ key: edge.to, next: 0 });
      }
    }
  }
  const back = new Map<string, string[]>();
  for (const [from, { edges }] of graph)
    for (const { to } of edges) back.set(to, [...(back.get(to) ?? []), from]);
  const component = new Map<string, string>();
  for (const head of order.reverse()) {
    const queue = component.has(head) ? [] : [head];
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      if (component.has(key)) continue;
      component.set(key, head);
      queue.push(...(back.get(key) ?? []));
    }
  }
  return component;
}

const PROJECT =
  '-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"projectVersion":"1.0.0"}\n';
const invoke = (file: string, inside = ''): string =>
  `<ui:InvokeWorkflowFile DisplayName="Run ${file}" WorkflowFileName="${file}">${inside}</ui:InvokeWorkflowFile>`;
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
  version: 1,
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
    const graph = graphOf(project);
    const component = componentsOf(graph);
    const told = new Set<string>();
    for (const [from, { edges }] of graph) {
      for (const { to, call, workflow } of edges) {
        const head = component.get(from)!;
        if (component.get(to) !== head || told.has(head)) continue;
        told.add(head);
        const members = [...graph].filter(([key]) => component.get(key) === head).map(([, { name }]) => name);
        const names = members
          .slice(0, 5)
          .map((name) => `"${name}"`)
          .join(', ');
        const message =
          members.length === 1
            ? `${names} calls itself.`
            : `${names}${members.length > 5 ? ' and others' : ''} call each other in a circle.`;
        yield { in: workflow, at: call, subject: 'cycle', message };
      }
    }
  },
  examples: {
    uipath: {
      bad: [
        `${PROJECT}-- Main.xaml --\n${invoke('Load.xaml')}\n-- Load.xaml --\n${invoke('Main.xaml')}`,
        `${PROJECT}-- Main.xaml --\n${invoke('Main.xaml')}`,
      ],
      good: [
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
