/** Errors of calls whose core was lost. */
import { type ServiceError, status } from '@grpc/grpc-js';

/**
 * Sets the code UNAVAILABLE on a call that was not cancelled: when a core dies, grpc-js reports the reset of a stream
 * as CANCELLED if it arrives before the end of the connection. `signal` is what cancels the call.
 */
export function lostUnlessCancelled(error: ServiceError, signal: AbortSignal): ServiceError {
  if (error.code === status.CANCELLED && !signal.aborted) error.code = status.UNAVAILABLE;
  return error;
}
