/** `flowarden policy sign`: signs a built pack, with a key that is there or a new one. */
import { createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { print } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { newSigningKey, readPrivateKey, signPack } from '../../policy/built/sign-pack.ts';
import { keyIdOf, type Trust } from '../../policy/built/trust.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { replaceFile } from '../replace-file.ts';
import { type PolicyArguments, requireArgument } from './arguments.ts';
import { readBuilt, readLimited, readTrust } from './read-built.ts';

/** Signs a built pack in place. */
export async function signCommand(given: PolicyArguments): Promise<number> {
  const file = requireArgument(given.operands[0], 'Name the built file.');
  if (given.key !== undefined && given.newKey !== undefined)
    throw new StartError(
      '--key names a key that is there, --new-key one to be made. Leave one of them out.',
      2,
    );
  const bytes = await readLimited(file);
  const pack = await readBuilt(file, undefined);
  const key =
    given.newKey === undefined
      ? await readKey(
          requireArgument(given.key, 'Name the private key: --key PEM, or --new-key PEM to make one.'),
        )
      : await makeKey(
          given.newKey,
          requireArgument(given.trust, 'Name the file of trusted keys: --trust trust.json.'),
          pack.metadata.name,
        );
  await replaceFile(file, signPack(bytes, file, key));
  print(`${showControlCharacters(file)}: signed with the key ${keyIdOf(createPublicKey(key))}\n`);
  return 0;
}

async function readKey(file: string) {
  const key = readPrivateKey((await readLimited(file)).toString());
  if (key !== null) return key;
  throw new StartError(`The file ${JSON.stringify(file)} is not an Ed25519 private key in PEM.`, 2);
}

/** Makes a key, which only its owner can read, and adds it to the trusted ones. */
async function makeKey(file: string, trustFile: string, packName: string) {
  const trust = existsSync(trustFile) ? (await readTrust(trustFile))! : EMPTY;
  const { privateKey, publicKey } = newSigningKey();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
  try {
    await writeFile(file, pem, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    const reason = exists ? 'it is there already, and may be in use' : (cause as Error).message;
    throw new StartError(`The key ${JSON.stringify(file)} cannot be written: ${reason}.`, 2, { cause });
  }
  const added = {
    id: keyIdOf(publicKey),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    packs: [packName],
    notAfter: null,
  };
  const text = JSON.stringify({ ...trust, keys: [...trust.keys, added] }, null, 2);
  await replaceFile(trustFile, `${text}\n`);
  print(
    `${showControlCharacters(file)}: new private key. Store it where only those who publish packs can read it.\n`,
  );
  return privateKey;
}

const EMPTY: Trust = { requireSignature: true, threshold: 1, keys: [] };
