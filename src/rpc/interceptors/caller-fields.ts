/** Metadata about the caller that every answer has, errors included. */
import type { Metadata } from '@grpc/grpc-js';
import { isCaller, type Principal } from '../../service/access/caller.ts';
import { type LimitStatus, limitStatusFields } from '../../service/rate-limits/rate-limit-fields.ts';

/** Call that ends with an error; `principal` is null when it is not identified yet. */
export interface FailedCall {
  readonly path: string;
  readonly requestId: string;
  readonly client: string;
  readonly principal: Principal | null;
  /** Organisation that the call names, unproven; null: none, or several. */
  readonly namedOrgId: string | null;
  readonly limitStatuses: readonly LimitStatus[];
}

/** Adds the limits of the caller and its preferred spelling to an answer. */
export function addCallerFields(
  metadata: Metadata,
  { principal, limitStatuses }: Pick<FailedCall, 'principal' | 'limitStatuses'>,
): void {
  for (const [name, value] of limitStatusFields(limitStatuses)) metadata.set(name, value);
  const wireCase = principal !== null && isCaller(principal) ? principal.wireCase : undefined;
  if (wireCase !== undefined) metadata.set('x-service-case', wireCase);
}
