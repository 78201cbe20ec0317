/** `flowarden policy init`: writes the first pack. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { print } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { PACK_NAME } from '../../policy/source/pack-schema.ts';
import { PACK_FILE } from '../../policy/source/read-pack.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { type PolicyArguments, packFolder } from './arguments.ts';

const SCHEMA = 'https://raw.githubusercontent.com/flowarden/flowarden/main/docs/policy-pack.schema.json';

const packText = (name: string): string => `# yaml-language-server: $schema=${SCHEMA}
apiVersion: flowarden/v1
kind: PolicyPack
metadata:
  name: ${name}
  version: 1.0.0
  # Rises with every publication.
  revision: 1
extends: [builtin/recommended]
rules:
  # \`flowarden rules\` lists the rules, \`flowarden explain RULE\` their options.
  UIP-MNT-001: { params: { max: 150 } }
environments:
  production:
    mode: blocking
    gate: { block: [critical, high], score: ">= 70" }
`;

/** Writes \`pack.yaml\` into a folder. @throws StartError (exit 2) if there is one */
export async function initPack(given: PolicyArguments): Promise<number> {
  const folder = packFolder(given);
  const file = join(folder, PACK_FILE);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, packText(nameOf(folder)), { flag: 'wx' });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    const reason = exists ? 'it is there already' : (cause as Error).message;
    throw new StartError(`The file ${JSON.stringify(file)} cannot be written: ${reason}.`, 2, { cause });
  }
  print(
    `Written: ${showControlCharacters(file)}\nNext: flowarden policy lint ${showControlCharacters(folder)}\n`,
  );
  return 0;
}

function nameOf(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 63);
  return PACK_NAME.test(name) ? name : 'my-policy';
}
