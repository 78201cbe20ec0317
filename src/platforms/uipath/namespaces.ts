/** XML namespaces of WF4 documents. Prefixes differ from file to file, so only these names count. */
import { ownText } from '../../model/own-text.ts';

/** Activities of Windows Workflow Foundation 4, and the root. */
export const WF = 'http://schemas.microsoft.com/netfx/2009/xaml/activities';
/** The XAML language: `x:Members`, `x:Reference`, `x:TypeArguments`. */
export const XAML = 'http://schemas.microsoft.com/winfx/2006/xaml';
/** Designer data: view state and hint sizes. */
const DESIGNER = 'http://schemas.microsoft.com/netfx/2009/xaml/activities/presentation';
/** Designer data since 2010: annotations, IdRef, the expression editor. */
export const DESIGNER_2010 = 'http://schemas.microsoft.com/netfx/2010/xaml/activities/presentation';
/** Debugger symbols. */
const DEBUGGER = 'http://schemas.microsoft.com/netfx/2010/xaml/activities/debugger';

/** What follows from the name of a namespace. */
export interface Namespace {
  /** It is the XAML language's. */
  readonly isLanguage: boolean;
  /** It is the designer's, whose content is no part of the workflow. */
  readonly isDesigner: boolean;
  /** It is the one in which the designer keeps ids and annotations. */
  readonly hasNotes: boolean;
  readonly hasCollections: boolean;
  /** The workflow's own class is in a CLR namespace without an assembly, mostly without a name too. */
  readonly isOwn: boolean;
  readonly isUiPath: boolean;
}

/** Namespaces that are remembered; a hostile file must not make a long-lived table grow. */
const KNOWN_MAX = 2000;
const KNOWN_LENGTH_MAX = 300;
const known = new Map<string, Namespace>();

function factsOf(uri: string): Namespace {
  return {
    isLanguage: uri === XAML,
    isDesigner: uri === DESIGNER || uri === DESIGNER_2010 || uri === DEBUGGER,
    hasNotes: uri === DESIGNER_2010,
    hasCollections: uri.startsWith('clr-namespace:System.Collections'),
    isOwn: uri.startsWith('clr-namespace:') && !uri.includes(';'),
    isUiPath: /uipath/i.test(uri),
  };
}

/** The facts of a namespace: files declare the same few hundred. */
export function namespaceFacts(uri: string): Namespace {
  let facts = known.get(uri);
  if (facts !== undefined) return facts;
  facts = factsOf(uri);
  if (uri.length > KNOWN_LENGTH_MAX) return facts;
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(ownText(uri), facts);
  return facts;
}
