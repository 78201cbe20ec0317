/** Calls of evidence for auditors. */
import type {
  EvidenceControl,
  EvidenceException,
  EvidenceResponse,
  EvidenceRuns,
  EvidenceSignOff,
} from '../../../src/gen/contract/answers.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { defineCall } from '../define-call.ts';

export type Evidence = EvidenceResponse;
export type ControlEvidence = EvidenceControl;
export type ControlException = EvidenceException;
export type RunGroup = EvidenceRuns;

export const listEvidence = defineCall<Evidence, { readonly query: QueryValues }>('GET', '/api/v1/evidence');
export const signEvidence = defineCall<
  EvidenceSignOff,
  { body: Pick<Evidence, 'framework' | 'from' | 'to'> & { readonly note: string } }
>('POST', '/api/v1/evidence/sign-offs');
