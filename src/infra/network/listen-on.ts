/** Opens a port for a role, and says which one could not be had, as the operator can cure that. */
import { StartError } from '../process/start-error.ts';

/** How Node and grpc-js say that an address could not be had. */
const NOT_BOUND = /EADDR|EACCES|No address added/;

/** What `listen` resolves with. @throws StartError when the port cannot be had; `role` begins its message, as "The core" */
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
