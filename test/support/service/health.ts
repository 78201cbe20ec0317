/** A client of the standard gRPC health service. */
import { on } from 'node:events';
import type { Client, MethodDefinition } from '@grpc/grpc-js';
import { service as health } from 'grpc-health-check';

interface HealthAnswer {
  readonly status: string;
}

const method = (name: 'Check' | 'Watch') => health[name] as unknown as MethodDefinition<object, HealthAnswer>;

/** The health of a service; '' is the server as a whole. */
export function checkHealth(client: Client, service = ''): Promise<string> {
  const { path, requestSerialize, responseDeserialize } = method('Check');
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service }, (error, answer) =>
      error ? reject(error) : resolve(answer!.status),
    );
  });
}

/** Watches the health of the server. `next` returns the next change; without `cancel` the connection stays open. */
export function watchHealth(client: Client): { next(): Promise<string>; cancel(): void } {
  const { path, requestSerialize, responseDeserialize } = method('Watch');
  const stream = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, { service: '' });
  stream.on('error', () => {});
  const answers = on(stream, 'data');
  return {
    cancel: () => stream.cancel(),
    async next() {
      const { value } = await answers.next();
      return (value as [HealthAnswer])[0].status;
    },
  };
}
