/** Zips of flows: exported solutions with cloud and desktop flows, and the older packages of one or a few flows. */
import { AppError } from '../../../errors.ts';
import type { FileKind } from '../../model/kinds/file-kind.ts';
import type { Workflow } from '../../model/workflow.ts';
import { revised } from '../draft.ts';
import type { Archive, InputFile } from '../input-file.ts';
import { stringOf } from '../json/document.ts';
import { isKindPath, type KindReader, kindReaderOf } from '../kinds/kind-reader.ts';
import { attributeText, childNamed, children, localName, textOf, type XmlDocument } from '../xml/document.ts';
import { readArchiveMember } from '../zip/archive-member.ts';
import { readCustomizations, readDesktopFlows } from './desktop/read.ts';
import { desktopFlowsOf, packageOf } from './desktop/recognise.ts';
import { flowFileName } from './file-name.ts';
import { AGENT_KINDS, LOGIC_APP_KINDS, POWER_AUTOMATE_KINDS } from './kinds/kinds.ts';
import { LOGIC_APP } from './logic-apps/workflow.ts';
import { readFlow } from './parse.ts';
import { recogniseFlow } from './recognise.ts';
import { isSolutionPartPath, readSolutionParts } from './solution-parts.ts';
import { isYamlManifestPath } from './yaml-manifest.ts';

// Names end a path, because people also zip the folder around an export, or an unpacked solution.
const SOLUTION = /(?:^|\/)solution\.xml$/i;
const CUSTOMIZATIONS = /(?:^|\/)customizations\.xml$/i;
/** Solutions in Git have `modernflows`, where the flow may have a folder of its own. */
const SOLUTION_FLOW = /(?:^|\/)(?:workflows\/|modernflows\/(?:[^/]+\/)?)[^/]+\.json$/i;
const PACKAGE_FLOW = /(?:^|\/)microsoft\.flow\/flows\/[^/]+\/definition\.json$/i;
const VARIABLE = /(?:^|\/)environmentvariabledefinition\.xml$/i;
/** Holds the name of a flow in an unpacked solution, beside its file. */
const BESIDE = '.data.xml';

/** Facts of a flow that a solution states outside of the flow's own file. */
interface Described {
  readonly name: string;
  /** `0` when the flow is switched off. */
  readonly state: string | undefined;
}

function describe(doc: XmlDocument, element: number): Described | undefined {
  const name = attributeText(doc, element, 'Name');
  if (localName(doc, element) !== 'Workflow' || name === undefined || name.trim() === '') return undefined;
  const state = childNamed(doc, element, 'StateCode');
  return { name, state: state === -1 ? undefined : textOf(doc, state).trim() };
}

const idOf = (text: string | undefined): string | undefined => text?.replace(/[{}]/g, '').toLowerCase();

/** Descriptions by the id of the flow. */
function described(doc: XmlDocument): ReadonlyMap<string, Described> {
  const found = new Map<string, Described>();
  const list = childNamed(doc, 0, 'Workflows');
  if (list === -1) return found;
  for (const element of children(doc, list)) {
    const id = idOf(attributeText(doc, element, 'WorkflowId'));
    const description = describe(doc, element);
    if (id !== undefined && description !== undefined) found.set(id, description);
  }
  return found;
}

/** Reads a member, or returns `otherwise` when it is unreadable; that is reported where the member itself is read. */
function readOr<T>(
  archive: Archive,
  path: string | undefined,
  read: (file: InputFile) => T,
  otherwise: T,
): T {
  if (path === undefined) return otherwise;
  try {
    return read(archive.open(path));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return otherwise;
  }
}

/** Returns the kind of an archive with flows in it; undefined when it has none. */
export function recogniseArchive(file: InputFile): FileKind | undefined {
  const archive = file.archive();
  return recogniseExport(archive) ?? (hasLogicApps(file) ? 'azure-logic-app-folder' : undefined);
}

function recogniseExport(archive: Archive): FileKind | undefined {
  const { paths } = archive;
  if (paths.some((path) => PACKAGE_FLOW.test(path))) return 'power-automate-package';
  const hasAgent = paths.some((path) => isKindPath(AGENT_KINDS, path));
  if (!isSolution(archive)) return hasAgent ? 'copilot-studio-workspace' : undefined;
  if (
    paths.some((path) => isKindPath(POWER_AUTOMATE_KINDS, path)) ||
    paths.some((path) => SOLUTION_FLOW.test(path))
  )
    return 'power-automate-solution';
  const customizations = paths.find((path) => CUSTOMIZATIONS.test(path));
  const hasDesktopFlow = readOr(
    archive,
    customizations,
    (file) => desktopFlowsOf(file.xml()).length > 0,
    // A damaged file may have held some: it is read, so that its defect is named.
    true,
  );
  return hasDesktopFlow ? 'power-automate-solution' : undefined;
}

/** Returns whether an archive has workflows of Azure Logic Apps, which are only read on request. */
function hasLogicApps(file: InputFile): boolean {
  if (!file.optionalKinds.logicApps) return false;
  const archive = file.archive();
  return archive.paths.some((path) => LOGIC_APP.test(path) && isPart(archive, path, LOGIC_APP_KINDS));
}

/** Returns whether an archive has parts of connectors or settings of a deployment. */
export const hasParts = (archive: Archive): boolean =>
  archive.paths.some((path) => isPart(archive, path, POWER_AUTOMATE_KINDS));

