/** Credentials of sources: read from a request, sealed for their addresses, opened by the process that pulls alone. */
import { AppError } from '../../errors.ts';
import { type Seal, sourceOwner } from '../../infra/sealing/seal.ts';
import type { OrchestratorCredential } from '../../remotes/uipath/orchestrator-tokens.ts';

/** Credential of a source: an application of any platform, or a personal access token of UiPath. */
export type SourceCredential = OrchestratorCredential;

/** Credential as a request gives it. Null: absent. */
export interface GivenCredential {
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  readonly token: string | null;
}

/** Characters that a header may hold, without spaces. */
const SECRET = /^[!-~]+$/;
/** Characters of a client's id that a preview shows: too few to use it, enough to distinguish two. */
const PREVIEW_CHARACTERS = 4;

/** Reads a credential. Messages never quote it. @throws AppError `missing_field`, `conflicting_fields`, `invalid_field` */
export function readGivenCredential({ clientId, clientSecret, token }: GivenCredential): SourceCredential {
  if (token !== null && (clientId !== null || clientSecret !== null))
    throw new AppError(
      'conflicting_fields',
      'token stands in place of client_id and client_secret. Send one of them.',
      {
        field: 'token',
      },
    );
  if (token !== null) return { kind: 'token', token: oneWord('token', token) };
  if (clientId === null)
    throw new AppError('missing_field', 'client_id is missing. Send it with client_secret, or a token.', {
      field: 'client_id',
    });
  if (clientSecret === null)
    throw new AppError('missing_field', 'client_secret is missing. Send it with client_id.', {
      field: 'client_secret',
    });
  return {
    kind: 'application',
    clientId: oneWord('client_id', clientId),
    clientSecret: oneWord('client_secret', clientSecret),
  };
}

function oneWord(field: string, text: string): string {
  const word = text.trim();
  if (SECRET.test(word)) return word;
  throw new AppError('invalid_field', `${field} must be one word.`, { field });
}

/** Says which credential it is. */
export function previewOf(credential: SourceCredential): string {
  return credential.kind === 'token'
    ? 'personal access token'
    : `client ${credential.clientId.slice(0, PREVIEW_CHARACTERS)}…`;
}

/** Source that a credential belongs to, and the origins that get it. */
export interface CredentialPlace {
  readonly orgId: string;
  readonly sourceId: string;
  readonly origins: readonly string[];
}

/** Seals a credential. */
export function sealCredential(
  seal: Seal,
  { orgId, sourceId, origins }: CredentialPlace,
  credential: SourceCredential,
): Buffer {
  return seal.seal(JSON.stringify(credential), sourceOwner(orgId, sourceId, origins));
}

/** Opens a credential. @throws Error when it was sealed for another place, or its key is not configured */
export function openCredential(
  seal: Seal,
  { orgId, sourceId, origins }: CredentialPlace,
  sealed: Uint8Array,
): SourceCredential {
  return JSON.parse(seal.open(sealed, sourceOwner(orgId, sourceId, origins))) as SourceCredential;
}
