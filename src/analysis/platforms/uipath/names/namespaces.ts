/** XML namespaces of WF4 documents. Prefixes differ from file to file, so only these names count. */
import type { KnownName } from '../../xml/names.ts';

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

/** Facts about a namespace, derived from its name. */
export class Namespace {
  /** It is the XAML language's. */
  readonly isLanguage: boolean;
  /** It is the designer's, whose content is no part of the workflow. */
  readonly isDesigner: boolean;
  /** It is the one of the designer's ids and annotations. */
  readonly hasNotes: boolean;
  readonly hasCollections: boolean;
  /** The workflow's own class is in a CLR namespace without an assembly, mostly without a name too. */
  readonly isOwn: boolean;
  readonly isUiPath: boolean;

  constructor(uri: string) {
    this.isLanguage = uri === XAML;
    this.isDesigner = uri === DESIGNER || uri === DESIGNER_2010 || uri === DEBUGGER;
    this.hasNotes = uri === DESIGNER_2010;
    this.hasCollections = uri.startsWith('clr-namespace:System.Collections');
    this.isOwn = uri.startsWith('clr-namespace:') && !uri.includes(';');
    this.isUiPath = /uipath/i.test(uri);
  }
}

/** Returns the facts of a namespace, cached with its name. */
export function namespaceFacts(name: KnownName): Namespace {
  if (name.facts instanceof Namespace) return name.facts;
  const facts = new Namespace(name.text);
  name.facts = facts;
  return facts;
}
