/** Readers of the inside of a stage: settings, expressions, bindings of a call, and links to other stages. */
import type { Property } from '../../../model/workflow.ts';
import type { SettingLabel } from '../../range-property.ts';
import { attributeText, childNamed, firstChild, localName, textOf } from '../../xml/document.ts';
import { flatten } from '../flatten.ts';
import { labelOf } from '../labels.ts';
import { readStageParameters } from '../parameters.ts';
import {
  attributeAt,
  contentPlaced,
  dataItemSetting,
  derivedText,
  expressionSetting,
  literalSetting,
  ownSetting,
  type Placed,
} from '../reading.ts';
import { linkAt } from './flow.ts';
import { addNote } from './notes.ts';
import type { Reader, Readers, StageReading } from './stage-reading.ts';

function addLiteral(stage: StageReading, label: SettingLabel, placed: Placed | undefined): void {
  if (placed !== undefined && !placed.isBlank)
    stage.properties.push(literalSetting(stage.activity.index, label, placed));
}

function addExpression(stage: StageReading, label: SettingLabel, placed: Placed | undefined): void {
  if (placed !== undefined)
    stage.properties.push(expressionSetting(stage, stage.activity.index, label, placed));
}

/** Adds the code of a stage; without a parser for its language it is a fixed text. */
function readCode(stage: StageReading, element: number): void {
  const placed = contentPlaced(stage.doc, element);
  const { codeSyntax, activity } = stage;
  if (codeSyntax === undefined) addLiteral(stage, labelOf('', 'code'), placed);
  else if (!placed.isBlank)
    stage.properties.push(
      expressionSetting(stage, activity.index, labelOf('', 'code'), placed, 'in', codeSyntax),
    );
}

function addDataItem(
  stage: StageReading,
  label: SettingLabel,
  placed: Placed | undefined,
  direction: Property['direction'],
): void {
  if (placed !== undefined)
    stage.properties.push(dataItemSetting(stage, stage.activity.index, label, placed, direction));
}

function link(name: string, condition: string): Reader {
  const when = [condition];
  return (stage, element) => {
    const declared = linkAt(stage.doc, element, stage.activity.index, name, when);
    if (declared !== undefined) stage.links.push(declared);
  };
}

const literal =
  (name: string): Reader =>
  (stage, element) =>
    addLiteral(stage, labelOf('', name), contentPlaced(stage.doc, element));

function readCalculation(stage: StageReading, element: number, prefix: string): void {
  addExpression(stage, labelOf(prefix, 'expression'), attributeAt(stage.doc, element, 'expression'));
  addDataItem(stage, labelOf(prefix, 'stage'), attributeAt(stage.doc, element, 'stage'), 'out');
}

function readCalculations(stage: StageReading, element: number): void {
  const { doc } = stage;
  let place = 0;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    place += 1;
    readCalculation(stage, child, `steps.${place}`);
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

/** Adds the name of an application element from the application model; the stage has its id only. */
function addElementName(stage: StageReading, prefix: string, element: number): void {
  if (element === -1) return;
  const id = attributeAt(stage.doc, element, 'id');
  const name = id && (stage.elementNames.get(id.text) ?? id.text);
  if (name !== undefined)
    addLiteral(stage, labelOf(prefix, 'element'), derivedText(stage.doc, element, name));
}

/** Reads one step of Navigate, Read or Write: an element and its action. Values of arguments are expressions. */
function readStep(stage: StageReading, element: number): void {
  const { doc } = stage;
  stage.steps += 1;
  const prefix = `steps.${stage.steps}`;
  addExpression(stage, labelOf(prefix, 'expr'), attributeAt(doc, element, 'expr'));
  addDataItem(stage, labelOf(prefix, 'stage'), attributeAt(doc, element, 'stage'), 'out');
  const target = childNamed(doc, element, 'element');
  addElementName(stage, prefix, target);
  if (target !== -1 && firstChild(doc, target) !== -1) readElementParameters(stage, target, prefix);
  const action = childNamed(doc, element, 'action');
  if (action === -1) return;
  const id = childNamed(doc, action, 'id');
  if (id !== -1) addLiteral(stage, labelOf(prefix, 'action'), contentPlaced(doc, id));
  const list = childNamed(doc, action, 'arguments');
  if (list === -1) return;
  for (let child = firstChild(doc, list); child !== -1; child = doc.nextSiblings[child]!) {
    readNamedValue(stage, child, `${prefix}.arguments`, 'id', 'value');
  }
}

/** Reads the attributes that find an element when the stage runs. */
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
  const placed = contentPlaced(stage.doc, value);
  if (!placed.isBlank) addExpression(stage, labelOf(prefix, textOf(stage.doc, name).trim()), placed);
}

