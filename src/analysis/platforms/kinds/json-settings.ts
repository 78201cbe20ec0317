/** Settings of steps in JSON: each scalar becomes a property, with the expression in it where it has one. */
import type { Property } from '../../model/workflow.ts';
import type { Draft, DraftActivity } from '../draft.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { firstJsonChild, type JsonDocument, JsonKind, stringOf, TextMark } from '../json/document.ts';
import { ownTextProperty, RangeProperty } from '../range-property.ts';
import { SettingNames, type SettingPlaceName } from '../setting-names.ts';

/** Expression that a text is, without its marks. */
export interface MarkedExpression {
  readonly syntax: ExpressionSyntax;
  readonly text: string;
}

/** Reading of the settings of one file. */
export interface SettingsReading {
  readonly doc: JsonDocument;
  readonly draft: Draft;
  /** Returns the expression that a text is; undefined for a literal. */
  expressionIn(text: string, name: SettingPlaceName): MarkedExpression | undefined;
  /** Returns whether a member is noise of the designer and no setting. */
  isNoise(name: SettingPlaceName): boolean;
}

/** Step that settings belong to. */
export type SettingsHolder = Pick<DraftActivity, 'index' | 'properties'>;

/** Names of the settings of all kinds in JSON. */
export const kindSettingNames = new SettingNames(() => 0, 0, 300);

/** Reads every scalar and empty object in a value into the settings of a step; `null` is the same as absent. */
export function readStepSettings(
  reading: SettingsReading,
  at: number,
  step: SettingsHolder,
  name: SettingPlaceName,
): void {
  const { doc } = reading;
  const kind = doc.kinds[at]!;
  if (kind === JsonKind.null) return;
  const isEmpty = kind === JsonKind.object && firstJsonChild(doc, at) === -1;
  if (kind > JsonKind.array || isEmpty) {
    (step.properties as Property[]).push(readSetting(reading, at, step.index, name));
    return;
  }
  let previous: SettingPlaceName | undefined;
  let index = 0;
  for (let child = firstJsonChild(doc, at); child !== -1; child = doc.nextSiblings[child]!) {
    const inner =
      kind === JsonKind.array
        ? kindSettingNames.item(name, index)
        : kindSettingNames.member(name, previous, doc, child);
    index += 1;
    previous = inner;
    if (!reading.isNoise(inner)) readStepSettings(reading, child, step, inner);
  }
}

/** Reads a scalar as a property; its expression joins those of the draft. */
export function readSetting(
  reading: SettingsReading,
  at: number,
  owner: number,
  name: SettingPlaceName,
): Property {
  const { doc, draft } = reading;
  const isString = doc.kinds[at] === JsonKind.string;
  const text = isString ? stringOf(doc, at)! : '';
  const found = isString ? reading.expressionIn(text, name) : undefined;
  if (found !== undefined) {
    const property = ownTextProperty(doc.text, at, owner, name, 'in', found.syntax, found.text);
    draft.expressions.push(property);
    return property;
  }
  const quote = isString ? 1 : 0;
  if (isString && (doc.marks[at]! & TextMark.escape) !== 0)
    return ownTextProperty(doc.text, at, owner, name, 'in', undefined, text);
  const [start, end] = [doc.starts[at]! + quote, doc.ends[at]! - quote];
  return new RangeProperty(doc.text, at, owner, name, 'in', undefined, start, end, undefined);
}

/** Returns the name of a member directly in a step. */
export function memberName(doc: JsonDocument, at: number): SettingPlaceName {
  return kindSettingNames.member(kindSettingNames.root, undefined, doc, at);
}
