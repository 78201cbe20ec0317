/** The rich error of a gRPC answer, decoded as a client would. */
import assert from 'node:assert/strict';
import type { ServiceError } from '@grpc/grpc-js';
import { BadRequest, ErrorInfo, Help, RetryInfo } from '../../src/gen/google/rpc/error_details.ts';
import { Status } from '../../src/gen/google/rpc/status.ts';

const TYPES = { ErrorInfo, BadRequest, Help, RetryInfo };

export interface RichError {
  /** gRPC status of the call, equal to the one inside. */
  readonly status: number;
  readonly message: string;
  readonly reason: string;
  readonly domain: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Names of the fields that are wrong. */
  readonly fields: readonly string[];
  readonly helpUrl: string | undefined;
  readonly retrySeconds: number | undefined;
  readonly requestId: string | undefined;
}

/** Decodes `grpc-status-details-bin`; fails when there is none. */
export function richError(error: ServiceError): RichError {
  const [bytes] = error.metadata.get('grpc-status-details-bin');
  assert.ok(Buffer.isBuffer(bytes), `no rich error in: ${error.message}`);
  const status = Status.decode(bytes);
  const find = <Name extends keyof typeof TYPES>(name: Name) => {
    const found = status.details.find(({ typeUrl }) => typeUrl === `type.googleapis.com/google.rpc.${name}`);
    return found && (TYPES[name].decode(found.value) as ReturnType<(typeof TYPES)[Name]['decode']>);
  };
  assert.equal(status.code, error.code);
  assert.equal(status.message, error.details);
  const info = find('ErrorInfo');
  assert.ok(info);
  return {
    status: status.code,
    message: status.message,
    reason: info.reason,
    domain: info.domain,
    metadata: info.metadata,
    fields: find('BadRequest')?.fieldViolations.map(({ field }) => field) ?? [],
    helpUrl: find('Help')?.links[0]?.url,
    retrySeconds: find('RetryInfo')?.retryDelay?.seconds,
    requestId: error.metadata.get('x-request-id')[0]?.toString(),
  };
}
