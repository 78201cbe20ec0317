/**
 * Reads the manifests of a solution that Dataverse keeps in Git, or that `pac solution clone` writes: which paths and
 * flows belong to it, and what it lacks. From "Solution YAML source control format reference" of Microsoft.
 */
import { AppError } from '../../../errors.ts';
import type { Reference, Workflow } from '../../model/workflow.ts';
import { closeDraft, type Draft, openDraft } from '../draft.ts';
import type { InputFile } from '../input-file.ts';
import { textLines } from '../text-lines.ts';
import { memberOf, pointerTo, readPlacedYaml, textAt } from '../yaml/document.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';

const MANIFEST =
  /(?:^|\/)solutions\/[^/]{1,100}\/(?:solution|solutioncomponents|rootcomponents|missingdependencies)\.ya?ml$/i;
/** References of one manifest that are read; real ones have some thousands. */
const REFERENCES_MAX = 20_000;
/** Type of flows among the root components. */
const FLOW_TYPE = '29';

/** Returns whether a path is that of a manifest. */
export const isYamlManifestPath = (path: string): boolean => MANIFEST.test(path);

/** Returns the entries of lists, at the top of a document or in its members. */
function entriesOf(root: YamlValue): readonly YamlValue[] {
  if (root.isList) return root.members;
  return root.members.flatMap(({ isList, members }) => (isList ? members : []));
}

function addReference(draft: Draft, reference: Pick<Reference, 'at' | 'kind' | 'target' | 'detail'>): void {
  // What an error left out would not be missed: the first ones stay.
  if (reference.target === '' || draft.references.length >= REFERENCES_MAX) return;
  draft.references.push({ ...reference, owner: -1, name: reference.kind });
}

/** Returns a path of a manifest without its leading slashes. */
const plainPath = (path: string): string => path.replaceAll('\\', '/').replace(/^\/{1,9}/, '');

/** Adds what one entry of a list says: a path, a flow, or a component that is missing. */
function addEntry(draft: Draft, entry: YamlValue): void {
  const add = (kind: Reference['kind'], target: string, detail = ''): void =>
    addReference(draft, { at: entry.at, kind, target, detail });
  add('declared-path', plainPath(entry.text ?? textAt(entry, '@path')));
  if (textAt(entry, '@type') === FLOW_TYPE)
    add('declared-workflow', textAt(entry, '@id').replace(/[{}]/g, '').toLowerCase());
  const required = memberOf(entry, 'Required');
  if (required === undefined) return;
  const shown = ['@displayName', '@schemaName', '@id'].map((key) => textAt(required, key));
  const from = `${textAt(required, '@type')} ${textAt(required, '@solution')}`;
  add('missing', shown.find((name) => name !== '') ?? '', from);
}

/**
 * Reads a manifest as a part of its solution.
 * @throws AppError `unparsable_file` where it is no YAML or several documents: what is not read would silence findings
 */
export function readYamlManifest(file: InputFile): Workflow {
  const text = file.bytes.toString('utf8');
  const { root, defects } = readPlacedYaml(text);
  const { lineOf, startOf } = textLines(text);
  const lineAndColumn = (at: number) => ({ line: lineOf(at) + 1, column: at - startOf(lineOf(at)) + 1 });
  const [defect] = defects;
  if (defect !== undefined) {
    const { line, column } = lineAndColumn(defect.at);
    throw new AppError('unparsable_file', defect.reason, { line: String(line), column: String(column) });
  }
  const solution = file.path.split('/').at(-2)!;
  const draft = openDraft('power-automate', 'power-automate-solution', solution, 'workflow-definition', {
    lineAndColumn,
    path: (at) => pointerTo(root, at),
  });
  draft.artifactKey = `solution:${solution}:${file.name.toLowerCase()}`;
  const manifest = memberOf(root, 'SolutionManifest') ?? root;
  for (const key of ['Managed', 'Version']) {
    const value = textAt(manifest, key);
    if (value !== '') draft.settings.set(key, value);
  }
  for (const entry of entriesOf(root)) addEntry(draft, entry);
  return closeDraft(draft);
}
