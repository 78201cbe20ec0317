/** The floor of a server that gets garbage: reads every byte and sends nothing. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

const server = createServer((socket) => void socket.on('error', () => {}).resume());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send!((server.address() as AddressInfo).port);
