/** Bucket of tests: its settings, and an address at which a method gets no answer. */
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { S3Options } from '../../../src/infra/blobs/bucket-blobs.ts';

/** Returns the settings of the bucket `files` at this address. */
export function bucketAt(endpoint: string): S3Options {
  return {
    bucket: 'files',
    region: 'us-east-1',
    endpoint,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  };
}

/** Address of a bucket where one method is done, and never answered. */
export interface SilentBucket {
  readonly endpoint: string;
  /** Returns whether a call of the method has been done. */
  isReached(): boolean;
}

/** Starts a server before the bucket on this port. It ends with the test file. */
export async function silentBucket(port: number, method: 'PUT' | 'GET' | 'DELETE'): Promise<SilentBucket> {
  let isReached = false;
  const server = createServer((incoming, response) => {
    const { url: path, headers } = incoming;
    const forwarded = send({ host: '127.0.0.1', port, path, method: incoming.method, headers }, (answer) => {
      if (incoming.method !== method) {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
        return;
      }
      answer.resume();
      answer.on('end', () => (isReached = true));
    });
    incoming.pipe(forwarded);
    // The caller is killed.
    response.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReached: () => isReached,
  };
}
