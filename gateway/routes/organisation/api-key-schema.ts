/** API keys in REST. */
import { z } from 'zod';
import { instant, text } from '../../endpoint/answer-members.ts';

export const ApiKeyResponse = z
  .strictObject({
    id: z.string().meta({ description: 'The eight public characters of the key.' }),
    name: z.string(),
    preview: z.string().meta({ description: 'Part of the key that may be shown, to identify it.' }),
    scopes: z.array(z.string()).meta({ description: 'Scopes of the key.' }),
    status: z.string().meta({ description: '`active`, `expired` or `revoked`.' }),
    createdAt: instant(),
    createdBy: text('Name of its creator; null for a key of the first start.'),
    expiresAt: instant(),
    lastUsedAt: instant().nullable(),
    rotatedAt: instant().nullable(),
    previousSecretExpiresAt: instant()
      .nullable()
      .meta({ description: 'Until when the secret before the last rotation still works.' }),
    revokedAt: instant().nullable(),
    wireCase: text(
      'Spelling of names in answers if the request sets none, `camel` or `snake`; null: that of the organisation.',
    ),
  })
  .meta({ description: 'An API key, without its secret.' });

export const ApiKeySecretResponse = z
  .strictObject({
    apiKey: ApiKeyResponse,
    secret: z.string().meta({
      description: 'The whole key, to be sent as `Authorization: ApiKey …`. It is shown this once.',
    }),
  })
  .meta({ description: 'An API key with its secret.' });

export const ApiKeyListResponse = z
  .strictObject({
    apiKeys: z.array(ApiKeyResponse).meta({ description: 'Newest first.' }),
    nextCursor: text('The `cursor` of the next page; null on the last one.'),
  })
  .meta({ description: 'A page of the keys.' });
