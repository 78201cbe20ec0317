/** `flowarden policy build`: makes one file of a pack. */
import { hash } from 'node:crypto';
import { print } from '../../infra/logging/output.ts';
import { writePack } from '../../policy/built/sign-pack.ts';
import { buildPack } from '../../policy/resolve/build-pack.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { replaceFile } from '../replace-file.ts';
import { type PolicyArguments, packFolder, requireArgument } from './arguments.ts';
import { buildDeps } from './read-built.ts';

/** Builds the pack of a folder. The same folder makes the same bytes. */
export async function buildCommand(given: PolicyArguments): Promise<number> {
  const output = requireArgument(given.output, 'Name the file to write: -o FILE.');
  const pack = await buildPack(packFolder(given), await buildDeps());
  const bytes = writePack(pack);
  await replaceFile(output, bytes);
  const { name, version, revision } = pack.metadata;
  print(
    `${showControlCharacters(output)}: ${name}@${version}, revision ${revision}, sha256 ${hash('sha256', bytes)}\n`,
  );
  return 0;
}
