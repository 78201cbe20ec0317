/** Turns a UiPath workflow document into the normal form. */
import type { Workflow } from '../../model/workflow.ts';
import { closeDraft, openDraft } from '../draft.ts';
import type { InputFile } from '../input-file.ts';
import { attributeText, firstChild, localName, textOf, type XmlDocument } from '../xml/document.ts';
import { xmlSource } from '../xml/source.ts';
import { readActivity } from './activities.ts';
import type { VariableScope } from './activity.ts';
import { chartDrawing } from './chart-drawing.ts';
import { addAnnotation, annotationOf, readDeclaredArguments, readDefaults } from './declarations.ts';
import { LANGUAGES, type Languages } from './expressions/expressions.ts';
import { settleFlow } from './flow.ts';
import { tidyNames } from './names/names.ts';
import { DESIGNER_2010, namespaceFacts, XAML } from './names/namespaces.ts';
import { settleXamlReachability } from './reach.ts';
import { elementName, elementNamespace, type XamlReading } from './reading.ts';

const EDITOR = 'ExpressionActivityEditor.ExpressionActivityEditor';
const OUTSIDE: VariableScope = { parent: -1, slot: '', enabled: true };

/** Reads the one workflow of a file that was recognised. */
export function readWorkflow(file: InputFile): Workflow {
  const reading = openReading(file.xml(), file.name);
  const { doc, draft } = reading;
  addAnnotation(reading, { owner: -1, name: draft.name }, annotationOf(reading, 0));
  // Read once, however many lists of members there are: the defaults stand beside all of them.
  let defaults: ReturnType<typeof readDefaults> | undefined;
  for (let child = firstChild(doc, 0); child !== -1; child = doc.nextSiblings[child]!) {
    const { isDesigner, isLanguage } = elementNamespace(reading, child);
    if (isDesigner) continue;
    const name = elementName(reading, child);
    if (name.text === 'Members') readDeclaredArguments(reading, child, (defaults ??= readDefaults(reading)));
    // Imports, settings of the compiler and defaults of arguments all have a dot in their name.
    else if (name.dot < 0 && !isLanguage) readActivity(reading, child, OUTSIDE);
  }
  const { flow, hasDeadEnds } = reading;
  if (flow !== undefined) {
    settleFlow(reading, flow);
    draft.drawing = chartDrawing(reading, flow);
  }
  if (flow !== undefined || hasDeadEnds) settleXamlReachability(draft.activities);
  return closeDraft(draft);
}

function openReading(doc: XmlDocument, fileName: string): XamlReading {
  tidyNames();
  const languages = languagesOf(doc);
  const className = attributeText(doc, 0, 'Class', XAML) ?? '';
  const name = workflowName(className, fileName);
  const draft = openDraft('uipath', 'uipath-workflow', name, languages.project, xmlSource(doc));
  // Identities of findings contain the class, which stays when the file is renamed.
  if (className !== '') draft.artifactKey = className;
  draft.settings.set('expressionLanguage', languages.project === 'csharp' ? 'CSharp' : 'VisualBasic');
  const reading: XamlReading = {
    doc,
    draft,
    languages,
    namespaces: doc.knownNamespaces.map(namespaceFacts),
    named: new Map(),
    flow: undefined,
    hasDeadEnds: false,
    settings: [],
    settingCount: 0,
    wrappers: new Map(),
    blanks: new Map(),
    activity: (element, scope) => readActivity(reading, element, scope),
  };
  return reading;
}

/** Returns the letters of a name that a class and a file have in common: Studio replaces other characters. */
const lettersOf = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Names a workflow by its class. If the class is that of the file it was copied from, its own file names it. */
function workflowName(className: string, fileName: string): string {
  const base = fileName.slice(fileName.lastIndexOf('/') + 1);
  const title = base.replace(/\.xaml$/i, '');
  if (className === '') return title;
  const isOwn = lettersOf(className).endsWith(lettersOf(title));
  // Another ending shows that the file did not come from Studio's folder, and nothing about the workflow.
  return isOwn || title === base ? className : title;
}

/** Returns C# if the file names it; generated files show it only by the expressions that they hold. */
function languagesOf(doc: XmlDocument): Languages {
  const editor = attributeText(doc, 0, EDITOR, DESIGNER_2010) ?? editorElement(doc);
  if (editor !== undefined) return LANGUAGES[editor === 'C#' ? 'csharp' : 'visual-basic'];
  const isCSharp = doc.names.includes('CSharpValue') || doc.names.includes('CSharpReference');
  return LANGUAGES[isCSharp ? 'csharp' : 'visual-basic'];
}

/** Returns the language in an element of the root, or on its body. */
function editorElement(doc: XmlDocument): string | undefined {
  for (let child = firstChild(doc, 0); child !== -1; child = doc.nextSiblings[child]!) {
    if (localName(doc, child) === EDITOR) return textOf(doc, child).trim();
    const own = attributeText(doc, child, EDITOR, DESIGNER_2010);
    if (own !== undefined) return own;
  }
  return undefined;
}
