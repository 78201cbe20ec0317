/** Opens a port for a role; its error names the port, so that the operator can act. */
import { StartError } from '../process/start-error.ts';

/** Errors of Node and grpc-js for an address that cannot be bound. */
const NOT_BOUND = /EADDR|EACCES|No address added/;

/**
 * Returns the result of `listen`. @throws StartError when the port cannot be bound; its message begins with `role`,
 * as "The core"
 */
export async function listenOn<Listener>(
  role: string,
  port: number,
  listen: () => Promise<Listener>,
): Promise<Listener> {
  try {
    return await listen();
  } catch (cause) {
    if (!(cause instanceof Error && NOT_BOUND.test(cause.message))) throw cause;
    throw new StartError(`${role} cannot listen on port ${port}: ${cause.message}.`, 1, { cause });
  }
}
