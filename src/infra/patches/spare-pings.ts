/**
 * Preserves the calls of a connection after its server has sent GOAWAY.
 * A core replaces connections at an age (`rpcConnectionAgeMsMax`) without ending their calls. grpc-js 1.14
 * continues its keepalive pings on both sides. Node rejects pings after a GOAWAY, and grpc-js treats that as a lost
 * connection and fails all calls. The client's side replaces a private member. If a later version renames it, nothing
 * happens; a test detects it.
 */
import type { ClientHttp2Session, Http2Session } from 'node:http2';
import { Http2SubchannelConnector } from '@grpc/grpc-js/build/src/transport.js';

type Ping = (...payloadAndCallback: unknown[]) => boolean;

interface Connector {
  createSession?: (...connection: unknown[]) => Promise<{ readonly session: ClientHttp2Session }>;
}

/** Treats pings as answered while the connection is being left. */
export function sparePings(session: Http2Session): void {
  const inside = session as unknown as { ping: Ping };
  const ping = inside.ping.bind(session);
  inside.ping = (...rest) => {
    const callback = rest.at(-1);
    if (!session.closed || session.destroyed || typeof callback !== 'function') return ping(...rest);
    setImmediate(() => callback(null, 0, Buffer.alloc(8)));
    return true;
  };
}

let isDone = false;

/** Applies it to every later connection of the clients of this process. */
export function sparePingsOfClients(): void {
  const connector = Http2SubchannelConnector.prototype as unknown as Connector;
  const { createSession } = connector;
  if (isDone || typeof createSession !== 'function') return;
  isDone = true;
  connector.createSession = async function (...connection) {
    const transport = await createSession.apply(this, connection);
    sparePings(transport.session);
    return transport;
  };
}
