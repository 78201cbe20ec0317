/** A gRPC client in a process of its own: keeps so many calls in flight for a while and says how many were answered. */
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { type ValidateResponse, ValidationServiceService } from '../../src/gen/flowarden/v1/validation.ts';
import { syntheticXaml } from '../inputs/xaml.ts';

/** What the parent asks for; the answer is calls per second. */
export interface Load {
  readonly port: number;
  readonly bytes: number;
  readonly inFlight: number;
  readonly ms: number;
}

const clients = new Map<number, Client>();

function clientOf(port: number): Client {
  const known = clients.get(port);
  if (known) return known;
  // The same window that our gateway asks for; a server's own windows are its own affair.
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc-node.flow_control_window': 1024 * 1024,
    'grpc.use_local_subchannel_pool': 1,
  });
  clients.set(port, client);
  return client;
}

function call(client: Client, file: Buffer): Promise<ValidateResponse> {
  const { path, requestSerialize, responseDeserialize } = ValidationServiceService.validate;
  const request = {
    file,
    filename: 'a.xaml',
    platform: 'platform_1',
    enforcementMode: '',
    ruleset: '',
    policyPack: '',
    environment: '',
    label: '',
    source: '',
    metadata: '',
  };
  return new Promise((resolve, reject) =>
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      new Metadata(),
      (error, response) => (error ? reject(error) : resolve(response!)),
    ),
  );
}

process.on('message', async ({ port, bytes, inFlight, ms }: Load) => {
  const client = clientOf(port);
  const file = syntheticXaml(bytes);
  let answered = 0;
  const start = performance.now();
  const until = start + ms;
  const keepCalling = async (): Promise<void> => {
    while (performance.now() < until) {
      await call(client, file);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, keepCalling));
  process.send!(answered / ((performance.now() - start) / 1000));
});
process.send!('up');
