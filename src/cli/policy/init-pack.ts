/** `flowarden policy init`: writes the first pack. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { print } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { PACK_NAME } from '../../policy/source/pack-schema.ts';
import { PACK_FILE } from '../../policy/source/read-pack.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { configuredAddress } from '../setup/config.ts';
import { type PolicyArguments, packFolder } from './arguments.ts';
import { readStartPack } from './start-packs.ts';

/** Returns the line by which editors find the schema, at the service; empty if no address of one is known. */
function schemaLine(address: string | null): string {
  return address === null
    ? ''
    : `# yaml-language-server: $schema=${address}/schemas/policy-pack.schema.json\n`;
}

const packText = (name: string): string => `${schemaLine(configuredAddress())}apiVersion: flowarden/v1
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
# \`flowarden policy test\` runs them.
cases: [cases/*.yaml]
`;

const CASES = `- name: a literal password blocks production
  snippet:
    uipath: <ui:SendMail DisplayName="Send" Password="Nordwind-71" />
  environment: production
  expect:
    passed: false
    severity: { UIP-SEC-001: critical }
- name: a short workflow is not too long
  snippet:
    uipath: <ui:LogMessage DisplayName="Log" Level="Info" Message="[&quot;Started&quot;]" />
  environment: production
  expect:
    passed: true
    absent: [UIP-MNT-001]
`;

/**
 * Writes `pack.yaml` and its cases into a folder: a short one, or a pack that comes with the product.
 * @throws StartError (exit 2) if one of the files is there, or no pack has the name
 */
export async function initPack(given: PolicyArguments): Promise<number> {
  const folder = packFolder(given);
  const name = nameOf(folder);
  const files =
    given.from === undefined
      ? { [PACK_FILE]: packText(name), 'cases/first.yaml': CASES }
      : await readStartPack(given.from, { name, schemaLine: schemaLine(configuredAddress()) });
  for (const [path, text] of Object.entries(files)) await put(join(folder, path), text);
  print(`Next: flowarden policy test ${showControlCharacters(folder)}\n`);
  return 0;
}

async function put(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    const reason = exists ? 'it is there already' : (cause as Error).message;
    throw new StartError(`The file ${JSON.stringify(file)} cannot be written: ${reason}.`, 2, { cause });
  }
  print(`Written: ${showControlCharacters(file)}\n`);
}

function nameOf(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 63);
  return PACK_NAME.test(name) ? name : 'my-policy';
}
