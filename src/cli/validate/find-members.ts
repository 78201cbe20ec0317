/** The files in an archive, unpacked one by one when they are wanted. */

import { open, readFile, stat } from 'node:fs/promises';
import { isCandidate } from '../../analysis/platforms/candidate.ts';
import { readZip } from '../../analysis/platforms/zip/zip.ts';
import { AppError } from '../../errors.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { LIMITS } from '../../limits.ts';
import { formatNumber } from '../../text/format.ts';
import type { FoundFile } from './found-file.ts';

/** The files of the archive at a path in the order of their paths; null when it is no archive, or a damaged one. */
export async function findMembers(path: string, realPath: string): Promise<readonly FoundFile[] | null> {
  if (!(await isZip(path))) return null;
  const { size } = await stat(path);
  if (size > LIMITS.projectBytesMax) {
    const [actual, limit] = [size, LIMITS.projectBytesMax].map(formatNumber);
    throw new StartError(`"${path}" has ${actual} bytes; an archive may have at most ${limit}.`, 2);
  }
  try {
    const { members, read } = readZip(await readFile(path));
    return members
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
      .map((member) => ({
        path: member.path,
        id: `${realPath}/${member.path}`,
        sizeBytes: member.sizeBytes,
        async read() {
          const content = read(member);
          if (!isCandidate(content)) return null;
          // Others share the memory of an unpacked file, and what goes to a thread takes all of its memory along.
          const own = Buffer.allocUnsafeSlow(content.length);
          content.copy(own);
          return own;
        },
      }));
  } catch (error) {
    // The analysis of the file itself tells what is wrong with it.
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
