/** Reads the inside of a stage: settings, expressions, bindings of a call, and links to other stages. */
import type { Binding, Property } from '../../model/workflow.ts';
import type { DraftActivity } from '../draft.ts';
import { joinedName } from '../shared-names.ts';
import { attributeText, childNamed, firstChild, localName, textOf } from '../xml-document.ts';
import { flatten } from './flatten.ts';
import {
  addNote,
  attributeAt,
  dataItemSetting,
  expressionSetting,
  literalSetting,
  openProperties,
  type Placed,
  type Reading,
} from './reading.ts';

/** A link as the stage declares it; `at` is the element that names the target. */
export interface Link extends Placed {
  readonly name: string;
  readonly when: string;
}

/** A stage whose inside is being read. */
export interface StageReading extends Reading {
  readonly activity: DraftActivity;
  readonly properties: Property[];
  readonly bindings: Binding[];
  readonly links: Link[];
  /** Names of application elements by their ids, for the steps of Navigate, Read and Write. */
  readonly elementNames: ReadonlyMap<string, string>;
  steps: number;
}

type Reader = (stage: StageReading, element: number) => void;

function ownText(stage: StageReading, element: number): Placed {
  return { text: textOf(stage.doc, element), at: element };
}

function addLiteral(stage: StageReading, name: string, placed: Placed | undefined): void {
  if (placed !== undefined && placed.text.trim() !== '')
    stage.properties.push(literalSetting(stage.activity.index, name, placed));
}

function addExpression(stage: StageReading, name: string, placed: Placed | undefined): void {
  if (placed !== undefined)
    stage.properties.push(expressionSetting(stage, stage.activity.index, name, placed));
}

function addDataItem(
  stage: StageReading,
  name: string,
  placed: Placed | undefined,
  direction: Property['direction'],
): void {
  if (placed !== undefined)
    stage.properties.push(dataItemSetting(stage, stage.activity.index, name, placed, direction));
}

const link =
  (name: string, when: string): Reader =>
  (stage, element) => {
    const { text, at } = ownText(stage, element);
    if (text.trim() !== '') stage.links.push({ name, when, text: text.trim(), at });
  };

const literal =
  (name: string): Reader =>
  (stage, element) =>
    addLiteral(stage, name, ownText(stage, element));

/** Inputs carry an expression, except on a Start stage, where they name the data item that takes the value. */
const parameters =
  (group: 'inputs' | 'outputs'): Reader =>
  (stage, element) => {
    const { doc, activity } = stage;
    const read = activity.type === 'End';
    for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
      const name = attributeText(doc, child, 'name') ?? '';
      const full = joinedName(group, name);
      const expr = attributeAt(doc, child, 'expr');
      const item = attributeAt(doc, child, 'stage');
      const way = item !== undefined && !read ? 'out' : 'in';
      let value: Property | undefined;
      if (expr !== undefined) value = expressionSetting(stage, activity.index, full, expr, way);
      else if (item !== undefined) value = dataItemSetting(stage, activity.index, full, item, way);
      if (value === undefined) continue;
      stage.properties.push(value);
      const type = attributeText(doc, child, 'type')?.toLowerCase();
      const direction = group === 'inputs' ? 'in' : 'out';
      stage.bindings.push({ name, direction, value, ...(type === undefined ? {} : { type }) });
    }
  };

function readCalculation(stage: StageReading, element: number, prefix: string): void {
  addExpression(stage, `${prefix}expression`, attributeAt(stage.doc, element, 'expression'));
  addDataItem(stage, `${prefix}stage`, attributeAt(stage.doc, element, 'stage'), 'out');
}

function readCalculations(stage: StageReading, element: number): void {
  const { doc } = stage;
  let place = 0;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    place += 1;
    readCalculation(stage, child, `steps.${place}.`);
  }
}

function readChoices(stage: StageReading, element: number): void {
  const { doc } = stage;
  let place = 0;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    place += 1;
    const prefix = `choices.${place}`;
    flatten(stage, stage.activity.index, stage.properties, child, prefix);
    addElementName(stage, prefix, childNamed(doc, child, 'element'));
    const target = childNamed(doc, child, 'ontrue');
    if (target !== -1) link(`${prefix}.ontrue`, 'choice')(stage, target);
  }
}

/** An application element is named by its id only; its name in the application model says more. */
function addElementName(stage: StageReading, prefix: string, element: number): void {
  if (element === -1) return;
  const id = attributeAt(stage.doc, element, 'id');
  const name = id && (stage.elementNames.get(id.text) ?? id.text);
  if (name !== undefined) addLiteral(stage, `${prefix}.element`, { text: name, at: element });
}

/** One step of Navigate, Read or Write: an element, and what is done to it. Values of arguments are expressions. */
function readStep(stage: StageReading, element: number): void {
  const { doc } = stage;
  stage.steps += 1;
  const prefix = `steps.${stage.steps}`;
  addExpression(stage, `${prefix}.expr`, attributeAt(doc, element, 'expr'));
  addDataItem(stage, `${prefix}.stage`, attributeAt(doc, element, 'stage'), 'out');
  const target = childNamed(doc, element, 'element');
  addElementName(stage, prefix, target);
  if (target !== -1 && firstChild(doc, target) !== -1) readElementParameters(stage, target, prefix);
  const action = childNamed(doc, element, 'action');
  if (action === -1) return;
  const id = childNamed(doc, action, 'id');
  if (id !== -1) addLiteral(stage, `${prefix}.action`, ownText(stage, id));
  const list = childNamed(doc, action, 'arguments');
  if (list === -1) return;
  for (let child = firstChild(doc, list); child !== -1; child = doc.nextSiblings[child]!) {
    readNamedValue(stage, child, `${prefix}.arguments`, 'id', 'value');
  }
}

