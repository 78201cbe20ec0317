/** A file that is piped into the command. */
import { buffer } from 'node:stream/consumers';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { formatNumber } from '../../text/format.ts';
import type { Found } from './find-files.ts';

/** Path that stands for standard input. */
export const STANDARD_INPUT = '-';

/** Reads the whole stream as one file of this name. @throws StartError when it is empty or too large */
export async function readStandardInput(stream: NodeJS.ReadableStream, name: string): Promise<Found> {
  const bytes = await buffer(limited(stream));
  if (bytes.length === 0)
    throw new StartError('Standard input is empty. Pipe a workflow file into the command.', 2);
  const file = {
    path: name,
    id: STANDARD_INPUT,
    sizeBytes: bytes.length,
    read: async () => Buffer.from(bytes),
  };
  return { kind: 'file', realPath: STANDARD_INPUT, files: [file], leftOut: [] };
}

async function* limited(stream: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  const max = CONTRACT_LIMITS.fileBytesAsyncMax;
  let total = 0;
  for await (const piece of stream) {
    const bytes = Buffer.from(piece);
    total += bytes.length;
    if (total > max) throw new StartError(`Standard input has more than ${formatNumber(max)} bytes.`, 2);
    yield bytes;
  }
}
