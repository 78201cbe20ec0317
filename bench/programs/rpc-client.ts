/** gRPC caller in a process of its own: sends a file for validation, with the headers of its first argument. */
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { type ValidateResponse, ValidationServiceService } from '../../src/gen/flowarden/v1/validation.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { callOnDemand } from '../load.ts';

const headers = Object.entries(JSON.parse(process.argv[2] ?? '{}') as Record<string, string>);
const clients = new Map<number, Client>();

function clientOf(port: number): Client {
  const known = clients.get(port);
  if (known) return known;
  // The same window as our gateway's; a server chooses its own windows.
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc-node.flow_control_window': 1024 * 1024,
    'grpc.use_local_subchannel_pool': 1,
  });
  clients.set(port, client);
  return client;
}

function call(client: Client, file: Buffer): Promise<ValidateResponse> {
  const { path, requestSerialize, requestDeserialize, responseDeserialize } =
    ValidationServiceService.validate;
  const request = {
    ...requestDeserialize(Buffer.alloc(0)),
    file,
    filename: 'a.xaml',
    platform: 'platform_1',
  };
  const metadata = new Metadata();
  for (const [name, value] of headers) metadata.set(name, value);
  return new Promise((resolve, reject) =>
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      (error, response) => (error ? reject(error) : resolve(response!)),
    ),
  );
}

callOnDemand(({ port, bytes }) => {
  const client = clientOf(port);
  const file = syntheticXaml(bytes);
  return () => call(client, file);
});
