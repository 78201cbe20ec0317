/** Calls of trust policies: CI jobs that need no key. */
import type { TrustPolicyListResponse, TrustPolicyResponse } from '../../../src/gen/contract/answers.ts';
import { defineCall } from '../define-call.ts';

export type TrustPolicy = TrustPolicyResponse;

/** Members of a policy that a person chooses once. */
export type TrustPolicyForm = Pick<TrustPolicy, 'name' | 'provider' | 'issuer' | 'pins' | 'conditions'>;

/** Members that can be changed later. */
export type TrustPolicyChanges = Pick<TrustPolicy, 'name' | 'pins' | 'conditions'>;

type OfPolicy = { readonly params: { readonly id: string } };

const PATH = '/api/v1/trust-policies';

export const listTrustPolicies = defineCall<TrustPolicyListResponse>('GET', PATH);
export const createTrustPolicy = defineCall<TrustPolicy, { body: TrustPolicyForm }>('POST', PATH);
export const updateTrustPolicy = defineCall<TrustPolicy, OfPolicy & { body: TrustPolicyChanges }>(
  'PATCH',
  `${PATH}/{id}`,
);
export const deleteTrustPolicy = defineCall<null, OfPolicy>('DELETE', `${PATH}/{id}`);
