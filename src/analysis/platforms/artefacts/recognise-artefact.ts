/** Recognises files that belong to an automation and that no reader takes: by content, else by their paths. */
import { AppError } from '../../../errors.ts';
import type { InputFile } from '../input-file.ts';
import { type JsonDocument, kindOf } from '../json/document.ts';
import { isGenerated } from '../kinds/generated-path.ts';
import { AI_PROMPT, isAppSourcePath } from '../power-automate/app-source.ts';
import { LOGIC_APP } from '../power-automate/logic-apps/workflow.ts';
import { isLogicApp, standardDefinition } from '../power-automate/recognise.ts';
import { isCompiledPackage } from '../uipath/archive.ts';
import { CODED_AGENT_MANIFEST } from '../uipath/kinds/coded-agent/kinds.ts';
import { isCodedAgent } from '../uipath/kinds/coded-agent/read.ts';
import { namespaceFacts, WF } from '../uipath/names/namespaces.ts';
import { isUnreadWorkbook } from '../uipath/parts/workbook.ts';
import { childNamed, localName, namespaceOf } from '../xml/document.ts';
import type { ArtefactKind } from './artefact-kinds.ts';

/** Test for one kind. */
interface Recogniser {
  readonly kind: ArtefactKind;
  /** Paths that it can have. */
  readonly path: RegExp;
  /** Reads the content; absent: the path suffices. */
  readonly holds?: (file: InputFile) => boolean;
}

/** Creates a test of a JSON object. */
const jsonWith =
  (test: (doc: JsonDocument) => boolean) =>
  (file: InputFile): boolean => {
    if (file.syntax !== 'json') return false;
    const doc = file.json();
    return kindOf(doc, 0) === 'object' && test(doc);
  };

/** Products that store documents of Windows Workflow Foundation in Dynamics 365. */
const DYNAMICS = 'Microsoft.Xrm.Sdk';

function isDynamics(file: InputFile): boolean {
  if (file.syntax !== 'xml') return false;
  const doc = file.xml();
  return namespaceOf(doc, 0) === WF && doc.namespaces.some((uri) => uri.includes(DYNAMICS));
}

/** Returns whether a file is a piece of a workflow that Studio did not save as one: its root is no `Activity`. */
function isOtherXaml(file: InputFile): boolean {
  if (file.syntax !== 'xml') return false;
  const doc = file.xml();
  if (localName(doc, 0) === 'Activity') return false;
  // Pages and styles of programs are XAML too, in a namespace of their own.
  const root = namespaceOf(doc, 0);
  return (
    (root === WF || /uipath/i.test(root)) && doc.knownNamespaces.some((name) => namespaceFacts(name).isUiPath)
  );
}

const CUSTOMIZATIONS = /(?:^|\/)customizations\.xml$/i;

function hasAiModels(file: InputFile): boolean {
  if (file.syntax !== 'xml') return false;
  const doc = file.xml();
  const list = childNamed(doc, 0, 'AIModels');
  return list !== -1 && childNamed(doc, list, 'AIModel') !== -1;
}

/** Returns whether a file may be an artefact although a reader has taken it: the reader takes a part of it. */
export const mayHoldMore = (path: string): boolean =>
  CUSTOMIZATIONS.test(path) || isAppSourcePath(path) || CODED_AGENT_MANIFEST.test(path);

/** The tests, in their order: the first that holds counts. */
const FORMULA = /(?:^|\/)Formulas\/[^/]{1,200}$/i;

const RECOGNISERS: readonly Recogniser[] = [
  {
    kind: 'coded-agent',
    path: CODED_AGENT_MANIFEST,
    holds: (file) => file.syntax === 'json' && isCodedAgent(file.json()),
  },
  // Formulas of calculated columns have the same format, and are no workflows.
  {
    kind: 'classic-workflow',
    path: /\.xaml$/i,
    holds: (file) => !FORMULA.test(file.path) && isDynamics(file),
  },
  { kind: 'other-xaml', path: /\.xaml$/i, holds: isOtherXaml },
  {
    kind: 'compiled-package',
    path: /\.nupkg$/i,
    holds: (file) => file.syntax === 'zip' && isCompiledPackage(file.archive()),
  },
  { kind: 'unread-workbook', path: /(?:^|\/)Data\/Config[^/]{0,40}\.xls[xmb]?$/i, holds: isUnreadWorkbook },
  {
    kind: 'ai-prompt',
    path: AI_PROMPT,
  },
  { kind: 'ai-models', path: CUSTOMIZATIONS, holds: hasAiModels },
  { kind: 'canvas-app', path: /\.(?:msapp|pa\.ya?ml|fx\.ya?ml)$/i },
  { kind: 'logic-app', path: LOGIC_APP, holds: jsonWith((doc) => standardDefinition(doc) !== -1) },
  { kind: 'logic-app-resource', path: /\.json$/i, holds: jsonWith((doc) => isLogicApp(doc, 0)) },
  // Their formats are the vendor's own: only the endings say what they are.
  { kind: 'version-11', path: /\.(?:atmx?|aapkg|mbot)$/i },
  { kind: 'skill', path: /\.bpskill$/i },
];

/** Endings of artefacts that begin like no workflow: their content is read all the same. */
const OTHER_START = /\.(?:atmx?|aapkg|mbot|bpskill|pa\.ya?ml|fx\.ya?ml)$/i;

/** Returns whether a file may be an artefact by its path, with any content. */
export const mayBeArtefact = (path: string): boolean => OTHER_START.test(path) && !isGenerated(path);

function matches({ path, holds }: Recogniser, file: InputFile): boolean {
  if (!path.test(file.path)) return false;
  try {
    return holds === undefined || holds(file);
  } catch (error) {
    // What cannot be read as JSON, XML or a zip is no artefact that is known by its content.
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Returns whether a path is one that some kind has: content behind any other is not read. */
export function isArtefactPath(path: string): boolean {
  return !isGenerated(path) && RECOGNISERS.some((recogniser) => recogniser.path.test(path));
}

/** Returns the kind of a file that no reader takes; undefined when it is none of a known kind. */
export function recogniseArtefact(file: InputFile): ArtefactKind | undefined {
  if (isGenerated(file.path)) return undefined;
  return RECOGNISERS.find((recogniser) => matches(recogniser, file))?.kind;
}
