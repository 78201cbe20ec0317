/** State of the reader of BPMN, and its access to attributes, extensions and settings. */
import type { Anchor, Property } from '../../../../model/workflow.ts';
import type { Draft, DraftActivity } from '../../../draft.ts';
import { makeExpression } from '../../../expression.ts';
import type { ExpressionSyntax } from '../../../expression-syntax.ts';
import { expressionSyntax, scriptSyntax } from '../../../javascript/syntax.ts';
import {
  attributeText,
  childNamed,
  children,
  localName,
  namespaceOf,
  type XmlDocument,
} from '../../../xml/document.ts';

/** Namespace of BPMN. */
export const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
/** Namespace of UiPath's extensions. */
export const VENDOR = 'http://uipath.org/schema/bpmn';

/** A process while it is read. */
export interface ProcessReading {
  readonly doc: XmlDocument;
  readonly draft: Draft;
  /** By the id of an element: its step. */
  readonly steps: Map<string, DraftActivity>;
  /** By the id of a binding: the value that the designer keeps for it. */
  readonly bindings: Map<string, string>;
  readonly flows: number[];
  /** By the index of a step: the element. */
  readonly ids: string[];
}

/** Returns the value of an attribute without a namespace. */
export const attr = (doc: XmlDocument, element: number, name: string): string | undefined =>
  attributeText(doc, element, name);

/** Returns whether an element is one of UiPath's extensions. */
export const isVendor = (doc: XmlDocument, element: number, name: string): boolean =>
  localName(doc, element) === name && namespaceOf(doc, element) === VENDOR;

/** Returns the vendor's elements directly in the extensions of an element. */
export function extensionsOf(doc: XmlDocument, element: number): readonly number[] {
  const list = childNamed(doc, element, 'extensionElements');
  return list === -1 ? [] : children(doc, list).filter((child) => namespaceOf(doc, child) === VENDOR);
}

/** Returns the expression that a text is: `=vars.total`, `=js:vars.total + 1`; a script has no mark. */
function expressionIn(
  text: string,
  isScript: boolean,
): { syntax: ExpressionSyntax; text: string } | undefined {
  const trimmed = text.trim();
  if (isScript) return { syntax: scriptSyntax, text };
  if (trimmed.startsWith('=js:')) return { syntax: expressionSyntax, text: trimmed.slice('=js:'.length) };
  return trimmed.length > 1 && trimmed.startsWith('=') && !trimmed.startsWith('==')
    ? { syntax: expressionSyntax, text: trimmed.slice(1) }
    : undefined;
}

/** A variable in a body of JSON: `{"topic": "=js:vars.order.topic"}`. */
const HELD_VARIABLE = /(?<![\w.$])vars\.[A-Za-z_]\w{0,100}/g;

/** Records the variables that a body of JSON reads, as its texts are expressions and templates. */
function readHeldVariables(draft: Draft, text: string, place: Anchor): void {
  if (!/^\s*[{[]/.test(text)) return;
  for (const variable of new Set(text.match(HELD_VARIABLE)))
    draft.expressions.push(makeExpression(expressionSyntax, variable, place));
}

/** Adds a setting to a step, with the expression in it. */
export function addStepProperty(
  { draft }: ProcessReading,
  { index, properties }: DraftActivity,
  setting: { readonly at: number; readonly name: string; readonly text: string; readonly isScript?: boolean },
): void {
  const { at, name, text, isScript = false } = setting;
  const found = expressionIn(text, isScript);
  const place = { at, owner: index, name };
  const expression = found === undefined ? undefined : makeExpression(found.syntax, found.text, place);
  if (expression !== undefined) draft.expressions.push(expression);
  else readHeldVariables(draft, text, place);
  (properties as Property[]).push({ ...place, text: found?.text ?? text, expression, direction: 'in' });
}
