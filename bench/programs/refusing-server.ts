/** The floor of a server that is flooded: refuses every request at once, whatever it is. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((_, response) => void response.writeHead(429, { connection: 'close' }).end());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send!((server.address() as AddressInfo).port);
