/** Upload of a run: one file by itself, or an archive. */
import { readFile } from 'node:fs/promises';
import type { Platform } from '../../analysis/model/platform.ts';
import { whyNoCandidate } from '../../analysis/platforms/candidate.ts';
import { openFile } from '../../analysis/platforms/input-file.ts';
import { recognise } from '../../analysis/platforms/read-workflows.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { formatNumber } from '../../text/format.ts';
import type { FoundFile } from '../validate/found-file.ts';
import type { Input } from '../validate/inputs.ts';
import { packFiles } from './pack-files.ts';
import { archiveName, type SentFile, sentFiles } from './sent-files.ts';

/** Bytes to send, and the files in them. */
export interface PreparedUpload {
  /** Platform of a single file; null for a project, whose files are recognised by the service. */
  readonly platform: Platform | null;
  readonly filename: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly files: readonly SentFile[];
}

/**
 * Prepares the upload of all inputs.
 * @param repository path of the repository at its forge, if it is known
 * @throws StartError for a single file that is no workflow, and beyond the limits of the service
 */
export async function prepareUpload(
  inputs: readonly Input[],
  repository: string | undefined,
): Promise<PreparedUpload> {
  const files = sentFiles(inputs);
  const [first] = inputs;
  if (files.length === 0)
    throw new StartError('There are no files to submit. Check the paths and --exclude.', 2);
  if (inputs.length === 1 && first!.kind === 'file') return uploadOfFile(files);
  const filename = archiveName(inputs, repository);
  // The service reuses results of an archive with the same bytes.
  const isWhole = inputs.length === 1 && first!.kind === 'archive' && first!.leftOut.length === 0;
  const bytes = isWhole ? new Uint8Array(await readFile(first!.realPath)) : await packFiles(files);
  return { platform: null, filename, bytes, files };
}

async function uploadOfFile(files: readonly SentFile[]): Promise<PreparedUpload> {
  const [{ file, sentPath, shownPath }] = files as readonly [SentFile];
  const bytes = await readWorkflow(file, shownPath);
  return { platform: platformOf(shownPath, bytes), filename: sentPath, bytes: new Uint8Array(bytes), files };
}

async function readWorkflow(file: FoundFile, path: string): Promise<Buffer> {
  const { fileBytesAsyncMax } = CONTRACT_LIMITS;
  if (file.sizeBytes > fileBytesAsyncMax) {
    const [actual, limit] = [file.sizeBytes, fileBytesAsyncMax].map(formatNumber);
    throw new StartError(`${JSON.stringify(path)} has ${actual} bytes; a file may have at most ${limit}.`, 2);
  }
  const bytes = await file.read();
  if (bytes === null) throw notValidated(path, whyNoCandidate(file.sizeBytes).message);
  return bytes;
}

function platformOf(path: string, bytes: Buffer): Platform {
  try {
    // The service decides which optional kinds it judges.
    return recognise(openFile(path, bytes, undefined, { logicApps: true })).reader.platform;
  } catch (error) {
    throw error instanceof AppError ? notValidated(path, error.message) : error;
  }
}

function notValidated(path: string, reason: string): StartError {
  return new StartError(`${JSON.stringify(path)} cannot be validated: ${reason}`, 2);
}
