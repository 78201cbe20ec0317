/** What every answer tells of its caller, refusals included. */
import type { Metadata } from '@grpc/grpc-js';
import type { Caller } from '../../service/access/caller.ts';
import { type LimitStatus, limitStatusFields } from '../../service/rate-limits/rate-limit-fields.ts';

/** A call that gets an error: without a caller when it is not known yet. */
export interface FailedCall {
  readonly path: string;
  readonly requestId: string;
  readonly client: string;
  readonly caller: Caller | null;
  readonly limitStatuses: readonly LimitStatus[];
}

/** Adds what every answer tells of its caller: where it stands with its limits, and the spelling that it prefers. */
export function addCallerFields(
  metadata: Metadata,
  { caller, limitStatuses }: Pick<FailedCall, 'caller' | 'limitStatuses'>,
): void {
  for (const [name, value] of limitStatusFields(limitStatuses)) metadata.set(name, value);
  const wireCase = caller?.wireCase ?? null;
  if (wireCase !== null) metadata.set('x-service-case', wireCase);
}