/** What an element is found by when the stage runs. */
function readElementParameters(stage: StageReading, target: number, prefix: string): void {
  const { doc } = stage;
  for (let child = firstChild(doc, target); child !== -1; child = doc.nextSiblings[child]!) {
    readNamedValue(stage, child, `${prefix}.parameters`, 'name', 'expression');
  }
}

function readNamedValue(
  stage: StageReading,
  element: number,
  prefix: string,
  nameTag: string,
  valueTag: string,
): void {
  const name = childNamed(stage.doc, element, nameTag);
  const value = childNamed(stage.doc, element, valueTag);
  if (name === -1 || value === -1) return;
  const placed = ownText(stage, value);
  if (placed.text.trim() !== '') addExpression(stage, `${prefix}.${textOf(stage.doc, name).trim()}`, placed);
}

/** The type is fixed text, the detail is computed. */
function readException(stage: StageReading, element: number): void {
  const { doc } = stage;
  addLiteral(stage, 'exception.type', attributeAt(doc, element, 'type'));
  const detail = attributeAt(doc, element, 'detail');
  if (detail !== undefined && detail.text !== '') addExpression(stage, 'exception.detail', detail);
  addLiteral(stage, 'exception.usecurrent', attributeAt(doc, element, 'usecurrent'));
  addLiteral(stage, 'exception.savescreencapture', attributeAt(doc, element, 'savescreencapture'));
}

function readResource(stage: StageReading, element: number): void {
  addLiteral(stage, 'resource.object', attributeAt(stage.doc, element, 'object'));
  addLiteral(stage, 'resource.action', attributeAt(stage.doc, element, 'action'));
}

/** `always`, or `onsuccess` when only failures are logged. */
function readLogInhibit(stage: StageReading, element: number): void {
  const only = attributeText(stage.doc, element, 'onsuccess')?.toLowerCase() === 'true';
  addLiteral(stage, 'loginhibit', { text: only ? 'onsuccess' : 'always', at: element });
}

function readConditions(stage: StageReading, element: number): void {
  const { doc, activity } = stage;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    const narrative = attributeAt(doc, child, 'narrative');
    if (narrative) addNote(stage, 'annotation', activity.index, localName(doc, element), narrative);
  }
}

const ignore: Reader = () => {};

/** Child element of a stage → how it is read. What is not here is flattened. */
const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    subsheetid: ignore,
    display: ignore,
    displayx: ignore,
    displayy: ignore,
    displaywidth: ignore,
    displayheight: ignore,
    font: ignore,
    groupid: ignore,
    processid: ignore,
    onsuccess: link('onsuccess', 'next'),
    ontrue: link('ontrue', 'true'),
    onfalse: link('onfalse', 'false'),
    ontimeout: link('ontimeout', 'timedout'),
    inputs: parameters('inputs'),
    outputs: parameters('outputs'),
    calculation: (stage, element) => readCalculation(stage, element, ''),
    steps: readCalculations,
    step: readStep,
    decision: (stage, element) => readCalculation(stage, element, ''),
    choices: readChoices,
    exception: readException,
    resource: readResource,
    loginhibit: readLogInhibit,
    preconditions: readConditions,
    postconditions: readConditions,
    code: literal('code'),
    looptype: literal('looptype'),
    attempts: literal('attempts'),
    timeout: (stage, element) => addExpression(stage, 'timeout', ownText(stage, element)),
    loopdata: (stage, element) => addDataItem(stage, 'loopdata', ownText(stage, element), 'in'),
    breakpoint: (stage, element) => addLiteral(stage, 'breakpoint', { text: 'true', at: element }),
    alert: (stage, element) =>
      addExpression(stage, 'expression', attributeAt(stage.doc, element, 'expression')),
    narrative: (stage, element) => {
      const kind = stage.activity.role === 'comment' ? 'comment' : 'annotation';
      addNote(stage, kind, stage.activity.index, 'narrative', ownText(stage, element));
    },
  } satisfies Record<string, Reader>),
);

/** Reads everything inside a stage into its activity; links and bindings are handed back for the page to settle. */
export function readStage(
  reading: Reading,
  activity: DraftActivity,
  elementNames: ReadonlyMap<string, string>,
): StageReading {
  const properties = openProperties(activity);
  const stage: StageReading = {
    ...reading,
    activity,
    properties,
    bindings: [],
    links: [],
    elementNames,
    steps: 0,
  };
  const { doc } = reading;
  for (let child = firstChild(doc, activity.at); child !== -1; child = doc.nextSiblings[child]!) {
    const name = localName(doc, child);
    const reader = READERS.get(name);
    if (reader !== undefined) reader(stage, child);
    else flatten(stage, activity.index, properties, child, name);
  }
  return stage;
}
