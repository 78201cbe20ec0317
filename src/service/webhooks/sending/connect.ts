/** Connections to receivers that go only where the guard allows: the look-up and the open connection are both checked. */
import type { Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { AddressGuard } from '../../../infra/network/address-guard.ts';
import {
  checkPeer,
  createResolveAll,
  guardedLookup,
  type ResolveAll,
} from '../../../infra/network/guarded-lookup.ts';
import { WEBHOOK_LIMITS } from '../limits.ts';

/** Time in an attempt to open a connection. */
const WEBHOOK_CONNECT_MS_MAX = 5_000;

/** Connections to receivers stay open for this long without use. */
const WEBHOOK_KEEP_ALIVE_MS = 20_000;

export interface ConnectOptions {
  readonly guard: AddressGuard;
  /** Default: as the machine resolves names. */
  readonly resolveAll?: ResolveAll;
  readonly connectMsMax?: number;
  /** Trusted certificates in place of Node's; `NODE_EXTRA_CA_CERTS` adds some for the whole process. */
  readonly ca?: string;
  /** Certificate of the client in PEM, with its key. */
  readonly cert?: string;
  readonly key?: string;
}

/** Makes the agent that all attempts of a process share. It follows no redirects and speaks HTTP/1.1. */
export function createReceiverAgent(options: ConnectOptions): Agent {
  const {
    guard,
    resolveAll = createResolveAll(),
    connectMsMax = WEBHOOK_CONNECT_MS_MAX,
    ca,
    cert,
    key,
  } = options;
  const connector = buildConnector({
    timeout: connectMsMax,
    allowH2: false,
    lookup: guardedLookup(guard, resolveAll),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert, key }),
  });
  return new Agent({
    connections: WEBHOOK_LIMITS.deliveriesPerHostMax,
    pipelining: 1,
    keepAliveTimeout: WEBHOOK_KEEP_ALIVE_MS,
    keepAliveMaxTimeout: WEBHOOK_KEEP_ALIVE_MS,
    connect(request, callback) {
      const socket = connector(request, callback) as unknown as Socket;
      checkPeer(socket, guard);
      return socket;
    },
  });
}
