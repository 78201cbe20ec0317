/** Files that a person dropped or chose, with their paths. */
import { IGNORED_FOLDERS } from '../../../src/analysis/model/kinds/ignored-folders.ts';

/** File with its path below what was dropped, parts separated by `/`. */
export interface PathFile {
  readonly path: string;
  readonly file: File;
}

/** Returns chosen files; those of a chosen folder have their paths in it. */
export function chosenFiles(files: readonly File[]): readonly PathFile[] {
  return files
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !path.split('/').some((part) => IGNORED_FOLDERS.has(part)));
}

/** Reads dropped files and everything below dropped folders. Call it while the drop is handled. */
export async function droppedFiles({ items }: DataTransfer): Promise<readonly PathFile[]> {
  // The list of items is empty after the event.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map((entry) => filesBelow(entry, '')))).flat();
}

async function filesBelow(entry: FileSystemEntry, folder: string): Promise<readonly PathFile[]> {
  const path = `${folder}${entry.name}`;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path, file }];
  }
  if (!isDirectory(entry) || IGNORED_FOLDERS.has(entry.name)) return [];
  const reader = entry.createReader();
  const files: PathFile[] = [];
  for (;;) {
    // A reader answers in pieces; an empty one is the last.
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (piece.length === 0) return files;
    for (const below of piece) files.push(...(await filesBelow(below, `${path}/`)));
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
