/**
 * Program of a receiver of webhooks: remembers the id of each delivery, and lists them at `GET /`.
 *
 * Usage: receiver.ts <address> <port>
 */
import { createServer } from 'node:http';

const [address = '', port = '0'] = process.argv.slice(2);
/** Times at which each delivery has arrived. */
const arrivals: Record<string, number[]> = {};

createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(arrivals));
    return;
  }
  request.resume().once('end', () => {
    const id = String(request.headers['x-service-delivery']);
    const times = (arrivals[id] ??= []);
    times.push(Date.now());
    response.writeHead(204).end();
  });
}).listen(Number(port), address, () => process.send!('up'));
