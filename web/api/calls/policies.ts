/** Calls of policy packs: versions, assignments, effective policies, dry runs. */
import type { z } from 'zod';
import type { PolicyDryRunResponse } from '../../../gateway/routes/policies/policy-dry-run-schema.ts';
import type {
  EffectivePolicyResponse,
  PolicyAssignmentListResponse,
  PolicyAssignmentResponse,
  PolicyPackListResponse,
  PolicyPackVersionResponse,
} from '../../../gateway/routes/policies/policy-schema.ts';
import { defineCall } from '../define-call.ts';

export type PackVersion = z.output<typeof PolicyPackVersionResponse>;
export type Assignment = z.output<typeof PolicyAssignmentResponse>;
export type EffectivePolicy = z.output<typeof EffectivePolicyResponse>;
export type DryRun = z.output<typeof PolicyDryRunResponse>;

type OfVersion = { readonly params: { readonly slug: string; readonly version: string } };

export const listPacks = defineCall<z.output<typeof PolicyPackListResponse>>('GET', '/api/v1/policy-packs');
export const getPack = defineCall<z.output<typeof PolicyPackListResponse>, { params: { slug: string } }>(
  'GET',
  '/api/v1/policy-packs/{slug}',
);
export const getEffectivePolicy = defineCall<
  EffectivePolicy,
  OfVersion & { query: { environment?: string } }
>('GET', '/api/v1/policy-packs/{slug}/versions/{version}/effective');
export const listAssignments = defineCall<z.output<typeof PolicyAssignmentListResponse>>(
  'GET',
  '/api/v1/policy-assignments',
);
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
