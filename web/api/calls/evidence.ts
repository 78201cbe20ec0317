/** Calls of evidence for auditors. */
import type { z } from 'zod';
import type {
  EvidenceControl,
  EvidenceException,
  EvidenceResponse,
  EvidenceRuns,
} from '../../../gateway/routes/evidence/evidence-schema.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { defineCall } from '../define-call.ts';

export type Evidence = z.output<typeof EvidenceResponse>;
export type ControlEvidence = z.output<typeof EvidenceControl>;
export type ControlException = z.output<typeof EvidenceException>;
export type RunGroup = z.output<typeof EvidenceRuns>;

export const listEvidence = defineCall<Evidence, { readonly query: QueryValues }>('GET', '/api/v1/evidence');
