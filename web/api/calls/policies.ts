/** Calls of policy packs: versions, keys, assignments, effective policies, dry runs. */
import type {
  CreatePolicyKeyRequest,
  EffectivePolicyResponse,
  PolicyAssignmentListResponse,
  PolicyAssignmentResponse,
  PolicyDryRunResponse,
  PolicyKeyListResponse,
  PolicyKeyResponse,
  PolicyPackListResponse,
  PolicyPackVersionResponse,
} from '../../../src/gen/contract/answers.ts';
import { defineCall } from '../define-call.ts';

export type PackVersion = PolicyPackVersionResponse;
export type Assignment = PolicyAssignmentResponse;
export type EffectivePolicy = EffectivePolicyResponse;
export type DryRun = PolicyDryRunResponse;
export type PolicyKey = PolicyKeyResponse;

type OfVersion = { readonly params: { readonly slug: string; readonly version: string } };

export const listPacks = defineCall<PolicyPackListResponse>('GET', '/api/v1/policy-packs');
export const publishPack = defineCall<PackVersion, { body: FormData }>('POST', '/api/v1/policy-packs');
export const getPack = defineCall<PolicyPackListResponse, { params: { slug: string } }>(
  'GET',
  '/api/v1/policy-packs/{slug}',
);
export const getEffectivePolicy = defineCall<
  EffectivePolicy,
  OfVersion & { query: { environment?: string } }
>('GET', '/api/v1/policy-packs/{slug}/versions/{version}/effective');
export const listAssignments = defineCall<PolicyAssignmentListResponse>('GET', '/api/v1/policy-assignments');
export const assignPack = defineCall<
  Assignment,
  { body: { environment: string | null; policyPack: string | null; choice: string | null } }
>('PUT', '/api/v1/policy-assignments');
export const startDryRun = defineCall<DryRun, OfVersion & { body: { days: number; environment?: string } }>(
  'POST',
  '/api/v1/policy-packs/{slug}/versions/{version}/dry-run',
);
export const getDryRun = defineCall<DryRun, { params: { id: string } }>(
  'GET',
  '/api/v1/policy-dry-runs/{id}',
);
export const listPolicyKeys = defineCall<PolicyKeyListResponse>('GET', '/api/v1/policy-keys');
export const createPolicyKey = defineCall<PolicyKey, { body: CreatePolicyKeyRequest }>(
  'POST',
  '/api/v1/policy-keys',
);
export const deletePolicyKey = defineCall<null, { params: { id: string } }>(
  'DELETE',
  '/api/v1/policy-keys/{id}',
);
