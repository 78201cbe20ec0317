/** Steps of BPMN: tasks, events, gateways and subprocesses. */
import type { Property } from '../../../../model/workflow.ts';
import { addActivity, type DraftActivity } from '../../../draft.ts';
import { makeExpression } from '../../../expression.ts';
import { expressionSyntax } from '../../../javascript/syntax.ts';
import {
  allTextOf,
  attributeNamed,
  attributeValue,
  children,
  localName,
  namespaceOf,
  type XmlDocument,
} from '../../../xml/document.ts';
import { connectorRole } from '../connector-role.ts';
import { EVENT, stepRole } from './element-types.ts';
import { addStepProperty, attr, BPMN, extensionsOf, isVendor, type ProcessReading } from './reading.ts';

/** Reads an element of UiPath's activity with its content as settings: `context.name`, `JobArguments`. */
function readInputs(reading: ProcessReading, element: number, step: DraftActivity, prefix: string): void {
  const { doc } = reading;
  for (const child of children(doc, element)) {
    if (isVendor(doc, child, 'context')) {
      readInputs(reading, child, step, 'context.');
      continue;
    }
    const name = attr(doc, child, 'name');
    if (name === undefined || isVendor(doc, child, 'type')) continue;
    const isOutput = isVendor(doc, child, 'output');
    const attribute = attributeNamed(doc, child, isOutput ? 'source' : 'value');
    const text = attribute === -1 ? allTextOf(doc, child).trim() : attributeValue(doc, attribute);
    const at = attribute === -1 ? child : ~attribute;
    if (isOutput) readOutput(reading, child, step, name);
    // Plain results of the step are no expressions of the author.
    const isComputed = /^=(?:js:|vars\.)/.test(text);
    if (isOutput && isComputed) addStepProperty(reading, step, { at, name: `outputs.${name}.source`, text });
    else if (!isOutput && text !== '') addStepProperty(reading, step, { at, name: prefix + name, text });
  }
}

/** Records the variable that a step fills. */
function readOutput({ doc }: ProcessReading, element: number, step: DraftActivity, name: string): void {
  const variable = attr(doc, element, 'var');
  if (variable === undefined) return;
  const place = { at: element, owner: step.index, name: `outputs.${name}` };
  const expression = makeExpression(expressionSyntax, `vars.${variable}`, place);
  (step.properties as Property[]).push({ ...place, text: expression.text, expression, direction: 'out' });
}

/** Returns the vendor's type of a step: `Orchestrator.StartJob`. */
function serviceOf(doc: XmlDocument, activity: number): string | undefined {
  const type = activity === -1 ? -1 : children(doc, activity).find((child) => isVendor(doc, child, 'type'));
  return type === undefined || type === -1 ? undefined : attr(doc, type, 'value');
}

/** Reads a step with its settings, its events and what it calls. */
export function readStep(reading: ProcessReading, element: number, parent: number): DraftActivity {
  const { doc, draft, steps, ids } = reading;
  const id = attr(doc, element, 'id') ?? '';
  const extension = extensionsOf(doc, element).find(
    (child) =>
      isVendor(doc, child, 'activity') || isVendor(doc, child, 'event') || isVendor(doc, child, 'mapping'),
  );
  const service = serviceOf(doc, extension ?? -1);
  const type = localName(doc, element);
  const name = attr(doc, element, 'name')?.trim() || id;
  const fields = { at: element, parent, type, role: stepRole(type, service), name, id };
  const step = addActivity(draft, { ...fields, properties: [] });
  ids.push(id);
  if (!steps.has(id)) steps.set(id, step);
  if (service !== undefined)
    addStepProperty(reading, step, { at: extension!, name: 'service', text: service });
  if (extension !== undefined) readInputs(reading, extension, step, '');
  readEvent(reading, element, step);
  readParts(reading, element, step);
  if (service !== undefined) readCall(reading, step, service, extension!);
  return step;
}

