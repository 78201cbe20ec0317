/** Calls of API keys. */
import type {
  ApiKeyListResponse,
  ApiKeyResponse,
  ApiKeySecretResponse,
} from '../../../src/gen/contract/answers.ts';
import { defineCall } from '../define-call.ts';

export type ApiKey = ApiKeyResponse;
export type ApiKeyPage = ApiKeyListResponse;
export type ApiKeyWithSecret = ApiKeySecretResponse;

/** Members of a key that a person chooses. */
export interface ApiKeyForm {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string;
  /** Team that it works for; absent: the whole organisation. */
  readonly teamId?: string;
}

type OfKey = { readonly params: { readonly id: string } };

const PATH = '/api/v1/api-keys';

export const listApiKeys = defineCall<ApiKeyPage, { query: { status?: string } }>('GET', PATH);
export const createApiKey = defineCall<ApiKeyWithSecret, { body: ApiKeyForm }>('POST', PATH);
export const revokeApiKey = defineCall<null, OfKey>('DELETE', `${PATH}/{id}`);
export const rotateApiKey = defineCall<ApiKeyWithSecret, OfKey & { body: { overlapSeconds: number } }>(
  'POST',
  `${PATH}/{id}/rotate`,
);
