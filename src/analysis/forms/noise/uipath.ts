/** Noise of UiPath Studio: how the designer showed a workflow last, and what it counts up when it saves. */
import { type JsonDocument, JsonKind, member } from '../../platforms/json/document.ts';
import {
  attributeName,
  attributeNamespace,
  attributeValue,
  firstChild,
  localName,
  namespaceOf,
  resolvePrefix,
  subtreeEnd,
  textOf,
  type XmlDocument,
} from '../../platforms/xml/document.ts';
import type { JsonNoise } from '../json-form.ts';
import type { XmlNoise } from '../xml-form.ts';

const XAML = 'http://schemas.microsoft.com/winfx/2006/xaml';
const WF = 'http://schemas.microsoft.com/netfx/2009/xaml/activities';
const VIEW = 'http://schemas.microsoft.com/netfx/2009/xaml/activities/presentation';
const VIEW_2010 = 'http://schemas.microsoft.com/netfx/2010/xaml/activities/presentation';
const DEBUGGER = 'http://schemas.microsoft.com/netfx/2010/xaml/activities/debugger';
const DRAWING = 'http://schemas.microsoft.com/winfx/2006/xaml/presentation';
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/** Attributes by name and namespace; an element of the same name holds the value too, where it is long. */
const NOISE: ReadonlySet<string> = new Set([
  `VirtualizedContainerService.HintSize ${VIEW}`,
  `WorkflowViewState.IdRef ${VIEW_2010}`,
  `DebugSymbol.Symbol ${DEBUGGER}`,
]);

/** Elements that hold how the designer showed an activity. */
const VIEW_STATES: ReadonlySet<string> = new Set([
  `WorkflowViewStateService.ViewState ${VIEW}`,
  `WorkflowViewState.ViewStateManager ${VIEW_2010}`,
]);

/** Elements that the designer writes there. Anything else is no view state, as XAML can create any object. */
const VIEW_ELEMENTS: ReadonlySet<string> = new Set([
  ...VIEW_STATES,
  `ViewStateManager ${VIEW_2010}`,
  `ViewStateData ${VIEW_2010}`,
  ...['Boolean', 'Double', 'Int32', 'String', 'Null'].map((name) => `${name} ${XAML}`),
  ...['Point', 'Size', 'PointCollection'].map((name) => `${name} ${DRAWING}`),
]);
const VIEW_ATTRIBUTES: ReadonlySet<string> = new Set([
  `TypeArguments ${XAML}`,
  `Key ${XAML}`,
  'Id ',
  ...NOISE,
]);
const COLLECTIONS = 'clr-namespace:System.Collections.Generic;assembly=';

/** Lists of imports and of assemblies, whose order means nothing. */
const LISTS: ReadonlySet<string> = new Set([
  'TextExpression.NamespacesForImplementation',
  'TextExpression.ReferencesForImplementation',
]);

/** Returns the name of an element or attribute, and its namespace behind a space. */
type Named = (at: number) => string;

/** Returns the noise of a workflow. */
export function uipathNoise(doc: XmlDocument): XmlNoise {
  const named: Named = (element) => `${localName(doc, element)} ${namespaceOf(doc, element)}`;
  const attribute: Named = (at) => `${attributeName(doc, at)} ${attributeNamespace(doc, at)}`;
  const holdsViewState = viewStates(doc, named, attribute);
  return {
    isNoise(element) {
      const name = named(element);
      if (NOISE.has(name)) return isPlainText(doc, element);
      return VIEW_STATES.has(name) && holdsViewState(element);
    },
    isNoiseAttribute: (_, at) => NOISE.has(attribute(at)) && !isExtension(attributeValue(doc, at)),
    // A prefix that stands for something else further out changes what values with it mean.
    isNoiseDeclaration: (element, prefix, namespace) =>
      namespace === DEBUGGER && resolvePrefix(doc, doc.parents[element]!, prefix) === undefined,
    meantBy: (element, at) =>
      attribute(at) === `Ignorable ${COMPATIBILITY}`
        ? withoutDebugger(doc, element, attributeValue(doc, at))
        : undefined,
    isUnordered(element) {
      const parent = doc.parents[element]!;
      return parent !== -1 && namespaceOf(doc, parent) === WF && LISTS.has(localName(doc, parent));
    },
  };
}

/** A markup extension in an attribute creates an object. */
const isExtension = (value: string): boolean => value.startsWith('{');

function isPlainText(doc: XmlDocument, element: number): boolean {
  return (
    firstChild(doc, element) === -1 &&
    doc.attributeStarts[element] === doc.attributeStarts[element + 1] &&
    !isExtension(textOf(doc, element))
  );
}

/**
 * Creates the predicate of elements that hold nothing but what the designer writes there. The last element that is
 * something else answers for all around it, so that nested ones cost no more.
 */
function viewStates(doc: XmlDocument, named: Named, attribute: Named): (element: number) => boolean {
  let other = -1;
  const isView = (element: number): boolean => {
    const isDictionary =
      localName(doc, element) === 'Dictionary' && namespaceOf(doc, element).startsWith(COLLECTIONS);
    if (!isDictionary && !VIEW_ELEMENTS.has(named(element))) return false;
    if (firstChild(doc, element) !== -1 && textOf(doc, element).trim() !== '') return false;
    for (let at = doc.attributeStarts[element]!; at < doc.attributeStarts[element + 1]!; at += 1)
      if (!VIEW_ATTRIBUTES.has(attribute(at)) || isExtension(attributeValue(doc, at))) return false;
    return true;
  };
  return (element) => {
    const end = subtreeEnd(doc, element);
    if (other >= element && other < end) return false;
    for (let at = element; at < end; at += 1) {
      if (isView(at)) continue;
      other = at;
      return false;
    }
    return true;
  };
}

/** Returns the prefixes that readers may ignore, without that of the debug symbols. */
function withoutDebugger(doc: XmlDocument, element: number, value: string): string {
  const prefixes = value.split(' ');
  return prefixes.filter((prefix) => resolvePrefix(doc, element, prefix) !== DEBUGGER).join(' ');
}

/** Members of `project.json` that count up with every publication, or name the Studio that saved last. */
const VERSIONS = ['projectVersion', 'studioVersion'] as const;

/** Returns the noise of a `project.json`. */
export function projectNoise(doc: JsonDocument): JsonNoise {
  const versions = VERSIONS.map((key) => member(doc, 0, key)).filter(
    (at) => at !== -1 && doc.kinds[at] === JsonKind.string,
  );
  return { noise: new Set(versions), connections: new Set() };
}
