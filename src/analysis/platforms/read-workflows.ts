/** Registry of platforms, and the way from bytes to workflows. */
import { AppError } from '../../errors.ts';
import type { FileKind } from '../model/kinds/file-kind.ts';
import { bothNames, PLATFORMS, type Platform, platformName } from '../model/platform.ts';
import type { Workflow } from '../model/workflow.ts';
import { ARTEFACT_KINDS } from './artefacts/artefact-kinds.ts';
import { isNestedArchive } from './artefacts/find-artefacts.ts';
import { recogniseArtefact } from './artefacts/recognise-artefact.ts';
import { automationAnywhere } from './automation-anywhere/index.ts';
import { bluePrism } from './blue-prism/index.ts';
import type { InputFile } from './input-file.ts';
import { kindReaderOf, mayBeOfKind } from './kinds/kind-reader.ts';
import type { PlatformReader } from './platform.ts';
import { powerAutomate } from './power-automate/index.ts';
import { isXmlPart } from './power-automate/solution-parts.ts';
import { isYamlManifestPath } from './power-automate/yaml-manifest.ts';
import { uipath } from './uipath/index.ts';
import { memberPath, readArchiveMember } from './zip/archive-member.ts';

/** Every reader, in the order of recognition. Their kinds exclude each other. */
export const PLATFORM_READERS: readonly PlatformReader[] = [
  uipath,
  powerAutomate,
  automationAnywhere,
  bluePrism,
];

/** Platform and kind of a recognised file. */
export interface Recognition {
  readonly reader: PlatformReader;
  readonly kind: FileKind;
  /** The workflows stand in archives inside the file alone. */
  readonly isInside?: true;
}

/** Words that stand near the start of workflow files: a damaged file that has one was meant to be a workflow. */
const XML_MARKERS = ['netfx/2009/xaml/activities', 'bpversion=', 'blueprism.co.uk/product/'];
const MARKERS = [
  ...XML_MARKERS,
  '"studioVersion"',
  'workflowdefinition.json',
  'Microsoft.Flow/flows',
  '"commandName"',
];
const SNIFF_BYTES = 256 * 1024;

function looksLikeWorkflow(file: InputFile): boolean {
  if (PLATFORM_READERS.some(({ kinds = [] }) => mayBeOfKind(kinds, file))) return true;
  if (isYamlManifestPath(file.path) || isXmlPart(file)) return true;
  const start = file.bytes.subarray(0, SNIFF_BYTES);
  // A page of another product may mention a `"commandName"`, and is no bot.
  const markers = file.syntax === 'xml' ? XML_MARKERS : MARKERS;
  return markers.some((marker) => start.includes(marker));
}

function unsupported(file: InputFile): AppError {
  const kind = recogniseArtefact(file);
  if (kind !== undefined) {
    const { one, advice } = ARTEFACT_KINDS[kind];
    const reason = `"${file.name}" is ${one}, which is not analysed. ${advice}`;
    return new AppError('unsupported_file_type', reason, { filename: file.name });
  }
  for (const { explain } of PLATFORM_READERS) {
    const reason = explain?.(file);
    if (reason !== undefined) return new AppError('unsupported_file_type', reason, { filename: file.name });
  }
  const what =
    file.syntax === 'zip'
      ? 'is an archive without workflows of UiPath, Power Automate, Automation Anywhere A360 or Blue Prism'
      : 'is not a workflow of UiPath, Power Automate, Automation Anywhere A360 or Blue Prism';
  return new AppError('unsupported_file_type', `"${file.name}" ${what}.`, { filename: file.name });
}

/** Returns the platform and kind of a file; undefined when it is of no platform. */
function recogniseOwn(file: InputFile): Recognition | undefined {
  try {
    for (const reader of PLATFORM_READERS) {
      const kind = kindReaderOf(reader.kinds ?? [], file)?.kind ?? reader.recognise(file);
      if (kind !== undefined) return { reader, kind };
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'unparsable_file' && !looksLikeWorkflow(file))
      return undefined;
    throw error;
  }
  return undefined;
}

/** Finds the platform of an archive of settings alone: they must not keep workflows of another platform from being read. */
function recogniseBeside(file: InputFile): Recognition | undefined {
  for (const reader of PLATFORM_READERS) {
    const kind = reader.recogniseBeside?.(file);
    if (kind !== undefined) return { reader, kind };
  }
  return undefined;
}

