/** Errors of calls whose core was lost. */
import { type ServiceError, status } from '@grpc/grpc-js';

/** Beginning of the details of grpc-js for a stream that ended without a status of the server. */
const STREAM_LOST = 'Received RST_STREAM with code ';

/**
 * Sets the code UNAVAILABLE on a call that was lost and not cancelled. grpc-js reports it as CANCELLED when the reset of
 * its stream arrives before the end of the connection, and as INTERNAL when the connection ended with an error. `signal`
 * is what cancels the call.
 */
export function lostUnlessCancelled(error: ServiceError, signal: AbortSignal): ServiceError {
  const isLost =
    error.code === status.CANCELLED ||
    (error.code === status.INTERNAL && error.details.startsWith(STREAM_LOST));
  if (isLost && !signal.aborted) error.code = status.UNAVAILABLE;
  return error;
}
