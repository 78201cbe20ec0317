/** Metadata about the caller that every answer has, errors included. */
import type { Metadata } from '@grpc/grpc-js';
import type { Caller } from '../../service/access/caller.ts';
import { type LimitStatus, limitStatusFields } from '../../service/rate-limits/rate-limit-fields.ts';

/** Call that ends with an error; `caller` is null when it is not identified yet. */
export interface FailedCall {
  readonly path: string;
  readonly requestId: string;
  readonly client: string;
  readonly caller: Caller | null;
  readonly limitStatuses: readonly LimitStatus[];
}

/** Adds the limits of the caller and its preferred spelling to an answer. */
export function addCallerFields(
  metadata: Metadata,
  { caller, limitStatuses }: Pick<FailedCall, 'caller' | 'limitStatuses'>,
): void {
  for (const [name, value] of limitStatusFields(limitStatuses)) metadata.set(name, value);
  const wireCase = caller?.wireCase ?? null;
  if (wireCase !== null) metadata.set('x-service-case', wireCase);
}