/** Finds the platform of the archives inside an archive: that of the first that is recognised. */
function recogniseInside(file: InputFile, recogniseOne: typeof recogniseOwn): Recognition | undefined {
  if (file.syntax !== 'zip' || recogniseArtefact(file) !== undefined) return undefined;
  const { paths, open, canNest } = file.archive();
  if (!canNest) return undefined;
  let problem: AppError | undefined;
  for (const path of paths) {
    if (!isNestedArchive(path)) continue;
    try {
      const inner = open(path);
      const found = recogniseOne(inner) ?? recogniseInside(inner, recogniseOne);
      if (found !== undefined) return { ...found, isInside: true };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problem ??= error;
    }
  }
  // What could not be opened may hold anything.
  if (problem !== undefined) throw problem;
  return undefined;
}

/** Reads a file by the reader of its kind. */
function readOwn({ reader, kind }: Recognition, file: InputFile): readonly Workflow[] {
  const own = kindReaderOf(reader.kinds ?? [], file);
  return own === undefined ? reader.read(file, kind) : own.read(file);
}

/**
 * Finds the platform and kind of a file by its content.
 * @throws AppError `unsupported_file_type` when it is of no platform, `unparsable_file` when it was meant to be a
 * workflow.
 */
export function recognise(file: InputFile): Recognition {
  const found =
    recogniseOwn(file) ??
    recogniseInside(file, recogniseOwn) ??
    recogniseBeside(file) ??
    recogniseInside(file, recogniseBeside);
  if (found === undefined) throw unsupported(file);
  return found;
}

/** Workflows of the archives inside an archive, and those archives that are of another platform. */
interface Inside {
  readonly workflows: readonly Workflow[];
  readonly others: readonly string[];
}

const NOTHING_INSIDE: Inside = { workflows: [], others: [] };

/** Reads the archives inside an archive that are of the same platform, each workflow under its path in them. */
function readInside(file: InputFile, platform: Platform): Inside {
  if (file.syntax !== 'zip') return NOTHING_INSIDE;
  const { paths, open, canNest } = file.archive();
  const nested = canNest ? paths.filter(isNestedArchive) : [];
  const others: string[] = [];
  const readMember =
    (path: string) =>
    (inner: InputFile): readonly Workflow[] => {
      if (inner.syntax !== 'zip' || recogniseArtefact(inner) !== undefined) return [];
      const own = recogniseOwn(inner) ?? recogniseBeside(inner);
      if (own !== undefined && own.reader.platform !== platform) others.push(path);
      const within = readInside(inner, platform);
      others.push(...within.others.map((other) => memberPath(path, other)));
      const read = own?.reader.platform === platform ? readOwn(own, inner) : [];
      return [...read, ...within.workflows];
    };
  const workflows = nested.flatMap((path) =>
    readArchiveMember(platform, path, () => open(path), readMember(path)),
  );
  return { workflows, others };
}

/** Workflows of a file, all of one platform. */
export interface ReadFile {
  readonly platform: Platform;
  readonly kind: FileKind;
  readonly workflows: readonly Workflow[];
  /** Archives inside the file that are of another platform, by their paths. */
  readonly otherArchives: readonly string[];
}

/**
 * Reads the workflows of a file.
 * @param wanted the platform that the caller named; undefined: any.
 * @throws AppError as `recognise`, and `platform_mismatch` when the file is another platform's.
 */
export function readWorkflows(file: InputFile, wanted?: Platform): ReadFile {
  const recognised = recognise(file);
  const { reader, kind, isInside } = recognised;
  if (wanted !== undefined && reader.platform !== wanted) {
    const actual = reader.platform;
    throw new AppError(
      'platform_mismatch',
      `"${file.name}" is a file of ${PLATFORMS[actual].title}, ${bothNames(actual)}, not of ${PLATFORMS[wanted].title}, ${bothNames(wanted)}. Send platform=${platformName(actual)} or platform=${platformName(actual, 'vendor')}.`,
      { platform: platformName(wanted), recognisedPlatform: platformName(actual) },
    );
  }
  const own = isInside === true ? [] : readOwn(recognised, file);
  const inside = readInside(file, reader.platform);
  const workflows = inside.workflows.length === 0 ? own : [...own, ...inside.workflows];
  return { platform: reader.platform, kind, workflows, otherArchives: inside.others };
}
