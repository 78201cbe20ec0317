/**
 * Forms: digests of a file without what a designer changes by itself when it saves. Two files with the same form differ
 * in nothing that the closed lists of `noise/` do not name.
 */

import { recogniseDocument } from '../platforms/blue-prism/recognise.ts';
import type { InputFile } from '../platforms/input-file.ts';
import type { JsonDocument } from '../platforms/json/document.ts';
import { isRobin } from '../platforms/power-automate/desktop/recognise.ts';
import { recogniseFlow } from '../platforms/power-automate/recognise.ts';
import { isProject } from '../platforms/uipath/project.ts';
import { isUiPathWorkflow } from '../platforms/uipath/recognise.ts';
import type { XmlDocument } from '../platforms/xml/document.ts';
import { FormDigest } from './digest.ts';
import { addJson, type JsonNoise } from './json-form.ts';
import { bluePrismNoise, releaseParts } from './noise/blue-prism.ts';
import { addScript } from './noise/desktop-flow.ts';
import {
  environmentVariableNoise,
  flowNoise,
  isEnvironmentVariable,
  variableValues,
} from './noise/power-automate.ts';
import { projectNoise, uipathNoise } from './noise/uipath.ts';
import { type Digests, type XmlNoise, xmlWriter } from './xml-form.ts';

/** Version of the forms. It changes when a list of noise does; forms of different versions are not compared. */
export const FORM_VERSION = 1;

/** Digests of one document, in hexadecimal digits. */
export interface FileForm {
  /** Name of the document in its file, such as `process:Load Customers` in a release; `''` for the whole file. */
  readonly part: string;
  readonly form: string;
  /** Digest of what belongs to the environment: names of connections, defaults of environment variables. */
  readonly connections: string | null;
}

/**
 * Returns the forms of a file: one for most, one for each part of a release. Archives and files that are no text are
 * compared by their bytes.
 * @throws AppError `unparsable_file` or `structure_limit_exceeded` for a file that cannot be compared but by its bytes
 */
export function formsOf(file: InputFile): readonly FileForm[] {
  switch (file.syntax) {
    case 'xml':
      return formsOfXml(file.xml());
    case 'json':
      return [ofJson(file, file.json())];
    case 'zip':
      return [form('bytes', '', ({ form }) => form.addBytes('b', file.bytes))];
    default:
      return [ofText(file)];
  }
}

function form(kind: string, part: string, write: (digests: Digests) => void): FileForm {
  const own = new FormDigest();
  own.add('f', `flowarden ${FORM_VERSION} ${kind}`);
  let connections: FormDigest | undefined;
  write({ form: own, connections: () => (connections ??= new FormDigest()) });
  return { part, form: own.end(), connections: connections?.end() ?? null };
}

function formsOfXml(doc: XmlDocument): readonly FileForm[] {
  const of = (kind: string, noise: XmlNoise): readonly FileForm[] => [form(kind, '', xmlWriter(doc, noise))];
  if (isUiPathWorkflow(doc)) return of('uipath', uipathNoise(doc));
  const kind = recogniseDocument(doc);
  if (kind !== undefined) {
    const addPart = xmlWriter(doc, bluePrismNoise(doc));
    // A process has the same form by itself and in a release.
    return releaseParts(doc, kind).map(({ name, element }) =>
      form('blue-prism', name, (digests) => addPart(digests, element)),
    );
  }
  if (isEnvironmentVariable(doc)) return of('power-automate-variable', environmentVariableNoise(doc));
  return of('xml', {});
}

const NOTHING: ReadonlySet<number> = new Set();

function ofJson(file: InputFile, doc: JsonDocument): FileForm {
  const of = (kind: string, noise: JsonNoise): FileForm =>
    form(kind, '', (digests) => addJson(doc, digests, noise));
  if (isProject(doc)) return of('uipath-project', projectNoise(doc));
  const flow = recogniseFlow(doc);
  if (flow !== undefined) return of('power-automate', flowNoise(doc, flow));
  const values = variableValues(file, doc);
  if (values !== undefined) return of('power-automate-values', { noise: NOTHING, connections: values });
  return of('json', { noise: NOTHING, connections: NOTHING });
}

function ofText({ bytes }: InputFile): FileForm {
  const text = bytes.toString('utf8');
  // Line ends mean nothing in a text; other bytes mean what they are.
  if (text.includes('\0') || text.includes('\uFFFD'))
    return form('bytes', '', (digests) => digests.form.addBytes('b', bytes));
  if (isRobin(text)) return form('desktop-flow', '', (digests) => addScript(text, digests));
  return form('text', '', (digests) => digests.form.add('t', text.replaceAll('\r\n', '\n')));
}
