/** Sequence flows of BPMN, and the ways to the events at the border of a step. */
import type { Transition } from '../../../../model/workflow.ts';
import { allTextOf, childNamed } from '../../../xml/document.ts';
import { addStepProperty, attr, type ProcessReading } from './reading.ts';

/** Reads the sequence flows, each with its condition, and the ways from a step to the events at its border. */
export function readFlows(reading: ProcessReading): void {
  const { doc, draft, steps, flows } = reading;
  for (const at of flows) {
    const from = steps.get(attr(doc, at, 'sourceRef') ?? '');
    const target = attr(doc, at, 'targetRef') ?? '';
    const to = steps.get(target);
    const condition = childNamed(doc, at, 'conditionExpression');
    const id = attr(doc, at, 'id') ?? '';
    const isDefault = from !== undefined && id !== '' && attr(doc, from.at, 'default') === id;
    const name = attr(doc, at, 'name') || id;
    if (condition !== -1 && from !== undefined)
      addStepProperty(reading, from, {
        at: condition,
        name: `condition.${name}`,
        text: allTextOf(doc, condition).trim(),
      });
    const when = isDefault ? ['default'] : condition === -1 ? ['next'] : ['true'];
    draft.transitions.push({
      at,
      owner: from?.index ?? -1,
      name,
      from: from?.index ?? -1,
      to: to?.index ?? -1,
      target: to?.name ?? target,
      when,
    });
  }
  for (const step of steps.values()) {
    const attached = step.properties.find(({ name }) => name === 'attachedToRef');
    const around = attached === undefined ? undefined : steps.get(attached.text);
    if (around === undefined) continue;
    const event = step.properties.find(({ name }) => name === 'event')?.text ?? 'next';
    const edge: Transition = {
      at: attached!.at,
      owner: step.index,
      name: event,
      from: around.index,
      to: step.index,
      target: step.name,
      when: [event === 'error' ? 'failed' : event === 'timer' ? 'timedout' : event],
    };
    draft.transitions.push(edge);
  }
}
