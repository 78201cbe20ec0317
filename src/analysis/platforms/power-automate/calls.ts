/** Calls of child flows, desktop flows and agents, with their bindings. */
import type { Binding, Property } from '../../model/workflow.ts';
import type { DraftActivity } from '../draft.ts';
import { firstJsonChild, keyOf, member } from '../json/document.ts';
import { type FlowReader, sourceText } from './values.ts';

/** Paths of the called flow's name and inputs, from `inputs` on, by the kind of call. */
const CHILD_FLOW = { target: ['host', 'workflowReferenceName'], inputs: ['body'] };
/** In Azure Logic Apps, a workflow of the same project by its name. */
const NEIGHBOUR = { target: ['host', 'workflow', 'id'], inputs: ['body'] };
const DESKTOP_FLOW = { target: ['parameters', 'uiFlowId'], inputs: ['parameters'] };
const AGENT = { target: ['parameters', 'body/agentId'], inputs: ['parameters'] };

function descend({ doc }: FlowReader, at: number, keys: readonly string[]): number {
  let found = at;
  for (const key of keys) if (found !== -1) found = member(doc, found, key);
  return found;
}

/** Returns the paths of a call: by the type of its action, and by what the call names. */
function shapeOf(reader: FlowReader, inputs: number, type: string): typeof CHILD_FLOW {
  const names = ({ target }: typeof CHILD_FLOW): boolean => descend(reader, inputs, target) !== -1;
  if (type === 'Workflow') return names(NEIGHBOUR) ? NEIGHBOUR : CHILD_FLOW;
  return names(AGENT) ? AGENT : DESKTOP_FLOW;
}

/** Adds the call that an action of role `invoke` makes. */
export function readCall(reader: FlowReader, at: number, activity: DraftActivity): void {
  const { doc, draft } = reader;
  const inputs = member(doc, at, 'inputs');
  const shape = shapeOf(reader, inputs, activity.type);
  const values = new Map<number, Property>(activity.properties.map((property) => [property.at, property]));
  const targetAt = descend(reader, inputs, shape.target);
  const target = values.get(targetAt);
  const bindings: Binding[] = [];
  const container = descend(reader, inputs, shape.inputs);
  const first = container === -1 ? -1 : firstJsonChild(doc, container);
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!) {
    if (child === targetAt) continue;
    const name = keyOf(doc, child);
    const value = values.get(child) ?? {
      at: child,
      owner: activity.index,
      name,
      text: sourceText(doc, child),
      expression: undefined,
    };
    bindings.push({ name, direction: 'in', value });
  }
  draft.calls.push({
    at: targetAt === -1 ? at : targetAt,
    owner: activity.index,
    name: activity.name,
    target: target === undefined || target.expression !== undefined ? undefined : target.text,
    bindings,
  });
}
