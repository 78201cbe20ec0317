/** Health checks of the core. */
import { type Client, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { AppError } from '../../src/errors.ts';
import { hedged } from './hedge.ts';
import { callUnary, type UnaryMethod } from './unary-call.ts';

/** Time for the core to answer a health check. */
const HEALTH_CALL_MS_MAX = 2_000;

/** `grpc.health.v1.HealthCheckResponse.ServingStatus`. */
const HEALTH_STATES = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'];

/**
 * `grpc.health.v1.Health.Check`: service name in field 1, state in field 1 of the answer. Written by hand, as the
 * package with this service compiles proto files at every start.
 */
const HEALTH_CHECK: UnaryMethod<string, string> = {
  path: '/grpc.health.v1.Health/Check',
  requestSerialize: (name) => Buffer.from([0x0a, Buffer.byteLength(name), ...Buffer.from(name)]),
  responseDeserialize: ([tag, state]) => (tag === 0x08 && HEALTH_STATES[state!]) || 'UNKNOWN',
};

/** Delays after which further cores are queried while no answer has arrived, in milliseconds. */
const HEALTH_AGAIN_MS = [300, 600];

/** Returns the health of a service. @throws AppError `engine_unavailable` when the core does not answer */
export async function checkHealth(client: Client, service: string): Promise<string> {
  const deadline = Date.now() + HEALTH_CALL_MS_MAX;
  const attempt = async (signal: AbortSignal): Promise<string> => {
    try {
      const call = { request: service, metadata: new Metadata(), deadline, context: { signal } };
      return await callUnary(client, HEALTH_CHECK, call);
    } catch (error) {
      if ((error as ServiceError).code === status.NOT_FOUND) return 'SERVICE_UNKNOWN';
      throw error;
    }
  };
  try {
    return await hedged(HEALTH_AGAIN_MS, attempt);
  } catch (cause) {
    // The address and the error are logged, not shown to the caller.
    const isLate = (cause as ServiceError).code === status.DEADLINE_EXCEEDED;
    const how = isLate ? 'does not answer in time' : 'cannot be reached';
    throw new AppError('engine_unavailable', `The core ${how}.`, {}, { cause });
  }
}
