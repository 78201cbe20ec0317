/** `flowarden.v1.TrustPolicyService`: trust in the identity tokens of CI systems. */

import type { Complete } from '../../../contract/complete.ts';
import { TOKEN_PROVIDER_NAMES, type TokenProviderName } from '../../../contract/token-provider.ts';
import type { Claims, TrustPolicy, TrustPolicyChanges } from '../../../contract/trust-policy.ts';
import { AppError } from '../../../errors.ts';
import {
  type TrustPolicy as TrustPolicyMessage,
  TrustPolicyServiceService,
} from '../../../gen/flowarden/v1/trust.ts';
import { requireGrantable } from '../../../service/access/grant.ts';
import {
  addTrustPolicy,
  changeTrustPolicy,
  readTrustPolicies,
  readTrustPolicy,
  removeTrustPolicy,
  type TrustDeps,
} from '../../../service/access/trust/trust-policies.ts';
import type { TrustPolicyRecord } from '../../../service/access/trust/trust-policies-store.ts';
import { WORKLOAD_SCOPE, type WorkloadCheck } from '../../../service/access/trust/workload-caller.ts';
import { choiceField, requiredText } from '../../convert/fields.ts';
import { defineService, type Service } from '../../server/service.ts';
import { changeOf, etagField, type FieldReaders, maskedChanges } from '../change.ts';

/** Creates the service; changes invalidate the policies that `workloads` caches. */
export function trustPolicyService(deps: TrustDeps, workloads: Pick<WorkloadCheck, 'invalidate'>): Service {
  const { sql } = deps;
  return defineService(TrustPolicyServiceService, {
    listTrustPolicies: {
      async handle(_request, { caller }) {
        return { policies: (await readTrustPolicies(sql, caller.orgId)).map(toMessage) };
      },
    },
    getTrustPolicy: {
      async handle({ id }, { caller }) {
        return { policy: toMessage(await readTrustPolicy(sql, caller.orgId, id)) };
      },
    },
    createTrustPolicy: {
      async handle({ policy }, context) {
        requireGrantable(context.caller.scopes, [WORKLOAD_SCOPE]);
        const answer = (record: TrustPolicyRecord) => ({ policy: toMessage(record) });
        const once = { ...deps, sql: context.storingAnswer(sql, answer) };
        const added = await addTrustPolicy(once, changeOf(context), readPolicy(policy));
        workloads.invalidate(context.caller.orgId);
        return answer(added);
      },
    },
    updateTrustPolicy: {
      async handle({ policy, updateMask, etag }, context) {
        requireGrantable(context.caller.scopes, [WORKLOAD_SCOPE]);
        const values = policy ?? NOTHING;
        const changes = maskedChanges<TrustPolicyMessage, TrustPolicyChanges>(updateMask, values, READERS);
        const after = await changeTrustPolicy(
          deps,
          changeOf(context),
          { id: values.id, etag: etagField(etag) },
          changes,
        );
        workloads.invalidate(context.caller.orgId);
        return { policy: toMessage(after) };
      },
    },
    deleteTrustPolicy: {
      async handle({ id, etag }, context) {
        await removeTrustPolicy(sql, changeOf(context), { id, etag: etagField(etag) });
        workloads.invalidate(context.caller.orgId);
        return {};
      },
    },
  });
}

const NOTHING: TrustPolicyMessage = {
  id: '',
  name: '',
  provider: '',
  issuer: '',
  pins: {},
  conditions: {},
  expiresAt: undefined,
  etag: '',
  createdAt: undefined,
  updatedAt: undefined,
  lastUsedAt: undefined,
  createdBy: '',
};

const READERS = {
  name: ({ name }) => ({ name: requiredText('name', name) }),
  pins: ({ pins }) => ({ pins: claimsField('pins', pins) }),
  conditions: ({ conditions }) => ({ conditions: claimsField('conditions', conditions) }),
  expires_at: ({ expiresAt }) => ({ expiresAt: expiresAt ?? null }),
} satisfies FieldReaders<TrustPolicyMessage, TrustPolicyChanges>;

function readPolicy(values: TrustPolicyMessage = NOTHING): TrustPolicy {
  const provider = choiceField<TokenProviderName>(values.provider);
  if (provider === null) {
    const known = TOKEN_PROVIDER_NAMES.join(', ');
    throw new AppError('missing_field', `provider is missing. Send one of ${known}.`, { field: 'provider' });
  }
  return {
    provider,
    issuer: requiredText('issuer', values.issuer),
    ...READERS.name(values),
    ...READERS.pins(values),
    ...READERS.conditions(values),
    ...READERS.expires_at(values),
  };
}

/** Reads claims; the use case checks their names against the CI system's. */
function claimsField(field: string, claims: Claims): Claims {
  return Object.fromEntries(
    Object.entries(claims).map(([claim, value]) => [
      claim,
      requiredText(`${field}.${claim.slice(0, 80)}`, value),
    ]),
  );
}

function toMessage(record: TrustPolicyRecord): Complete<TrustPolicyMessage> {
  return {
    id: record.id,
    name: record.name,
    provider: record.provider,
    issuer: record.issuer,
    pins: { ...record.pins },
    conditions: { ...record.conditions },
    expiresAt: record.expiresAt ?? undefined,
    etag: String(record.version),
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    lastUsedAt: record.lastUsedAt ?? undefined,
    createdBy: record.createdByName,
  };
}