/** Returns whether an archive is a solution that defines environment variables. */
export const hasVariables = (archive: Archive): boolean =>
  isSolution(archive) && archive.paths.some((path) => VARIABLE.test(path));

/** Returns whether an archive is a solution of the Power Platform, with or without flows. */
export function isSolution({ paths }: Archive): boolean {
  return (
    isYamlSolution(paths) ||
    (paths.some((path) => SOLUTION.test(path)) && paths.some((path) => CUSTOMIZATIONS.test(path)))
  );
}

const isYamlSolution = (paths: readonly string[]): boolean => paths.some(isYamlManifestPath);

/**
 * Reads every flow of an archive that `recogniseArchive` accepts. A member that cannot be read becomes one with its
 * reason.
 */
export function readSolutionArchive(file: InputFile, kind: FileKind): Workflow[] {
  const archive = file.archive();
  const logicApps = file.optionalKinds.logicApps ? readKinds(archive, LOGIC_APP_KINDS) : [];
  return [...readExport(archive, kind), ...logicApps];
}

function readExport(archive: Archive, kind: FileKind): Workflow[] {
  if (kind === 'power-automate-solution')
    return [...readSolution(archive), ...readKinds(archive, POWER_AUTOMATE_KINDS)];
  if (kind !== 'power-automate-package') return readKinds(archive, POWER_AUTOMATE_KINDS);
  return archive.paths
    .filter((path) => PACKAGE_FLOW.test(path))
    .flatMap((path) => readArchiveMember('power-automate', path, () => archive.open(path), readCloudFlow));
}

/** Returns whether a member is of a kind by its content: paths as that of settings can be of any product. */
function isPart(archive: Archive, path: string, kinds: readonly KindReader[]): boolean {
  if (!isKindPath(kinds, path)) return false;
  return readOr(archive, path, (file) => kindReaderOf(kinds, file) !== undefined, false);
}

/** Reads the parts that have a kind of their own. */
function readKinds(archive: Archive, kinds: readonly KindReader[]): Workflow[] {
  return archive.paths
    .filter((path) => isKindPath(kinds, path))
    .flatMap((path) =>
      readArchiveMember(
        'power-automate',
        path,
        () => archive.open(path),
        (file) => kindReaderOf(kinds, file)?.read(file) ?? [],
      ),
    );
}

/** Reads the cloud flow of a file; none when it holds something else. */
function readCloudFlow(file: InputFile): readonly Workflow[] {
  const envelope = recogniseFlow(file.json());
  return envelope === undefined ? [] : [readFlow(file, envelope)];
}

function readSolution(archive: Archive): Workflow[] {
  const customizations = archive.paths.find((path) => CUSTOMIZATIONS.test(path));
  const descriptions = readOr(
    archive,
    customizations,
    (file) => described(file.xml()),
    new Map<string, Described>(),
  );
  const desktop =
    customizations === undefined
      ? []
      : readArchiveMember(
          'power-automate',
          customizations,
          () => archive.open(customizations),
          readCustomizations,
        );
  const known = new Set(desktop.map(({ artifactKey }) => artifactKey));
  const flows = archive.paths
    .filter((path) => SOLUTION_FLOW.test(path))
    .flatMap((path) =>
      readArchiveMember(
        'power-automate',
        path,
        () => archive.open(path),
        (file) => {
          const id = flowFileName(file.name).id ?? '';
          const read = isDesktopMember(file) ? readDesktopMember(file, known.has(id)) : readCloudFlow(file);
          return read.map((workflow) =>
            named(workflow, descriptions.get(id) ?? describedBeside(archive, path)),
          );
        },
      ),
    );
  return [...flows, ...desktop];
}

/** Reads the solution's own parts. A damaged one cannot be read, and the flows are analysed without it. */
export function readArchiveParts(archive: Archive): Workflow[] {
  if (!isSolution(archive)) return [];
  const isRead = recogniseExport(archive) === 'power-automate-solution';
  return archive.paths.flatMap((path) => {
    // Where flows are read, a defect of the customizations is named there.
    if (isRead && CUSTOMIZATIONS.test(path))
      return readOr(archive, path, readSolutionParts, []).map((part) => revised(part, { file: path }));
    const read = isSolutionPartPath(path) ? readSolutionParts : path.endsWith(BESIDE) ? checked : undefined;
    return read === undefined
      ? []
      : readArchiveMember('power-automate', path, () => archive.open(path), read);
  });
}

/** Reads nothing of a file that is read where its flow is, and throws if it is damaged. */
function checked(file: InputFile): readonly Workflow[] {
  if (file.syntax === 'xml') file.xml();
  return [];
}

const isDesktopMember = (file: InputFile): boolean => packageOf(file.json()) !== -1;

/** Reads a desktop flow. Its script stands in its own file or in the customizations, and counts once. */
function readDesktopMember(file: InputFile, isKnown: boolean): readonly Workflow[] {
  const doc = file.json();
  return isKnown || stringOf(doc, packageOf(doc)) === '' ? [] : readDesktopFlows(file);
}

function describedBeside(archive: Archive, path: string): Described | undefined {
  const beside = archive.paths.includes(path + BESIDE) ? path + BESIDE : undefined;
  return readOr(archive, beside, (file) => describe(file.xml(), 0), undefined);
}

/** Gives a flow the name that people see. */
function named(workflow: Workflow, description: Described | undefined): Workflow {
  if (description === undefined) return workflow;
  const settings = new Map(workflow.settings);
  if (description.state !== undefined) settings.set('StateCode', description.state);
  return revised(workflow, { name: description.name, settings });
}
