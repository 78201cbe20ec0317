/** Look-ups and connections that go only where the guard allows. */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { AddressGuard } from './address-guard.ts';
import { type NameQueryOptions, queryNameServers } from './name-servers.ts';

/** Time to look up a name. */
const RESOLVE_MS_MAX = 5_000;

/** Finds every address of a name. */
export type ResolveAll = (
  name: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

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
    const query = { msMax: RESOLVE_MS_MAX, ...options };
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

/** A look-up that fails when any address of the name is not allowed: a mixed answer is an attempt to slip through. */
export function guardedLookup(guard: AddressGuard, resolveAll: ResolveAll): LookupFunction {
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

/**
 * Destroys the connection when its peer is not allowed: before TLS and before any byte of ours, as the listeners that
 * send come later. The peer counts, even if the answer of the look-up has changed since.
 */
export function checkPeer(socket: Socket, guard: AddressGuard): void {
  socket.prependOnceListener('connect', () => {
    const peer = socket.remoteAddress;
    if (peer === undefined) socket.destroy(lostAtOnce());
    else if (!guard.allows(peer)) socket.destroy(notAllowed('The peer of the open connection'));
  });
}

/** Error of a connection that closed before its peer was known. */
function lostAtOnce(): Error {
  return Object.assign(new Error('The connection was closed as soon as it was open'), { code: 'ECONNRESET' });
}

function notAllowed(what: string): AddressNotAllowed {
  return new AddressNotAllowed(`${what} is not public`);
}
