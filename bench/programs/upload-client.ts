/**
 * Uploads a file in a process of its own, like a gateway.
 * It sends chunks over gRPC as a gateway does, or the whole file to the HTTP server on the port of its first argument.
 */

import { Client, credentials } from '@grpc/grpc-js';
import { Pool } from 'undici';
import { encodeSubmitProjectRequest } from '../../gateway/core/uploads/file-message.ts';
import { HEAP_GROWTH_PERCENT } from '../../gateway/main.ts';
import { ProjectServiceService } from '../../src/gen/flowarden/v1/project.ts';
import { OwnedBytes } from '../../src/infra/memory/owned-bytes.ts';
import { growHeapBetweenCollections } from '../../src/infra/patches/heap-growth.ts';
import { callOnDemand } from '../load.ts';

const CHUNK_BYTES = 256 * 1024;
const httpPort = Number(process.argv[2]);

function overHttp(bytes: number): () => Promise<unknown> {
  const pool = new Pool(`http://127.0.0.1:${httpPort}`, { connections: 1 });
  const file = Buffer.alloc(bytes, 'flow');
  return async () => (await pool.request({ method: 'POST', path: '/', body: file })).body.text();
}

function overGrpc(port: number, bytes: number): () => Promise<unknown> {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc-node.flow_control_window': 1024 * 1024,
  });
  const file = Buffer.alloc(bytes, 'flow');
  const { path, responseDeserialize } = ProjectServiceService.submitProject;
  return () => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call = client.makeClientStreamRequest(
      path,
      (message: Buffer) => message,
      responseDeserialize,
      (error, answer) => (error ? reject(error) : resolve(answer)),
    );
    const send = (start: number): void => {
      if (start >= bytes) {
        call.end();
        return;
      }
      const next = () => send(start + CHUNK_BYTES);
      const value = file.subarray(start, start + CHUNK_BYTES);
      const message = encodeSubmitProjectRequest({ part: { $case: 'content', value } });
      if (call.write(message, () => OwnedBytes.of(message).free())) setImmediate(next);
      else call.once('drain', next);
    };
    send(0);
    return promise;
  };
}

growHeapBetweenCollections(HEAP_GROWTH_PERCENT);
const calls = new Map<number, () => Promise<unknown>>();
callOnDemand(({ port, bytes }) => {
  const call = calls.get(port) ?? (port === httpPort ? overHttp(bytes) : overGrpc(port, bytes));
  calls.set(port, call);
  return call;
});
