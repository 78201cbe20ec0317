/** State while one coded workflow is read, and the ways to add steps, settings and variables to it. */
import type { Property, Role, Variable } from '../../../model/workflow.ts';
import { DocumentText } from '../../document-text.ts';
import type { CodeFile, CodeName, CodeSpan, TextRange } from '../../dot-net/code/code.ts';
import { addActivity, type Draft, type DraftActivity } from '../../draft.ts';
import { ownTextProperty } from '../../range-property.ts';
import { LANGUAGES } from '../expressions/expressions.ts';
import { isSecureType, studioType } from './type-names.ts';

/** Longest name of a step: code has no other name for it than itself. */
const NAME_MAX = 80;

/** TextRange of the next step. */
export interface StepPlace {
  readonly parent: number;
  readonly slot: string;
  /** Inside of a `switch`, which `break` leaves. */
  readonly isInSwitch: boolean;
}

export interface CodedReading {
  readonly file: CodeFile;
  readonly document: DocumentText;
  readonly draft: Draft;
  /** Variables that stand for screens of applications. */
  readonly screens: Set<string>;
}

/** Starts to read a file into a draft. */
export function openReading(file: CodeFile, bytes: Buffer, draft: Draft): CodedReading {
  return { file, document: new DocumentText(bytes), draft, screens: new Set() };
}

/** Returns the source of a span. */
export const sourceOf = ({ file }: CodedReading, { start, end }: TextRange): string =>
  file.cursor.text.slice(start, end);

/** Adds a step. */
export function addCodedStep(
  { draft }: CodedReading,
  { parent, slot }: StepPlace,
  step: { readonly type: string; readonly role: Role; readonly name: string; readonly at: number },
): DraftActivity {
  const name = step.name.length > NAME_MAX ? `${step.name.slice(0, NAME_MAX)}…` : step.name;
  return addActivity(draft, { ...step, name, parent, slot, id: '' });
}

/** Returns the place of the steps in a container. */
export const inside = (container: DraftActivity, { isInSwitch }: StepPlace, slot = ''): StepPlace => ({
  parent: container.index,
  slot,
  isInSwitch,
});

/** Creates a setting from a span, and adds it to the expressions of the workflow. */
export function setting(reading: CodedReading, owner: number, name: string, span: TextRange): Property {
  return textSetting(reading, {
    owner,
    name,
    at: span.start,
    text: sourceOf(reading, span),
    direction: 'in',
  });
}

/** Creates a setting that names what the step writes. */
export function output(reading: CodedReading, owner: number, name: string, span: TextRange): Property {
  return textSetting(reading, {
    owner,
    name,
    at: span.start,
    text: sourceOf(reading, span),
    direction: 'out',
  });
}

/** Creates a setting from a text. */
export function textSetting(
  { document, draft }: CodedReading,
  { owner, name, at, text, direction }: Pick<Property, 'owner' | 'name' | 'at' | 'text' | 'direction'>,
): Property {
  const label = { text: name, id: undefined };
  const property = ownTextProperty(document, at, owner, label, direction, LANGUAGES.csharp.csharp, text);
  draft.expressions.push(property);
  return property;
}

/** Adds settings to a step. */
export function addSettings(activity: DraftActivity, ...settings: readonly Property[]): void {
  activity.properties = [...activity.properties, ...settings];
}

/** Declares a variable in a container. */
export function declare(
  reading: CodedReading,
  owner: number,
  declared: { readonly name: CodeName; readonly type: string; readonly value?: CodeSpan | undefined },
  ...modifiers: readonly string[]
): void {
  reading.draft.variables.push(symbol(reading, owner, declared, modifiers));
}

/** Creates a variable or an argument. */
export function symbol(
  reading: CodedReading,
  owner: number,
  {
    name,
    type,
    value,
  }: { readonly name: CodeName; readonly type: string; readonly value?: CodeSpan | undefined },
  modifiers: readonly string[] = [],
): Variable {
  return {
    at: name.at,
    owner,
    name: name.text,
    key: name.text,
    type: studioType(type),
    secure: isSecureType(type),
    default: value === undefined ? undefined : setting(reading, owner, name.text, value),
    enabled: true,
    ...(modifiers.length > 0 ? { modifiers } : {}),
  };
}
