/** `flowarden.v1.ApiKeyService`: managing API keys. */

import type { Complete } from '../../../contract/complete.ts';
import { AppError } from '../../../errors.ts';
import {
  type ApiKey,
  ApiKeyServiceService,
  type UpdateApiKeyRequest,
} from '../../../gen/flowarden/v1/api_key.ts';
import {
  type ApiKeyDeps,
  changeKey,
  createKey,
  type FreshApiKey,
  type KeyManager,
  readKey,
  readKeys,
  revokeKey,
  rotateKey,
} from '../../../service/access/api-keys.ts';
import {
  type ApiKeyChanges,
  type ApiKeyRecord,
  apiKeyStatus,
} from '../../../service/access/api-keys-store.ts';
import { isScope, SCOPES, type Scope } from '../../../service/access/scopes.ts';
import { choiceField, pageSizeField, quote, requiredText, textField } from '../../convert/fields.ts';
import { type CallContext, defineService, type Service } from '../../server/service.ts';
import { changeOf, type FieldReaders, maskedChanges } from '../change.ts';

/** Creates the service. */
export function apiKeyService(deps: ApiKeyDeps): Service {
  const toApiKey = (record: ApiKeyRecord) => apiKeyMessage(record, deps.now());
  const answer = ({ record, secret }: FreshApiKey) => ({ apiKey: toApiKey(record), secret });
  return defineService(ApiKeyServiceService, {
    createApiKey: {
      async handle({ name, scopes, expiresAt, wireCase, teamId }, context) {
        const sql = context.storingAnswer(deps.sql, answer);
        const fresh = await createKey({ ...deps, sql }, managerOf(context), {
          name: requiredText('name', name),
          scopes: scopesField(scopes),
          expiresAt: expiresAt ?? null,
          wireCase: choiceField(wireCase),
          teamId: textField(teamId),
        });
        return answer(fresh);
      },
    },
    listApiKeys: {
      async handle({ status, cursor, pageSize }, { caller }) {
        const page = await readKeys(
          deps,
          caller.orgId,
          choiceField(status),
          cursor === '' ? null : cursor,
          pageSizeField(pageSize),
        );
        return { apiKeys: page.items.map(toApiKey), nextCursor: page.nextCursor ?? '' };
      },
    },
    getApiKey: {
      async handle({ id }, { caller }) {
        return { apiKey: toApiKey(await readKey(deps, caller.orgId, id)) };
      },
    },
    updateApiKey: {
      async handle({ updateMask, ...values }, context) {
        const changes = maskedChanges<Values, ApiKeyChanges>(updateMask, values, READERS);
        return { apiKey: toApiKey(await changeKey(deps, managerOf(context), values.id, changes)) };
      },
    },
    rotateApiKey: {
      async handle({ id, overlapSeconds, expiresAt }, context) {
        const sql = context.storingAnswer(deps.sql, answer);
        const fresh = await rotateKey({ ...deps, sql }, managerOf(context), id, {
          overlapSeconds,
          expiresAt: expiresAt ?? null,
        });
        return answer(fresh);
      },
    },
    revokeApiKey: {
      async handle({ id }, context) {
        await revokeKey(deps, managerOf(context), id);
        return {};
      },
    },
  });
}

type Values = Pick<UpdateApiKeyRequest, 'name' | 'wireCase'>;

const READERS = {
  name: ({ name }) => ({ name: requiredText('name', name) }),
  wire_case: ({ wireCase }) => ({ wireCase: choiceField(wireCase) }),
} satisfies FieldReaders<Values, ApiKeyChanges>;

function managerOf(context: CallContext): KeyManager {
  return { ...changeOf(context), scopes: context.caller.scopes };
}

/** Converts a key to a message, without its secret. */
export function apiKeyMessage(record: ApiKeyRecord, now: Date): Complete<ApiKey> {
  return {
    id: record.id,
    name: record.name,
    preview: `fwd_live_${record.id}_…`,
    scopes: [...record.scopes],
    status: apiKeyStatus(record, now),
    createdAt: record.createdAt,
    createdBy: record.createdByName ?? undefined,
    expiresAt: record.expiresAt,
    lastUsedAt: record.lastUsedAt ?? undefined,
    rotatedAt: record.rotatedAt ?? undefined,
    previousSecretExpiresAt:
      record.previousKeyUntil !== null && record.previousKeyUntil > now ? record.previousKeyUntil : undefined,
    revokedAt: record.revokedAt ?? undefined,
    wireCase: record.wireCase ?? undefined,
    teamId: record.teamId ?? undefined,
  };
}

function scopesField(values: readonly string[]): readonly Scope[] {
  const known = SCOPES.join(', ');
  if (values.length === 0) {
    throw new AppError('missing_field', `scopes is missing. Send at least one of ${known}.`, {
      field: 'scopes',
      known,
    });
  }
  return values.map((value) => {
    if (isScope(value)) return value;
    const message = `scopes has ${quote(value)}; the known ones are ${known}.`;
    throw new AppError('invalid_field', message, { field: 'scopes', known });
  });
}
