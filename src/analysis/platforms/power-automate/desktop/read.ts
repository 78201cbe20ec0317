/** Desktop flows from the three homes of a script: a text file, a package in JSON, a solution's customizations. */
import { AppError } from '../../../../errors.ts';
import type { Workflow } from '../../../model/workflow.ts';
import { revised } from '../../draft.ts';
import type { InputFile } from '../../input-file.ts';
import { pointerOf, stringOf } from '../../json/document.ts';
import { LineIndex } from '../../text.ts';
import { attributeText, childNamed, textOf, type XmlDocument, xpathOf } from '../../xml/document.ts';
import { flowFileName } from '../file-name.ts';
import { unpackScript } from './package.ts';
import { readScript } from './parse.ts';
import { desktopFlowsOf, isRobin, packageOf } from './recognise.ts';

/** Bytes of a text file that are decoded to recognise it. */
const SNIFF_BYTES = 128 * 1024;

/** Returns whether a file holds desktop flows, and nothing else that is read. */
export function isDesktopFlow(file: InputFile): boolean {
  if (file.syntax === 'json') return packageOf(file.json()) !== -1;
  if (file.syntax === 'xml') return desktopFlowsOf(file.xml()).length > 0;
  return file.syntax === 'other' && isRobin(file.bytes.toString('utf8', 0, SNIFF_BYTES));
}

/** Reads the flows of a file that `isDesktopFlow` accepts. */
export function readDesktopFlows(file: InputFile): readonly Workflow[] {
  if (file.syntax === 'xml') return readCustomizations(file);
  return [file.syntax === 'json' ? readPackage(file) : readText(file)];
}

function readText(file: InputFile): Workflow {
  const { name, id } = flowFileName(file.name);
  const home = { path: '', place: undefined };
  return readScript({ text: file.bytes.toString('utf8'), name, artifactKey: id ?? name, home, whole: false });
}

function readPackage(file: InputFile): Workflow {
  const doc = file.json();
  const value = packageOf(doc);
  const { name, id } = flowFileName(file.name);
  const packed = stringOf(doc, value)!;
  if (packed === '') {
    throw new AppError(
      'unsupported_file_type',
      `"${file.name}" is a desktop flow without its script: newer solutions keep it in customizations.xml. Send that file, or the solution as a zip.`,
      { filename: file.name },
    );
  }
  const place = new LineIndex(doc.bytes).positionOf(doc.keyStarts[value]! - 1);
  return readScript({
    text: unpackScript(packed),
    name,
    artifactKey: id ?? name,
    home: { path: pointerOf(doc, value), place },
    whole: true,
  });
}

/** Reads the desktop flows in a solution's `customizations.xml`, each under the name that people gave it. */
export function readCustomizations(file: InputFile): readonly Workflow[] {
  const doc = file.xml();
  const lines = new LineIndex(doc.bytes);
  return desktopFlowsOf(doc).map((element) => {
    const definition = childNamed(doc, element, 'Definition');
    const name = attributeText(doc, element, 'Name') ?? 'Desktop flow';
    const id = attributeText(doc, element, 'WorkflowId')?.replace(/[{}]/g, '').toLowerCase();
    const home = { path: xpathOf(doc, definition), place: lines.positionOf(doc.starts[definition]!) };
    const flow = (text: string): Workflow =>
      readScript({ text, name, artifactKey: id ?? name, home, whole: true });
    try {
      return flow(scriptOf(doc, definition));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // One damaged flow must not hide the others of the solution.
      return revised(flow(''), {
        unread: [{ at: 0, owner: -1, name: '', kind: 'damaged-part', reason: error.message }],
      });
    }
  });
}

/** Returns the script in an element `Definition`: a JSON text, or the script as it is. */
function scriptOf(doc: XmlDocument, definition: number): string {
  const text = textOf(doc, definition).trim();
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch (cause) {
    const problem = 'The script of this desktop flow is cut off or damaged. Export the solution again.';
    throw new AppError('unparsable_file', problem, {}, { cause });
  }
}
