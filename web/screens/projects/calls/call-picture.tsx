/** Picture of the calls of a project: workflows as boxes, callers above what they call. */
import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { CallGraphRole } from '../../../../src/picture/roles.ts';
import { CALL_GRAPH } from '../../../../src/picture/workflow-graph.ts';
import type { Outline } from '../../../api/calls/outlines.ts';
import type { CallGraph, GraphWorkflow } from '../../../api/calls/projects.ts';
import { SEVERITY_NAMES } from '../../../parts/data/severities.ts';
import { counted } from '../../../parts/data/words.ts';
import { Picture } from '../../../parts/picture/picture.tsx';
import { href } from '../../../routing/paths.ts';
import { targetName, workflowName } from './call-rows.ts';

interface CallPictureProps {
  readonly name: string;
  readonly graph: CallGraph;
}

/** Draws the graph; a box leads to the result of its file. */
export function CallPicture({ name, graph }: CallPictureProps) {
  const { route } = useLocation();
  const outline = useMemo(() => outlineOf(name, graph), [name, graph]);
  const open = (node: number) => {
    const id = graph.workflows[node]?.validationId;
    if (id) route(href('/validations/:id', { id }));
  };
  return (
    <Picture
      outline={outline}
      titleOf={(id) => findingsText(graph.workflows[Number(id)]!)}
      finding=""
      onFinding={(id) => open(Number(id))}
      onWorkflow={() => {}}
      onOpen={open}
    />
  );
}

/** Writes the graph as pictures read workflows: each workflow and each target that is none is a step. */
function outlineOf(name: string, { workflows, calls }: CallGraph): Outline {
  const texts: string[] = [''];
  const textOf = (text: string): number => {
    const known = texts.indexOf(text);
    return known === -1 ? texts.push(text) - 1 : known;
  };
  const names = workflows.map(workflowName);
  const types = workflows.map((workflow) => textOf(detailOf(workflow)));
  const roles = workflows.map(() => textOf('workflow' satisfies CallGraphRole));
  const others = new Map<string, number>();
  const edges = calls.map((call) => {
    const key = `${call.status} ${call.target}`;
    let to = call.to ?? others.get(key);
    if (to === undefined) {
      to = names.push(targetName(call)) - 1;
      const role: CallGraphRole = call.status === 'missing' ? 'missing' : 'outside';
      roles.push(textOf(role));
      types.push(textOf(role === 'missing' ? 'Missing' : 'Outside'));
      others.set(key, to);
    }
    return { from: call.from, to };
  });
  const zeros = names.map(() => 0);
  const pins = workflows.flatMap(({ summary }, node) => {
    const severity = summary && SEVERITY_NAMES.find((one) => summary[one] > 0);
    return severity
      ? [{ findingId: String(node), node, severity, waived: false, change: null, way: [] }]
      : [];
  });
  const workflow = {
    index: 0,
    name,
    file: '',
    platform: null,
    kind: CALL_GRAPH,
    steps: names.length,
    missingSteps: 0,
    texts,
    nodes: { parent: names.map(() => -1), slot: zeros, type: types, role: roles, name: names, flags: zeros },
    calls: { node: [], target: [], page: [], workflow: [] },
    places: { node: [], x: [], y: [], w: [], h: [] },
    edges: {
      from: edges.map(({ from }) => from),
      to: edges.map(({ to }) => to),
      when: edges.map(() => 0),
      bends: edges.map(() => []),
    },
    pins,
  };
  return { workflows: [], workflow };
}

function detailOf({ score, wouldBlock }: GraphWorkflow): string {
  if (score === null) return 'No result';
  return `Score ${score}${wouldBlock ? ` · ${wouldBlock} blocking` : ''}`;
}

function findingsText({ summary, wouldBlock }: GraphWorkflow): string {
  const all = counted(summary?.total ?? 0, 'finding');
  return wouldBlock ? `${all}, ${wouldBlock} blocking` : all;
}
