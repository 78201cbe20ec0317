/** A core that vanishes without closing its connections, as when its machine loses power or its network. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { connectCore, READ_TIME } from '../../../gateway/core/client.ts';
import { GATEWAY_LIMITS } from '../../../gateway/limits.ts';
import {
  ListValidationsRequest,
  ValidationServiceService,
} from '../../../src/gen/flowarden/v1/validation.ts';
import { PLAIN_ACCESS } from '../../../src/infra/tls/core-credentials.ts';
import { startCore } from '../../gateway/support/support.ts';
import { until } from '../../support/processes.ts';

const CALLS = 12;
const KEEPALIVE = { 'grpc.keepalive_time_ms': 200, 'grpc.keepalive_timeout_ms': 800 };

let answers = [0, 0];
const cores = await Promise.all(
  [0, 1].map((index) =>
    startCore({
      listValidations: () => {
        answers[index]! += 1;
        return { validations: [], nextCursor: '' };
      },
    }),
  ),
);

const sockets: Socket[] = [];
/** Leads to the second core until it vanishes. */
const cable = createServer((socket) => {
  const upstream = connect(cores[1]!.port, '127.0.0.1');
  socket.pipe(upstream).pipe(socket);
  sockets.push(socket, upstream);
  for (const end of [socket, upstream]) end.on('error', () => {});
});
cable.listen(0, '127.0.0.1');
await once(cable, 'listening');

function cutCable(): void {
  cable.close();
  for (const socket of sockets) socket.unpipe().pause();
}

const addresses = `127.0.0.1:${cores[0]!.port},127.0.0.1:${(cable.address() as AddressInfo).port}`;
const core = connectCore(addresses, { ...PLAIN_ACCESS, options: KEEPALIVE });
after(() => {
  core.close();
  for (const socket of sockets) socket.destroy();
  for (const { stop } of cores) stop();
});

function readOften(): Promise<unknown> {
  const context = { caller: null, origin: [], requestId: 'r', signal: new AbortController().signal };
  const { listValidations } = ValidationServiceService;
  const request = ListValidationsRequest.decode(Buffer.alloc(0));
  const calls = Array.from({ length: CALLS }, () => core.call(listValidations, request, context, READ_TIME));
  return Promise.all(calls);
}

test('a vanished core fails no read and leaves the gateway ready', async () => {
  await until('both cores answer', async () => {
    answers = [0, 0];
    await readOften();
    return answers.every((count) => count === CALLS / 2);
  });
  cutCable();
  const reads = readOften();
  const states = await Promise.all(['', 'a', 'b', 'c'].map((name) => core.healthOf(name)));
  assert.deepEqual(states, ['SERVING', ...Array(3).fill('SERVICE_UNKNOWN')]);
  await reads;
  assert.equal(answers[0]! + answers[1]!, 2 * CALLS);
});

test('a vanished core is noticed in the time of a read', () => {
  const { channelKeepaliveMs, channelKeepaliveMsMax, coreStoppingPauseMs, readCallMsMax } = GATEWAY_LIMITS;
  assert.ok(channelKeepaliveMs + channelKeepaliveMsMax + coreStoppingPauseMs + 1_000 < readCallMsMax);
});
