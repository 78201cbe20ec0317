/** Members of an archive, each unpacked when it is read. */

import { open, readFile, stat } from 'node:fs/promises';
import { isCandidate } from '../../analysis/platforms/candidate.ts';
import { readZip } from '../../analysis/platforms/zip/zip.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { formatNumber } from '../../text/format.ts';
import type { FoundFile } from './found-file.ts';

/** Returns the files of an archive in the order of their paths; null when it is not a valid archive. */
export async function findMembers(path: string, realPath: string): Promise<readonly FoundFile[] | null> {
  if (!(await isZip(path))) return null;
  const { size } = await stat(path);
  if (size > CONTRACT_LIMITS.projectBytesMax) {
    const [actual, limit] = [size, CONTRACT_LIMITS.projectBytesMax].map(formatNumber);
    throw new StartError(`"${path}" has ${actual} bytes; an archive may have at most ${limit}.`, 2);
  }
  return membersOf(await readFile(path), realPath);
}

/** Returns the files of an archive in the order of their paths; null when the bytes are no valid archive. */
export function membersOf(bytes: Buffer, archiveId: string): readonly FoundFile[] | null {
  try {
    const { members, read } = readZip(bytes);
    return members
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map((member) => ({
        path: member.path,
        id: `${archiveId}/${member.path}`,
        sizeBytes: member.sizeBytes,
        async read() {
          const content = read(member);
          if (!isCandidate(content, member.path)) return null;
          // An unpacked file shares its memory with others, and a transfer to a thread takes the whole buffer.
          const own = Buffer.allocUnsafeSlow(content.length);
          content.copy(own);
          return own;
        },
      }));
  } catch (error) {
    // The analysis of the file itself reports the error.
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString('latin1') === 'PK';
  } finally {
    await file.close();
  }
}
