/** A way to Postgres that sees, and may change, every message of its clients. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

/** Length of a message's head: its type and its length. */
export const HEAD_BYTES = 5;

/** Returns the message that the server gets instead. */
export type ChangeMessage = (message: Buffer) => Buffer;

/** Starts a proxy in front of the database with this address, and returns its own. It ends after the file's last test. */
export async function changingProxy(databaseUrl: string, change: ChangeMessage): Promise<string> {
  const address = new URL(databaseUrl);
  const { port, hostname } = address;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    server.pipe(client);
    const changed = messages(change);
    client.on('data', (chunk) => server.write(changed(chunk)));
    client.on('close', () => server.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  after(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  address.port = String((proxy.address() as AddressInfo).port);
  return address.href;
}

/** Takes the bytes of a client as they come; gives whole messages, each changed. */
function messages(change: ChangeMessage): (chunk: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const whole: Buffer[] = [];
    for (;;) {
      // The first message alone has no type.
      const head = isStarted ? HEAD_BYTES : HEAD_BYTES - 1;
      if (rest.length < head) break;
      const length = rest.readInt32BE(head - 4) + head - 4;
      if (rest.length < length) break;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      whole.push(isStarted ? change(message) : message);
      isStarted = true;
    }
    return Buffer.concat(whole);
  };
}
