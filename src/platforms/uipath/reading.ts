/** What the parts of the reader share while one file is read. */
import type { Anchor, Expression, Property, Value } from '../../model/workflow.ts';
import type { Draft, DraftActivity } from '../draft.ts';
import { type ExpressionSyntax, makeExpression, makeSetting } from '../expression.ts';
import type { XmlDocument } from '../xml-document.ts';
import type { Languages } from './expressions.ts';

/** Where an activity that is about to be read belongs. */
export interface Scope {
  readonly parent: number;
  readonly slot: string;
  readonly enabled: boolean;
}

/** What an edge leads to: an element, or a name that may belong to an element further down. */
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

/** A flowchart or state machine, by index, and where it starts. */
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

export interface Reading {
  readonly doc: XmlDocument;
  readonly draft: Draft;
  readonly languages: Languages;
  /** By index of a local name, as far as somebody has asked: where its dot is, see `dotIn`; else `NOT_LOOKED`. */
  readonly dots: Int32Array;
  /** By index of a local name, as far as somebody has asked: what stands behind the dot. */
  readonly members: (string | undefined)[];
  /** By index of a namespace: whether it is the designer's, whose content is no part of the workflow. */
  readonly designer: readonly boolean[];
  /** By index of a namespace: whether it is the XAML language's. */
  readonly language: readonly boolean[];
  /** `x:Name` → element. */
  readonly named: Map<string, number>;
  readonly flow: Flow;
  /** Properties that both read and write their symbol. */
  readonly inOut: Set<Property>;
  /** The type that an argument element gives its property. */
  readonly types: Map<Property, string>;
  /** Reads an activity and everything in it; returns its index. */
  activity(element: number, scope: Scope): number;
}

/** An activity whose settings are being read. */
export interface Owner {
  readonly activity: DraftActivity;
  readonly properties: Property[];
  /** How many values without a name it has had. */
  values: number;
}

const NOT_LOOKED = -2;

/** What nobody has asked for yet. */
export function unknownDots(doc: XmlDocument): Int32Array {
  return new Int32Array(doc.names.length).fill(NOT_LOOKED);
}

/** Where the dot is in a local name, by its index; -1 for a name without one. A name with a dot is a property. */
export function dotIn(reading: Reading, nameId: number): number {
  let dot = reading.dots[nameId]!;
  if (dot === NOT_LOOKED) {
    dot = reading.doc.names[nameId]!.indexOf('.');
    reading.dots[nameId] = dot;
  }
  return dot;
}

/** The property that `<Owner.Property>` sets; its dot stands at `dot`. */
export function memberName(reading: Reading, element: number, dot: number): string {
  const { doc, members } = reading;
  const id = doc.nameIds[element]!;
  return (members[id] ??= doc.names[id]!.slice(dot + 1));
}

/** The expression of a text; undefined without a language, for a literal. */
function expressionOf(
  reading: Reading,
  place: Anchor,
  text: string,
  syntax: ExpressionSyntax | undefined,
): Expression | undefined {
  if (syntax === undefined) return undefined;
  const expression = makeExpression(syntax, text, place);
  reading.draft.expressions.push(expression);
  return expression;
}

/** A literal, or an expression in the given language. */
export function makeValue(
  reading: Reading,
  place: Anchor,
  text: string,
  syntax: ExpressionSyntax | undefined,
): Value {
  const { at, owner, name } = place;
  return { at, owner, name, text, expression: expressionOf(reading, place, text, syntax) };
}

/** A setting, whose expression is entered in the workflow's list. */
export function settingAt(
  reading: Reading,
  place: Anchor,
  text: string,
  syntax: ExpressionSyntax | undefined,
  direction: Property['direction'],
): Property {
  const setting = makeSetting(syntax, text, place, direction);
  if (setting.expression !== undefined) reading.draft.expressions.push(setting.expression);
  return setting;
}

/** Adds a setting to an activity. */
export function addProperty(
  reading: Reading,
  owner: Owner,
  name: string,
  content: { readonly at: number; readonly text: string; readonly syntax: ExpressionSyntax | undefined },
  direction: Property['direction'],
): Property {
  const place = { at: content.at, owner: owner.activity.index, name };
  const property = settingAt(reading, place, content.text, content.syntax, direction);
  owner.properties.push(property);
  return property;
}
