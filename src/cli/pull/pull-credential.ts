/** Credential of a pull: from the environment or a file, never from an argument, which other users of a machine can read. */
import { readFile } from 'node:fs/promises';
import { StartError } from '../../infra/process/start-error.ts';
import type { OrchestratorCredential } from '../../remotes/uipath/orchestrator-tokens.ts';
import { decodeWritten } from '../../text/decode-written.ts';
import { cannotRead } from '../validate/read-error.ts';
import type { PullConfig } from './config.ts';

/** Characters that a header may hold, without spaces. */
const SECRET = /^[!-~]+$/;

/**
 * Reads the credential. With an id of a client the file holds its secret, else a token.
 * @throws StartError (exit 2) that never quotes a secret
 */
export async function readPullCredential(
  secretFile: string | undefined,
  { clientId, clientSecret, token }: PullConfig,
): Promise<OrchestratorCredential> {
  const variable = clientId ? 'FLOWARDEN_PULL_CLIENT_SECRET' : 'FLOWARDEN_PULL_TOKEN';
  if (clientId && token)
    throw new StartError(
      'FLOWARDEN_PULL_CLIENT_ID and FLOWARDEN_PULL_TOKEN are two credentials. Unset one of them.',
      2,
    );
  const given = secretFile === undefined ? (clientId ? clientSecret : token) : await readSecret(secretFile);
  const secret = given?.trim() ?? '';
  if (secret === '')
    throw new StartError(
      clientId
        ? `Give the secret of the application: set ${variable}, or --secret-file FILE.`
        : 'Give a credential: set FLOWARDEN_PULL_CLIENT_ID and FLOWARDEN_PULL_CLIENT_SECRET, or FLOWARDEN_PULL_TOKEN. docs/sources.md says how to make an application that may only read.',
      2,
    );
  if (!SECRET.test(secret))
    throw new StartError(
      `${secretFile === undefined ? variable : 'The file of the secret'} must be one word.`,
      2,
    );
  return clientId
    ? { kind: 'application', clientId, clientSecret: secret }
    : { kind: 'token', token: secret };
}

async function readSecret(path: string): Promise<string> {
  try {
    return decodeWritten(await readFile(path));
  } catch (cause) {
    throw cannotRead(path, cause);
  }
}
