/** The floor of uploads, in a process of its own: an HTTP server that counts the bytes of a body. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCpu, type CpuQuestion } from '../load.ts';

const server = createServer(async (request, response) => {
  let bytes = 0;
  for await (const chunk of request) bytes += (chunk as Buffer).length;
  response.end(JSON.stringify({ bytes }));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('message', (question: CpuQuestion) => void answerCpu(question));
process.send!((server.address() as AddressInfo).port);
