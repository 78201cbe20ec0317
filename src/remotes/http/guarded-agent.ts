/** Connections to platforms that go only where the guard allows. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { AddressGuard } from '../../infra/network/address-guard.ts';
import {
  checkPeer,
  createResolveAll,
  guardedLookup,
  type ResolveAll,
} from '../../infra/network/guarded-lookup.ts';
import { REMOTE_LIMITS } from '../limits.ts';

/** Hosts that may be called, and how names are found. */
export interface AgentOptions {
  readonly guard: AddressGuard;
  /** Default: as the machine resolves names. */
  readonly resolveAll?: ResolveAll;
  /**
   * Variables that name a proxy; absent: none is used. A proxy looks names up itself, so only its own address is checked.
   * What is not encrypted goes through none: a proxy would read the credential.
   */
  readonly proxyEnv?: Readonly<Record<string, string | undefined>>;
}

/** Creates the agent of one tenant. `close` ends its connections. */
export function createGuardedAgent(
  protocol: string,
  { guard, resolveAll = createResolveAll(), proxyEnv }: AgentOptions,
): HttpAgent | HttpsAgent {
  const Base = protocol === 'http:' ? HttpAgent : HttpsAgent;
  const options = {
    keepAlive: true,
    maxSockets: REMOTE_LIMITS.requestsMax,
    lookup: guardedLookup(guard, resolveAll),
    // Otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 would send the credential to anybody.
    rejectUnauthorized: true,
    ...(proxyEnv !== undefined && protocol === 'https:' && { proxyEnv: { ...proxyEnv } }),
  };
  return new (class extends Base {
    override createConnection(...args: Parameters<HttpAgent['createConnection']>) {
      const socket = super.createConnection(...args);
      if (socket) checkPeer(socket as Socket, guard);
      return socket;
    }
  })(options);
}
