/** Arguments of a page, as its Start and End stages declare them, and their bindings in other stages. */
import type { Argument, Binding } from '../../model/workflow.ts';
import { attributesNamed, childNamed, firstChild } from '../xml/document.ts';
import { dataItemKey } from './expressions/syntax.ts';
import { labelOf } from './labels.ts';
import type { Shape } from './outline.ts';
import {
  attributeAt,
  attributePlaced,
  dataItemSetting,
  expressionSetting,
  type ReleaseReading,
  sharedAttribute,
  sharedValue,
} from './reading.ts';
import { addSymbolNote } from './stages/notes.ts';
import type { StageReading } from './stages/stage-reading.ts';

/** Keys that the stages of a page have declared. */
export interface Seen {
  inputs: Set<string> | undefined;
  outputs: Set<string> | undefined;
}

/**
 * Declares the arguments of one Start or End stage.
 * @param owner the page, or -1 for the main page of a process: its arguments are those of the whole workflow.
 * @param seen what other stages of the page have declared, to which this one adds; every End stage repeats the outputs.
 */
export function declareArguments(
  reading: ReleaseReading,
  shape: Shape,
  owner: number,
  page: number,
  seen: Seen,
): void {
  const group = shape.type === 'Start' ? 'inputs' : shape.type === 'End' ? 'outputs' : undefined;
  if (group === undefined) return;
  const { doc, draft } = reading;
  const list = childNamed(doc, shape.element, group);
  if (list === -1) return;
  const direction: Argument['direction'] = group === 'inputs' ? 'in' : 'out';
  const known = (seen[group] ??= new Set());
  for (let child = firstChild(doc, list); child !== -1; child = doc.nextSiblings[child]!) {
    const name = sharedAttribute(doc, child, 'name') ?? '';
    const key = dataItemKey(name);
    if (known.has(key)) continue;
    known.add(key);
    const type = (sharedAttribute(doc, child, 'type') ?? 'unknown').toLowerCase();
    const secure = type === 'password';
    draft.arguments.push({
      at: child,
      owner,
      name,
      key,
      type,
      secure,
      default: undefined,
      enabled: true,
      direction,
    });
    const narrative = attributeAt(doc, child, 'narrative');
    if (narrative !== undefined)
      addSymbolNote(reading, { owner: page, name: `${group}.${name}`, symbol: child }, narrative);
  }
}

/**
 * Reads the inputs or outputs of a stage. Inputs have an expression, except on a Start stage, where they name the data
 * item that receives the value.
 */
export function readStageParameters(
  stage: StageReading,
  list: number,
  group: string,
  direction: Binding['direction'],
): void {
  const { doc } = stage;
  for (let child = firstChild(doc, list); child !== -1; child = doc.nextSiblings[child]!)
    readParameter(stage, child, group, direction);
}

/** The attributes of a parameter. */
const OF_PARAMETER = ['expr', 'stage', 'name', 'type'] as const;

function readParameter(
  stage: StageReading,
  element: number,
  group: string,
  direction: Binding['direction'],
): void {
  const { doc, activity, found } = stage;
  attributesNamed(doc, element, OF_PARAMETER, found);
  const [expr, item, own, typed] = [found[0]!, found[1]!, found[2]!, found[3]!];
  if (expr === -1 && item === -1) return;
  const name = own === -1 ? '' : sharedValue(doc, own);
  const label = labelOf(group, name);
  const way = item !== -1 && activity.type !== 'End' ? 'out' : 'in';
  const placed = attributePlaced(doc, expr === -1 ? item : expr);
  const value =
    expr === -1
      ? dataItemSetting(stage, activity.index, label, placed, way)
      : expressionSetting(stage, activity.index, label, placed, way);
  stage.properties.push(value);
  if (!stage.isCall) return;
  const type = typed === -1 ? undefined : sharedValue(doc, typed).toLowerCase();
  stage.bindings.push({
    ...{ name, direction, value },
    ...(type !== undefined && { type }),
    ...(placed.isBlank && { isBlank: true }),
  });
}
