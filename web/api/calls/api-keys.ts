/** Calls of API keys. */
import type { z } from 'zod';
import type {
  ApiKeyListResponse,
  ApiKeyResponse,
  ApiKeySecretResponse,
} from '../../../gateway/routes/organisation/api-key-schema.ts';
import { defineCall } from '../define-call.ts';

export type ApiKey = z.output<typeof ApiKeyResponse>;
export type ApiKeyPage = z.output<typeof ApiKeyListResponse>;
export type ApiKeyWithSecret = z.output<typeof ApiKeySecretResponse>;

/** Members of a key that a person chooses. */
export interface ApiKeyForm {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string;
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
