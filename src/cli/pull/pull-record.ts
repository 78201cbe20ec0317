/** Record of a pull, beside the packages: what was listed, and what came of it. The next pull reads it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../infra/process/start-error.ts';
import type { Reason } from '../../remotes/coverage.ts';
import { replaceFile } from '../replace-file.ts';
import { isUnpackedMembers, type UnpackedMembers } from './unpack-files.ts';

/** Name of the record in the folder of a pull. */
export const RECORD_NAME = 'flowarden-pull.json';

const FORMAT_VERSION = 1;

/** Package in a record. */
export interface RecordedPackage {
  readonly key: string;
  readonly name: string;
  readonly version: string;
  /** Text that changes with the content; absent in records of before: the version. */
  readonly marker?: string;
  readonly runs: readonly { readonly part: string; readonly version: string }[];
  /** Path below the folder: with a reason it is of an earlier pull. Null: nothing of it is stored. */
  readonly file: string | null;
  readonly sha256: string | null;
  /** Files of an artefact that is no file by itself. */
  readonly members?: UnpackedMembers;
  /** Reason why this version was not read; null: its file is here. */
  readonly reason: Reason | null;
}

/** Record of a pull. */
export interface PullRecord {
  /** Address of the tenant. */
  readonly url: string;
  /** Tenant at this address; null: the address names it. */
  readonly tenant: string | null;
  /** Version of the program that judged the content. */
  readonly program: string;
  readonly parts: readonly { readonly path: string; readonly problem: string | null }[];
  readonly packages: readonly RecordedPackage[];
  /** Packages of earlier pulls that were not listed now: what is not seen is not deleted. */
  readonly unlisted: readonly RecordedPackage[];
}

/**
 * Reads the record of the last pull into a folder; null: there is none.
 * @throws StartError (exit 2) when it is of another tenant, or cannot be read
 */
export async function readRecord(
  folder: string,
  { url, tenant }: Pick<PullRecord, 'url' | 'tenant'>,
): Promise<PullRecord | null> {
  const path = join(folder, RECORD_NAME);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError(`Cannot read ${JSON.stringify(path)} (${error.code}).`, 2, { cause: error });
  });
  if (text === null) return null;
  const record = parsed(text);
  if (record === null)
    throw new StartError(
      `${JSON.stringify(path)} is no record of a pull. Delete it, or choose another folder.`,
      2,
    );
  if (record.url !== url || record.tenant !== tenant) {
    const other =
      record.tenant === null ? record.url : `the tenant ${JSON.stringify(record.tenant)} of ${record.url}`;
    throw new StartError(
      `${JSON.stringify(folder)} holds what was pulled from ${other}. Choose another folder.`,
      2,
    );
  }
  return record;
}

function parsed(text: string): PullRecord | null {
  try {
    const { formatVersion, ...record } = JSON.parse(text) as PullRecord & { formatVersion: unknown };
    const isWhole =
      formatVersion === FORMAT_VERSION &&
      typeof record.url === 'string' &&
      (record.tenant === null || typeof record.tenant === 'string') &&
      typeof record.program === 'string' &&
      Array.isArray(record.packages) &&
      Array.isArray(record.unlisted) &&
      [...record.packages, ...record.unlisted].every(
        ({ key, version, members }) =>
          typeof key === 'string' &&
          typeof version === 'string' &&
          (members === undefined || isUnpackedMembers(members)),
      );
    return isWhole ? record : null;
  } catch {
    return null;
  }
}

/** Writes the record, if it differs from the last one. */
export async function writeRecord(folder: string, record: PullRecord): Promise<void> {
  const path = join(folder, RECORD_NAME);
  const text = `${JSON.stringify({ formatVersion: FORMAT_VERSION, ...record }, null, 2)}\n`;
  if ((await readFile(path, 'utf8').catch(() => null)) !== text) await replaceFile(path, text);
}
