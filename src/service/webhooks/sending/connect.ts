/** Connections to receivers that go only where the guard allows: the look-up and the open connection are both checked. */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { AddressGuard } from '../allowed-addresses.ts';
import { WEBHOOK_LIMITS } from '../limits.ts';
import { type NameQueryOptions, queryNameServers } from '../name-servers.ts';

/** Time in an attempt to open a connection. */
const WEBHOOK_CONNECT_MS_MAX = 5_000;

/** Connections to receivers stay open for this long without use. */
const WEBHOOK_KEEP_ALIVE_MS = 20_000;

/** Finds every address of a name. */
export type ResolveAll = (
  name: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectOptions {
  readonly guard: AddressGuard;
  /** Default: as the machine resolves names. */
  readonly resolveAll?: ResolveAll;
  readonly connectMsMax?: number;
  /** Trusted certificates in addition to Node's; `NODE_EXTRA_CA_CERTS` adds them for the whole process. */
  readonly ca?: string;
}

/** Thrown instead of a connection to an address that is not public. */
export class AddressNotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
}

/**
 * Resolves as the machine does: what its name servers know, else what it finds by other means, as its file of hosts or a
 * search domain. A name whose servers are silent fails, as those means would wait for the same servers.
 */
export function createResolveAll(options: Partial<NameQueryOptions> = {}): ResolveAll {
  return async (name, done) => {
    const query = { msMax: WEBHOOK_CONNECT_MS_MAX, ...options };
    const { addresses, isSilent } = await queryNameServers(name, query);
    if (addresses.length > 0) {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      return done(null, found);
    }
    if (isSilent) {
      const error = new Error(`The name servers did not answer for ${name}`);
      return done(Object.assign(error, { code: 'EAI_AGAIN' }), []);
    }
    systemLookup(name, { all: true, verbatim: true }, (error, found) => done(error, found ?? []));
  };
}

/** Makes the agent that all attempts of a process share. It follows no redirects and speaks HTTP/1.1. */
export function createReceiverAgent(options: ConnectOptions): Agent {
  const { guard, resolveAll = createResolveAll(), connectMsMax = WEBHOOK_CONNECT_MS_MAX, ca } = options;
  const connector = buildConnector({
    timeout: connectMsMax,
    allowH2: false,
    lookup: guardedLookup(guard, resolveAll),
    ...(ca !== undefined && { ca }),
  });
  return new Agent({
    connections: WEBHOOK_LIMITS.deliveriesPerHostMax,
    pipelining: 1,
    keepAliveTimeout: WEBHOOK_KEEP_ALIVE_MS,
    keepAliveMaxTimeout: WEBHOOK_KEEP_ALIVE_MS,
    connect(request, callback) {
      const socket = connector(request, callback) as unknown as import('node:net').Socket;
      // Before TLS and before any byte of ours, as the connector's own listener sends. This is the peer, even if the answer
      // of the look-up has changed since.
      socket.prependOnceListener('connect', () => {
        const peer = socket.remoteAddress;
        if (peer === undefined) socket.destroy(lostAtOnce());
        else if (!guard.allows(peer)) socket.destroy(notAllowed('The peer of the open connection'));
      });
      return socket;
    },
  });
}

/** A look-up that fails when any address of the name is not allowed: a mixed answer is an attempt to slip through. */
function guardedLookup(guard: AddressGuard, resolveAll: ResolveAll): LookupFunction {
  return (name: string, options: LookupOptions, callback) => {
    resolveAll(name, (error, addresses) => {
      const rejected = addresses.find(({ address }) => !guard.allows(address));
      const [first] = addresses;
      if (error !== null) callback(error, '', 0);
      else if (rejected) callback(notAllowed(`An address of ${name}`), '', 0);
      else if (!first)
        callback(Object.assign(new Error(`${name} has no address`), { code: 'ENODATA' }), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Error of a connection that closed before its peer was known. */
function lostAtOnce(): Error {
  return Object.assign(new Error('The connection was closed as soon as it was open'), { code: 'ECONNRESET' });
}

function notAllowed(what: string): AddressNotAllowed {
  return new AddressNotAllowed(`${what} is not public`);
}
