/** Turns a UiPath workflow document into the normal form. */
import type { Workflow } from '../../model/workflow.ts';
import { closeDraft, openDraft } from '../draft.ts';
import type { InputFile } from '../input-file.ts';
import { attributeText, firstChild, localName, textOf, type XmlDocument } from '../xml-document.ts';
import { xmlSource } from '../xml-source.ts';
import { readActivity } from './activities.ts';
import { readAnnotation, readArguments } from './declarations.ts';
import { LANGUAGES, type Languages } from './expressions.ts';
import { emptyFlow, settleFlow } from './flow.ts';
import { DEBUGGER, DESIGNER, DESIGNER_2010, XAML } from './namespaces.ts';
import { settleReachability } from './reach.ts';
import { dotIn, type Reading, unknownDots } from './reading.ts';

const EDITOR = 'ExpressionActivityEditor.ExpressionActivityEditor';
const DESIGNER_NAMESPACES = new Set([DESIGNER, DESIGNER_2010, DEBUGGER]);

/** Reads the one workflow of a file that was recognised. */
export function readWorkflow(file: InputFile): Workflow {
  const reading = openReading(file.xml(), file.name);
  const { doc, draft } = reading;
  readAnnotation(reading, -1, draft.name, 0);
  for (let child = firstChild(doc, 0); child !== -1; child = doc.nextSiblings[child]!) {
    if (reading.designer[doc.namespaceIds[child]!]) continue;
    if (localName(doc, child) === 'Members') readArguments(reading, child);
    // Imports, settings of the compiler and defaults of arguments all have a dot in their name.
    else if (dotIn(reading, doc.nameIds[child]!) < 0 && !reading.language[doc.namespaceIds[child]!])
      readActivity(reading, child, { parent: -1, slot: '', enabled: true });
  }
  settleFlow(reading);
  settleReachability(draft.activities);
  return closeDraft(draft);
}

function openReading(doc: XmlDocument, fileName: string): Reading {
  const languages = languagesOf(doc);
  const ownName = attributeText(doc, 0, 'Class', XAML) || fileName.replace(/\.xaml$/i, '');
  const draft = openDraft('uipath', 'uipath-workflow', ownName, languages.project, xmlSource(doc));
  draft.settings.set('expressionLanguage', languages.project === 'csharp' ? 'CSharp' : 'VisualBasic');
  const reading: Reading = {
    doc,
    draft,
    languages,
    dots: unknownDots(doc),
    members: [],
    designer: doc.namespaces.map((uri) => DESIGNER_NAMESPACES.has(uri)),
    language: doc.namespaces.map((uri) => uri === XAML),
    named: new Map(),
    flow: emptyFlow(),
    inOut: new Set(),
    types: new Map(),
    activity: (element, scope) => readActivity(reading, element, scope),
  };
  return reading;
}

/** C# when the file says so; files that tools have written say it only by the expressions that they hold. */
function languagesOf(doc: XmlDocument): Languages {
  const editor = attributeText(doc, 0, EDITOR, DESIGNER_2010) ?? editorElement(doc);
  if (editor !== undefined) return LANGUAGES[editor === 'C#' ? 'csharp' : 'visual-basic'];
  const isCSharp = doc.names.includes('CSharpValue') || doc.names.includes('CSharpReference');
  return LANGUAGES[isCSharp ? 'csharp' : 'visual-basic'];
}

/** The language in an element of the root, or on its body. */
function editorElement(doc: XmlDocument): string | undefined {
  for (let child = firstChild(doc, 0); child !== -1; child = doc.nextSiblings[child]!) {
    if (localName(doc, child) === EDITOR) return textOf(doc, child).trim();
    const own = attributeText(doc, child, EDITOR, DESIGNER_2010);
    if (own !== undefined) return own;
  }
  return undefined;
}
