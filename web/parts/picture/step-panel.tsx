/** Panel with one step of a picture: what it does, where it is, what it leads to, and its findings. */
import { stepTitle } from '../../../src/picture/box-text.ts';
import { roleFacts, whenWords } from '../../../src/picture/roles.ts';
import type { WorkflowGraph } from '../../../src/picture/workflow-graph.ts';
import { SeverityMark } from '../data/severity-mark.tsx';
import { Button } from '../form/button.tsx';
import { KeyValues } from '../layout/key-values.tsx';
import { SidePanel } from '../layout/side-panel.tsx';

interface StepPanelProps {
  readonly graph: WorkflowGraph;
  readonly node: number;
  readonly titleOf: (findingId: string) => string | undefined;
  readonly onFinding: (findingId: string) => void;
  /** Goes to another step, on another page perhaps. */
  readonly onStep: (node: number) => void;
  /** Shows another workflow of the file. */
  readonly onWorkflow: (index: number) => void;
  readonly onClose: () => void;
}

/** Shows a step. */
export function StepPanel({ graph, node, titleOf, onFinding, onStep, onWorkflow, onClose }: StepPanelProps) {
  const { own } = graph.findingsOf(node);
  const call = graph.calls.get(node);
  const edges = graph.edgesFrom.get(node) ?? [];
  const target =
    call === undefined ? null : call.page >= 0 ? (
      <Button kind="quiet" small onClick={() => onStep(call.page)}>
        {call.target}
      </Button>
    ) : call.workflow >= 0 ? (
      <Button kind="quiet" small onClick={() => onWorkflow(call.workflow)}>
        {call.target}
      </Button>
    ) : (
      <bdi>{call.target}</bdi>
    );
  return (
    <SidePanel title={<bdi>{stepTitle(graph, node)}</bdi>} label="Step" onClose={onClose}>
      <div class="stack">
        <KeyValues
          entries={[
            ['Does', `This step ${roleFacts(graph.roleOf(node)).words}.`],
            ['Type', <span class="mono">{graph.typeOf(node)}</span>],
            ['In', <bdi>{wayTo(graph, node)}</bdi>],
            ['Starts', target],
            ['State', stateOf(graph, node)],
          ]}
        />
        {edges.length > 0 && (
          <section>
            <h3>What follows</h3>
            <ul class="plain-list">
              {edges.map(({ to, when }) => (
                <li key={`${to} ${when}`}>
                  {when !== '' && <span class="soft">if {whenWords(when)}: </span>}
                  <Button kind="quiet" small onClick={() => onStep(to)}>
                    {stepTitle(graph, to)}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h3>Findings</h3>
          {own.length === 0 && <p class="soft">This step has no findings of its own.</p>}
          <ul class="plain-list">
            {own.map(({ findingId, severity, waived }) => (
              <li key={findingId} class="row">
                <SeverityMark severity={severity} />
                <Button kind="quiet" small onClick={() => onFinding(findingId)}>
                  {titleOf(findingId) ?? 'Open the finding'}
                </Button>
                {waived && <span class="soft">waived</span>}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </SidePanel>
  );
}

/** Returns the names of the containers of a step. */
function wayTo(graph: WorkflowGraph, node: number): string {
  const { parent } = graph.workflow.nodes;
  const names: string[] = [];
  for (let at = parent[node]!; at >= 0; at = parent[at]!) names.unshift(stepTitle(graph, at));
  return [graph.workflow.name, ...names].join(' › ');
}

function stateOf(graph: WorkflowGraph, node: number): string | null {
  const marks = [
    graph.hasFlag(node, 'off') ? 'Switched off' : '',
    graph.hasFlag(node, 'unreachable') ? 'Never reached' : '',
    graph.hasFlag(node, 'incomplete') ? 'Not all steps in it are stored' : '',
  ].filter((mark) => mark !== '');
  return marks.length === 0 ? null : marks.join(', ');
}