/** Reads the attributes and elements of BPMN itself that are settings. */
function readParts(reading: ProcessReading, element: number, step: DraftActivity): void {
  const { doc, draft } = reading;
  for (const name of [
    'default',
    'attachedToRef',
    'cancelActivity',
    'calledElement',
    'triggeredByEvent',
    'scriptFormat',
  ]) {
    const attribute = attributeNamed(doc, element, name);
    if (attribute !== -1)
      addStepProperty(reading, step, { at: ~attribute, name, text: attributeValue(doc, attribute) });
  }
  for (const child of children(doc, element)) {
    const name = localName(doc, child);
    if (name === 'script')
      addStepProperty(reading, step, {
        at: child,
        name: 'script',
        text: allTextOf(doc, child),
        isScript: true,
      });
    else if (/LoopCharacteristics$/.test(name)) readLoop(reading, child, step);
    else if (name === 'documentation') {
      const text = allTextOf(doc, child);
      draft.notes.push({ at: child, owner: step.index, name, kind: 'annotation', text });
    }
  }
}

function readLoop(reading: ProcessReading, element: number, step: DraftActivity): void {
  const { doc } = reading;
  addStepProperty(reading, step, { at: element, name: 'loop', text: localName(doc, element) });
  for (const child of children(doc, element))
    if (namespaceOf(doc, child) === BPMN) {
      const text = allTextOf(doc, child).trim();
      if (text !== '')
        addStepProperty(reading, step, { at: child, name: `loop.${localName(doc, child)}`, text });
    }
}

/** Reads what an event waits for or raises. */
function readEvent(reading: ProcessReading, element: number, step: DraftActivity): void {
  const { doc } = reading;
  for (const child of children(doc, element)) {
    const kind = EVENT.exec(localName(doc, child))?.[1];
    if (kind === undefined) continue;
    addStepProperty(reading, step, { at: child, name: 'event', text: kind });
    if (kind === 'error' && step.type === 'endEvent') step.role = 'throw';
    if (kind === 'terminate') step.role = 'terminate';
    if (kind === 'timer' && step.type === 'intermediateCatchEvent') step.role = 'delay';
    for (const reference of ['errorRef', 'messageRef', 'signalRef', 'escalationRef']) {
      const attribute = attributeNamed(doc, child, reference);
      if (attribute !== -1)
        addStepProperty(reading, step, {
          at: ~attribute,
          name: reference,
          text: attributeValue(doc, attribute),
        });
    }
    for (const timer of children(doc, child)) {
      const name = localName(doc, timer);
      if (/^time(?:Duration|Date|Cycle)$/.test(name))
        addStepProperty(reading, step, {
          at: timer,
          name: `timer.${name}`,
          text: allTextOf(doc, timer).trim(),
        });
    }
  }
}

/** Returns the value of a setting, also where a binding stands for it. */
function fixedValue({ bindings }: ProcessReading, step: DraftActivity, name: string): string | undefined {
  const setting = step.properties.find((property) => property.name === name);
  if (setting?.expression === undefined) return setting?.text;
  return setting.text.startsWith('bindings.')
    ? bindings.get(setting.text.slice('bindings.'.length))
    : undefined;
}

function readCall(reading: ProcessReading, step: DraftActivity, service: string, at: number): void {
  const { draft } = reading;
  if (service.startsWith('Intsvc.')) {
    const connector = fixedValue(reading, step, 'context.connectorKey');
    if (connector === undefined) return;
    const operation = fixedValue(reading, step, 'context.objectName') ?? '';
    if (step.role === 'other') step.role = connectorRole(connector, operation);
    draft.connections.push({ at, owner: step.index, name: connector, connector, fixed: false });
    return;
  }
  if (step.role !== 'invoke' && step.role !== 'ai') return;
  const bindings = step.properties
    .filter(({ name, direction }) => direction === 'in' && !/^(?:context\.|service$|default$)/.test(name))
    .map((value) => ({ name: value.name, direction: 'in', value }) as const);
  const target =
    fixedValue(reading, step, 'context.name') ?? fixedValue(reading, step, 'context.processName');
  const folder = fixedValue(reading, step, 'context.folderPath');
  draft.calls.push({ at, owner: step.index, name: step.name, target, folder, bindings });
}
