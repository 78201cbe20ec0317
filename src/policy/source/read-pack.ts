/** Reads the source of a policy pack: `pack.yaml` of a folder. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { POLICY_LIMITS } from '../limits.ts';
import { PolicyError } from '../problems.ts';
import { type PackFile, packSchema } from './pack-schema.ts';
import { readYaml, type YamlDocument } from './read-yaml.ts';
import { schemaProblems } from './schema-problems.ts';

/** Name of the main file of a pack's folder. */
export const PACK_FILE = 'pack.yaml';

/** Source of a pack whose form is checked. */
export interface PackSource {
  /** The pack's folder. */
  readonly folder: string;
  readonly document: YamlDocument;
  readonly pack: PackFile;
}

/** Reads a pack from its folder. @throws PolicyError with every problem of the file */
export async function readPack(folder: string): Promise<PackSource> {
  const text = await readPackFile(folder, PACK_FILE);
  return parsePack(folder, PACK_FILE, text);
}

/** Parses the text of a `pack.yaml`. @throws PolicyError with every problem of the file */
export function parsePack(folder: string, file: string, text: string): PackSource {
  const documents = readYaml(file, text);
  const [document] = documents;
  if (document === undefined || documents.length > 1) {
    const message = `The file has ${documents.length} documents; a pack is one. Write it without "---".`;
    throw new PolicyError([{ file, line: 0, message }]);
  }
  const parsed = packSchema.safeParse(document.value);
  if (!parsed.success) throw new PolicyError(schemaProblems(packSchema, document, parsed.error.issues));
  return { folder, document, pack: parsed.data };
}

/** Reads a file of a pack. `path` is relative to the folder. @throws PolicyError if it cannot be read */
export async function readPackFile(folder: string, path: string): Promise<string> {
  const problem = (message: string, cause?: unknown): PolicyError =>
    new PolicyError([{ file: path, line: 0, message }], { cause });
  try {
    const found = await stat(join(folder, path));
    if (!found.isFile()) throw new Error('it is not a file');
    if (found.size > POLICY_LIMITS.packBytesMax) throw problem('The file is larger than 1 MiB.');
    return await readFile(join(folder, path), 'utf8');
  } catch (cause) {
    if (cause instanceof PolicyError) throw cause;
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing ? 'there is no such file' : (cause as Error).message;
    throw problem(`The file cannot be read: ${reason}. A pack is a folder with ${PACK_FILE}.`, cause);
  }
}
