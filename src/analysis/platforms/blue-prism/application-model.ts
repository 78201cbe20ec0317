/** Application model of an object: the elements of an application with their match attributes. */
import type { Property } from '../../model/workflow.ts';
import { attributeText, childNamed, firstChild, localName, textOf } from '../xml/document.ts';
import { flatten } from './flatten.ts';
import { labelOf } from './labels.ts';
import { attributeAt, derivedText, literalSetting, type ReleaseReading } from './reading.ts';
import { addStageActivity } from './stages/activity.ts';

interface ModelReading extends ReleaseReading {
  readonly owner: number;
  readonly properties: Property[];
  readonly names: Map<string, string>;
}

function addText(model: ModelReading, name: string, element: number): void {
  const text = element === -1 ? '' : textOf(model.doc, element).trim();
  if (text !== '')
    model.properties.push(
      literalSetting(model.owner, labelOf('', name), derivedText(model.doc, element, text)),
    );
}

/** Reads the attributes in use, which find the element; the others are by-products of the spy tool. */
function readAttributes(model: ModelReading, list: number, prefix: string): void {
  const { doc } = model;
  for (let child = firstChild(doc, list); child !== -1; child = doc.nextSiblings[child]!) {
    if (attributeText(doc, child, 'inuse')?.toLowerCase() !== 'true') continue;
    const holder = childNamed(doc, child, 'ProcessValue');
    const value = holder === -1 ? undefined : attributeAt(doc, holder, 'value');
    const name = `${prefix}.attributes.${attributeText(doc, child, 'name') ?? ''}`;
    if (value !== undefined) model.properties.push(literalSetting(model.owner, labelOf('', name), value));
  }
}

function readElement(model: ModelReading, element: number, prefix: string): void {
  const { doc } = model;
  const own = attributeText(doc, element, 'name') ?? '';
  const name = prefix === '' ? own : `${prefix}.${own}`;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    switch (localName(doc, child)) {
      case 'id':
        model.names.set(textOf(doc, child).trim(), name);
        break;
      case 'type':
        addText(model, `${name}.type`, child);
        break;
      case 'attributes':
        readAttributes(model, child, name);
        break;
      case 'element':
      case 'group':
      case 'region':
      case 'region-container':
        readElement(model, child, name);
        break;
      case 'apptypeinfo':
        readApplication(model, child, name);
        break;
    }
  }
}

/** Reads how the application is started or attached to: `Path`, `CommandLineParams`, `WindowTitle`. */
function readApplication(model: ModelReading, element: number, prefix: string): void {
  const { doc } = model;
  addText(model, `${prefix}.application`, childNamed(doc, element, 'id'));
  const parameters = childNamed(doc, element, 'parameters');
  if (parameters === -1) return;
  for (let child = firstChild(doc, parameters); child !== -1; child = doc.nextSiblings[child]!) {
    const name = childNamed(doc, child, 'name');
    if (name === -1) flatten(model, model.owner, model.properties, child, `${prefix}.application`);
    else addText(model, `${prefix}.application.${textOf(doc, name).trim()}`, childNamed(doc, child, 'value'));
  }
}

/** Reads the model into one activity with a setting for everything in use; returns dotted element names by ids. */
export function readApplicationModel(reading: ReleaseReading, appdef: number): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  if (appdef === -1 || firstChild(reading.doc, appdef) === -1) return names;
  const title = 'Application Modeller';
  const activity = addStageActivity(reading, appdef, -1, 'ApplicationModel', 'other', title, '');
  const properties: Property[] = [];
  activity.properties = properties;
  const model: ModelReading = { ...reading, owner: activity.index, properties, names };
  for (let child = firstChild(reading.doc, appdef); child !== -1; child = reading.doc.nextSiblings[child]!) {
    const kind = localName(reading.doc, child);
    if (kind === 'element') readElement(model, child, '');
    else if (kind === 'apptypeinfo') readApplication(model, child, 'Application');
  }
  return names;
}