/** Reads an exception: the type is fixed text, the detail is computed. */
function readException(stage: StageReading, element: number): void {
  const { doc } = stage;
  addLiteral(stage, labelOf('exception', 'type'), attributeAt(doc, element, 'type'));
  const detail = attributeAt(doc, element, 'detail');
  if (detail !== undefined && !detail.isEmpty) addExpression(stage, labelOf('exception', 'detail'), detail);
  addLiteral(stage, labelOf('exception', 'usecurrent'), attributeAt(doc, element, 'usecurrent'));
  addLiteral(
    stage,
    labelOf('exception', 'savescreencapture'),
    attributeAt(doc, element, 'savescreencapture'),
  );
}

function readResource(stage: StageReading, element: number): void {
  addLiteral(stage, labelOf('resource', 'object'), attributeAt(stage.doc, element, 'object'));
  addLiteral(stage, labelOf('resource', 'action'), attributeAt(stage.doc, element, 'action'));
}

/** Reads `always`, or `onsuccess` when only failures are logged. */
function readLogInhibit(stage: StageReading, element: number): void {
  const only = attributeText(stage.doc, element, 'onsuccess')?.toLowerCase() === 'true';
  const { doc, activity, properties } = stage;
  const label = labelOf('', 'loginhibit');
  properties.push(ownSetting(doc, element, activity.index, label, only ? 'onsuccess' : 'always'));
}

function readConditions(stage: StageReading, element: number): void {
  const { doc, activity } = stage;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    const narrative = attributeAt(doc, child, 'narrative');
    if (narrative) addNote(stage, 'annotation', activity.index, localName(doc, element), narrative);
  }
}

const ignore: Reader = () => {};

const flattened: Reader = (stage, element) =>
  flatten(stage, stage.activity.index, stage.properties, element, localName(stage.doc, element));

/** Readers by element; all others are flattened. */
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
    inputs: (stage, element) => readStageParameters(stage, element, 'inputs', 'in'),
    outputs: (stage, element) => readStageParameters(stage, element, 'outputs', 'out'),
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
    code: readCode,
    looptype: literal('looptype'),
    attempts: literal('attempts'),
    timeout: (stage, element) =>
      addExpression(stage, labelOf('', 'timeout'), contentPlaced(stage.doc, element)),
    loopdata: (stage, element) =>
      addDataItem(stage, labelOf('', 'loopdata'), contentPlaced(stage.doc, element), 'in'),
    breakpoint: (stage, element) =>
      addLiteral(stage, labelOf('', 'breakpoint'), derivedText(stage.doc, element, 'true')),
    alert: (stage, element) =>
      addExpression(stage, labelOf('', 'expression'), attributeAt(stage.doc, element, 'expression')),
    narrative: (stage, element) => {
      const kind = stage.activity.role === 'comment' ? 'comment' : 'annotation';
      addNote(stage, kind, stage.activity.index, 'narrative', contentPlaced(stage.doc, element));
    },
  } satisfies Record<string, Reader>),
);

/** Readers of stages. */
export const STAGE_READERS: Readers = { known: READERS, others: flattened };
