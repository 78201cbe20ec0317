/** Webhook receiver that reads each body and responds with 204 at once. Its first message is its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCpu, type CpuQuestion } from '../load.ts';

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('message', (question: CpuQuestion) => void answerCpu(question));
