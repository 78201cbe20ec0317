/** Reads exports of the Control Room: zips of bots without file endings, with a manifest; and zips of its Git folders. */
import { AppError } from '../../../errors.ts';
import type { FileKind } from '../../model/kinds/file-kind.ts';
import type { Workflow } from '../../model/workflow.ts';
import { revised } from '../draft.ts';
import type { Archive, InputFile } from '../input-file.ts';
import { booleanOf, firstJsonChild, kindOf, member, text } from '../json/document.ts';
import { kindReaderOf } from '../kinds/kind-reader.ts';
import { readArchiveMember } from '../zip/archive-member.ts';
import { botPathOf } from './bot-path.ts';
import { readDependencies } from './dependencies.ts';
import { readControlRoomFile } from './kinds/control-room-file.ts';
import { AUTOMATION_ANYWHERE_KINDS, KIND_OF_TYPE } from './kinds/kinds.ts';
import { readBot } from './parse.ts';
import { findBot } from './recognise.ts';

/** Content types of bots in the manifest. Templates have a `+template` behind it. */
const BOT_TYPE = /^application\/vnd\.aa\.(?:taskbot|headlessbot)(?:\+|$)/i;
/** Files of exports that are no bots. Bots have no ending of their own, but may have a point in their names. */
const OTHER =
  /\.(?:jar|png|jpe?g|gif|bmp|txt|log|csv|xls[xmb]?|docx?|pdf|xml|html?|js|py|vbs|ps1|bat|dll|exe|ini|config|zip|msg|eml)$/i;
/** Files beside bots: dependencies of a bot, pictures of the recorder. */
const BESIDE = /(?:^|\/)(?:manifest|dependencies)\.json$|(?:^|\/)metadata\//i;
/** Files that list the dependencies of bots. */
const PART = /(?:^|\/)(?:manifest|dependencies)\.json$/i;
const COMMAND = '"commandName"';

interface Listed {
  /** Paths of bots. */
  readonly bots: readonly string[];
  /** Kinds of files beside bots, by their paths. */
  readonly kinds: ReadonlyMap<string, FileKind>;
  /** Paths of everything that the manifest lists. */
  readonly all: ReadonlySet<string>;
}

/** Returns the entries of the manifest; empty when it is absent or unreadable. */
function listed(archive: Archive): Listed {
  const bots: string[] = [];
  const all = new Set<string>();
  const kinds = new Map<string, FileKind>();
  const path = archive.paths.find((candidate) => /^(?:[^/]+\/)?manifest\.json$/i.test(candidate));
  if (path === undefined) return { bots, kinds, all };
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  try {
    const doc = archive.open(path).json();
    const files = kindOf(doc, 0) === 'object' ? member(doc, 0, 'files') : -1;
    for (let at = files === -1 ? -1 : firstJsonChild(doc, files); at !== -1; at = doc.nextSiblings[at]!) {
      const name = text(doc, at, 'path');
      // A dependency that was left out of the export on purpose.
      const excluded = member(doc, at, 'excluded');
      if (name === undefined || (excluded !== -1 && booleanOf(doc, excluded) === true)) continue;
      const file = folder + name.replaceAll('\\', '/');
      if (all.has(file)) continue;
      all.add(file);
      const type = text(doc, at, 'contentType')?.toLowerCase() ?? '';
      const kind = KIND_OF_TYPE.get(type.split('+')[0]!);
      if (BOT_TYPE.test(type)) bots.push(file);
      else if (kind !== undefined) kinds.set(file, kind);
    }
  } catch (error) {
    // Without its manifest an export is still a folder of bots.
    if (!(error instanceof AppError)) throw error;
  }
  return { bots, kinds, all };
}

/** Returns whether a member that no manifest lists is a bot, or was meant to be one. */
function isBot(file: InputFile): boolean {
  if (file.syntax !== 'json' || !file.bytes.includes(COMMAND)) return false;
  try {
    return findBot(file.json()) !== undefined;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

function unlisted(archive: Archive, { all }: Listed): string[] {
  return archive.paths.filter((path) => !all.has(path) && !OTHER.test(path) && !BESIDE.test(path));
}

/** Returns whether at least one member is a bot, or of a kind that a manifest names; stops at the first. */
export function isExport(archive: Archive): boolean {
  const manifest = listed(archive);
  const isThere = manifest.bots.length > 0 || archive.paths.some((path) => manifest.kinds.has(path));
  return isThere || hasMember(archive, manifest, isBot);
}

/** Returns whether at least one member is of a kind beside bots by its content. */
export function hasOtherKinds(archive: Archive): boolean {
  const isOther = (file: InputFile): boolean => kindReaderOf(AUTOMATION_ANYWHERE_KINDS, file) !== undefined;
  return hasMember(archive, listed(archive), isOther);
}

function hasMember(archive: Archive, manifest: Listed, isOne: (file: InputFile) => boolean): boolean {
  return unlisted(archive, manifest).some((path) => {
    try {
      return isOne(archive.open(path));
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  });
}

/** Reads a bot of an archive. Outside of every repository folder its path in the archive identifies it. */
function readMemberBot(file: InputFile): Workflow {
  const workflow = readBot(file);
  const isPlaced = botPathOf(file.path).repositoryPath !== undefined;
  return isPlaced ? workflow : revised(workflow, { artifactKey: file.path });
}

/** Reads the dependencies that a member lists; none when it is damaged, as the bots are complete without it. */
function readPart(archive: Archive, path: string): Workflow[] {
  try {
    return readDependencies(archive.open(path)).map((part) => revised(part, { file: path }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}

/** Reads the manifest and the lists beside bots, each under its own path. */
export function readExportParts(archive: Archive): Workflow[] {
  return archive.paths.filter((path) => PART.test(path)).flatMap((path) => readPart(archive, path));
}

/** Reads every bot of an export, in the order of its manifest, then the unlisted ones. */
export function readExport(archive: Archive): Workflow[] {
  const manifest = listed(archive);
  const present = new Set(archive.paths);
  const open = (path: string): InputFile => {
    if (present.has(path)) return archive.open(path);
    throw new AppError('unparsable_file', `The manifest lists "${path}", but the export does not have it.`);
  };
  const read = (path: string, isSure: boolean): Workflow[] =>
    readArchiveMember(
      'automation-anywhere',
      path,
      () => open(path),
      (file) => (isSure || isBot(file) ? [readMemberBot(file)] : readOther(file)),
    );
  const readOther = (file: InputFile): readonly Workflow[] => {
    const kind = manifest.kinds.get(file.path);
    if (kind !== undefined) return [readControlRoomFile(file, kind)];
    return kindReaderOf(AUTOMATION_ANYWHERE_KINDS, file)?.read(file) ?? [];
  };
  return [
    ...manifest.bots.flatMap((path) => read(path, true)),
    ...[...manifest.kinds.keys()].flatMap((path) => read(path, false)),
    ...unlisted(archive, manifest).flatMap((path) => read(path, false)),
  ];
}
