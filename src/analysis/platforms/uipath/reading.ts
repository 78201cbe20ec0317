/** State shared by the parts of the reader while one file is read. */
import type { Property, Value } from '../../model/workflow.ts';
import type { Draft } from '../draft.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { RangeProperty, type SettingLabel } from '../range-property.ts';
import type { XmlDocument } from '../xml/document.ts';
import type { UiPathActivity, VariableScope } from './activity.ts';
import type { Languages } from './expressions/expressions.ts';
import { type Attribute, factsOf, type Name } from './names/names.ts';
import type { Namespace } from './names/namespaces.ts';

/** A value as it stands in the file: a range of it, or with start -1 a text. `syntax` is undefined for a literal. */
export class Content {
  readonly at: number;
  readonly syntax: ExpressionSyntax | undefined;
  readonly start: number;
  readonly end: number;
  readonly text: string | undefined;

  constructor(
    at: number,
    syntax: ExpressionSyntax | undefined,
    start: number,
    end: number,
    text: string | undefined,
  ) {
    this.at = at;
    this.syntax = syntax;
    this.start = start;
    this.end = end;
    this.text = text;
  }
}

/** Returns the text of a value. */
export function contentText(doc: XmlDocument, { start, end, text }: Content): string {
  return text ?? doc.text.slice(start, end);
}

/** Target of an edge: an element, or a name that may belong to an element further down. */
export type Link = number | string;

/** An edge whose ends are elements. */
export interface Edge {
  readonly from: number;
  readonly to: Link;
  readonly when: string;
  readonly at: number;
  /** Index of the activity that declares it, or -1 for the one at `from`. */
  readonly owner: number;
}

/** A flowchart or state machine, by index, and its first step. */
export interface Chart {
  start: Link | undefined;
  readonly nodes: number[];
}

/** Flowcharts and state machines as far as they are read; settled at the end, when every name is known. */
export interface Flow {
  readonly edges: Edge[];
  readonly charts: Map<number, Chart>;
  /** Element of a step, decision or state → index of its activity. */
  readonly activityOf: Map<number, number>;
}

export interface XamlReading {
  readonly doc: XmlDocument;
  readonly draft: Draft;
  readonly languages: Languages;
  /** By index of a namespace. */
  readonly namespaces: readonly Namespace[];
  /** `x:Name` → element. */
  readonly named: Map<string, number>;
  /** Flowcharts and state machines, if there are any. */
  flow: Flow | undefined;
  /** Set when the file has an activity that ends a sequence, or a condition that is always true or false. */
  hasDeadEnds: boolean;
  /** Settings of the activities that are being read, those of an inner one behind those of the outer one. */
  readonly settings: RangeProperty[];
  /** Length of the part in use; the rest belongs to activities that are done. */
  settingCount: number;
  /** The argument elements in which settings of calls stand. */
  readonly wrappers: Map<Property, number>;
  /** The argument elements without a value, by index of the call. */
  readonly blanks: Map<number, number[]>;
  /** Reads an activity and everything in it; returns its index. */
  activity(element: number, scope: VariableScope): number;
}

/** Returns the facts of a local name of the document. */
export function nameAt(reading: XamlReading, id: number): Name {
  return factsOf(reading.doc.knownNames[id]!);
}

/** Returns the facts of the name of an element. */
export function elementName(reading: XamlReading, element: number): Name {
  return nameAt(reading, reading.doc.nameIds[element]!);
}

/** Returns the facts of the namespace of an element. */
export function elementNamespace(reading: XamlReading, element: number): Namespace {
  return reading.namespaces[reading.doc.namespaceIds[element]!]!;
}

/** Returns the attribute of an element that the XAML language has given this meaning, or -1. */
export function languageAttribute(reading: XamlReading, element: number, meaning: Attribute): number {
  const { doc, namespaces } = reading;
  const end = doc.attributeStarts[element + 1]!;
  for (let a = doc.attributeStarts[element]!; a < end; a += 1) {
    const namespace = doc.attributeNamespaceIds[a]!;
    if (namespace === 0 || !namespaces[namespace]!.isLanguage) continue;
    if (nameAt(reading, doc.attributeNameIds[a]!).attribute === meaning) return a;
  }
  return -1;
}

/** Creates a setting, and adds its expression to the workflow's list. */
export function makeProperty(
  reading: XamlReading,
  owner: number,
  label: SettingLabel,
  content: Content,
  direction: Property['direction'],
): RangeProperty {
  const { at, syntax, start, end, text } = content;
  const { doc, draft } = reading;
  const property = new RangeProperty(doc.text, at, owner, label, direction, syntax, start, end, text);
  if (syntax !== undefined) draft.expressions.push(property);
  return property;
}

/** Creates the initial value of a symbol. */
export function makeValue(reading: XamlReading, owner: number, name: string, content: Content): Value {
  return makeProperty(reading, owner, { text: name, id: undefined }, content, 'in');
}

/** Adds a setting to the activity that is being read. */
export function addProperty(
  reading: XamlReading,
  activity: UiPathActivity,
  name: Name,
  content: Content,
  direction: Property['direction'],
): RangeProperty {
  const property = makeProperty(reading, activity.index, name, content, direction);
  reading.settings[reading.settingCount] = property;
  reading.settingCount += 1;
  return property;
}
