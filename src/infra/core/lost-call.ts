/** Calls whose core went away. */
import { type ServiceError, status } from '@grpc/grpc-js';

/**
 * Gives a call that nobody cancelled the code UNAVAILABLE: when a core dies, grpc-js reports the reset of a stream as
 * CANCELLED if it comes before the end of the connection. `signal` is what cancels the call.
 */
export function lostUnlessCancelled(error: ServiceError, signal: AbortSignal): ServiceError {
  if (error.code === status.CANCELLED && !signal.aborted) error.code = status.UNAVAILABLE;
  return error;
}
