/**
 * Lets the calls of a connection go on that its server has asked to leave.
 *
 * A core replaces connections at an age (`rpcConnectionAgeMsMax`) without ending their calls. On both sides grpc-js 1.14
 * goes on with its keepalive pings. Node refuses them once there was a GOAWAY, and grpc-js takes that for a lost connection
 * and fails all calls. The client's side reaches into a private member. When a later version has another one, it does
 * nothing; a test says so.
 */
import type { ClientHttp2Session, Http2Session } from 'node:http2';
import { Http2SubchannelConnector } from '@grpc/grpc-js/build/src/transport.js';

type Ping = (...payloadAndCallback: unknown[]) => boolean;

interface Connector {
  createSession?: (...connection: unknown[]) => Promise<{ readonly session: ClientHttp2Session }>;
}

/** Takes pings over this connection for answered while it is being left. */
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

/** Does so for every later connection of the clients of this process. */
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
