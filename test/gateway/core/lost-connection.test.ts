/** Connections to the core that end with an error: calls are repeated, and what remains is 503, never 500. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { connectCore, READ_TIME } from '../../../gateway/core/client.ts';
import { problemOf } from '../../../gateway/response/problem.ts';
import {
  ListValidationsRequest,
  ValidationServiceService,
} from '../../../src/gen/flowarden/v1/validation.ts';

/** Calls that end with their connection before one is answered. */
let failures = 0;
let calls = 0;

const server = createServer().on('stream', (stream) => {
  stream.on('error', () => {});
  calls += 1;
  if (calls <= failures) {
    stream.session!.goaway(constants.NGHTTP2_INTERNAL_ERROR);
    stream.session!.destroy();
    return;
  }
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  // An empty message with its prefix of five bytes.
  stream.end(Buffer.alloc(5));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const core = connectCore(`127.0.0.1:${(server.address() as AddressInfo).port}`);
after(() => {
  core.close();
  server.close();
});

function list(): Promise<unknown> {
  const context = { caller: null, origin: [], requestId: 'r', signal: new AbortController().signal };
  const request = ListValidationsRequest.decode(Buffer.alloc(0));
  return core.call(ValidationServiceService.listValidations, request, context, READ_TIME);
}

test('a call whose connection ends with an error is repeated', async () => {
  [failures, calls] = [1, 0];
  await list();
  assert.equal(calls, 2);
});

test('a call whose connection ends with an error twice is answered with 503 and Retry-After', async () => {
  [failures, calls] = [2, 0];
  const problem = await list().catch((error: unknown) => problemOf(error, 'r'));
  assert.partialDeepStrictEqual(problem, { status: 503, code: 'engine_unavailable', retryAfterSeconds: 1 });
});
