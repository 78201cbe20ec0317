/** Zip archive of several files, made in the browser. */
import { Zip, ZipDeflate } from 'fflate';
import type { PathFile } from './dropped-files.ts';

/** Workflows are text with much repetition: more effort saves little of the upload. */
const EFFORT = 1;

/**
 * Returns an archive of the files. `onFile` receives the number of files that it has. @throws DOMException when the signal
 * is aborted, or a file can no longer be read
 */
export async function zipFiles(
  files: readonly PathFile[],
  onFile: (count: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const pieces: BlobPart[] = [];
  const archive = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(new Uint8Array(piece));
  });
  for (const [index, { path, file }] of files.entries()) {
    signal.throwIfAborted();
    const bytes = new Uint8Array(await file.arrayBuffer());
    const member = new ZipDeflate(path, { level: EFFORT });
    archive.add(member);
    member.push(bytes, true);
    onFile(index + 1);
  }
  archive.end();
  return new Blob(pieces, { type: 'application/zip' });
}
