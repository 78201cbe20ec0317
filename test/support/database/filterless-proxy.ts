/** A way to Postgres on which every statement loses its filter by organisation: what is still hidden, the rows hide. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

/** Length of a message's head: its type and its length. */
const HEAD_BYTES = 5;
const PARSE = 'P'.charCodeAt(0);

/** The filter as every function of the store writes it. */
const FILTER = /(?:\b\w+\.)?\borg_id = (\$\d+)/g;

export interface FilterlessProxy {
  /** The address of the database that leads through here. */
  readonly url: string;
  /** Statements that have lost a filter. */
  readonly changed: ReadonlySet<string>;
}

/** Starts one in front of the database with this address; it ends after the file's last test. */
export async function filterlessProxy(databaseUrl: string): Promise<FilterlessProxy> {
  const address = new URL(databaseUrl);
  const { port, hostname } = address;
  const changed = new Set<string>();
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    server.pipe(client);
    const change = messageChanger(changed);
    client.on('data', (chunk) => server.write(change(chunk)));
    client.on('close', () => server.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  after(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  address.port = String((proxy.address() as AddressInfo).port);
  return { url: address.href, changed };
}

/** Takes the bytes of a client as they come; gives whole messages, statements among them without filters. */
function messageChanger(changed: Set<string>): (chunk: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      // The first message alone has no type.
      const head = isStarted ? HEAD_BYTES : HEAD_BYTES - 1;
      if (rest.length < head) break;
      const length = rest.readInt32BE(head - 4) + head - 4;
      if (rest.length < length) break;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      messages.push(isStarted && message[0] === PARSE ? withoutFilter(message, changed) : message);
      isStarted = true;
    }
    return Buffer.concat(messages);
  };
}

function withoutFilter(message: Buffer, changed: Set<string>): Buffer {
  const start = message.indexOf(0, HEAD_BYTES) + 1;
  const end = message.indexOf(0, start);
  const statement = message.toString('utf8', start, end);
  const without = statement.replaceAll(FILTER, '$1::uuid is not null');
  if (without === statement) return message;
  changed.add(statement);
  const parts = [message.subarray(0, start), Buffer.from(without), message.subarray(end)];
  const result = Buffer.concat(parts);
  result.writeInt32BE(result.length - 1, 1);
  return result;
}
