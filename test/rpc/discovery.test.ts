/** Discovery of a gRPC server: its health, its services and their messages. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { type MethodDefinition, status } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { connect, testCore } from '../support/service/core.ts';
import { checkHealth } from '../support/service/health.ts';

const core = await testCore();
const client = connect(core.server.port);

interface ReflectionAnswer {
  readonly messageResponse: string;
  readonly listServicesResponse?: { readonly service: readonly { readonly name: string }[] };
  readonly fileDescriptorResponse?: { readonly fileDescriptorProto: readonly Buffer[] };
}

/** One question in the reflection protocol. */
function reflect(version: 'v1' | 'v1alpha', question: Record<string, string>): Promise<ReflectionAnswer> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@grpc/reflection')), '..', 'proto');
  const definition = loadSync(`grpc/reflection/${version}/reflection.proto`, {
    includeDirs: [folder],
    oneofs: true,
  });
  const service = definition[`grpc.reflection.${version}.ServerReflection`] as unknown as Record<
    string,
    MethodDefinition<object, ReflectionAnswer>
  >;
  const { path, requestSerialize, responseDeserialize } = service.ServerReflectionInfo!;
  return new Promise((resolve, reject) => {
    const stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
    stream.on('data', resolve).on('error', reject);
    stream.write(question);
    stream.end();
  });
}

describe('health', () => {
  it('is serving for the server and for each service', async () => {
    for (const name of ['', 'flowarden.v1.ValidationService', 'flowarden.v1.RuleService']) {
      assert.equal(await checkHealth(client, name), 'SERVING');
    }
  });
  it('is not found for a service that does not exist', async () => {
    await assert.rejects(checkHealth(client, 'flowarden.v1.Nothing'), { code: status.NOT_FOUND });
  });
});

/** Every service of our proto files, by its full name. */
function declaredServices(): readonly string[] {
  const folder = join(import.meta.dirname, '../../proto/flowarden/v1');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts
    .flatMap((text) => [...text.matchAll(/^service (\w+)/gm)].map((match) => `flowarden.v1.${match[1]}`))
    .sort();
}

describe('reflection', () => {
  before(() => core.server.reflected);
  for (const version of ['v1', 'v1alpha'] as const) {
    it(`lists our services and that of health in ${version}`, async () => {
      const answer = await reflect(version, { listServices: '' });
      const names = answer.listServicesResponse?.service.map(({ name }) => name);
      assert.deepEqual(names?.toSorted(), [...declaredServices(), 'grpc.health.v1.Health']);
      assert.ok(names.includes('flowarden.v1.ValidationService'));
    });
  }
  it('describes messages, also those of the error details', async () => {
    for (const symbol of [
      'flowarden.v1.ValidateRequest',
      'google.rpc.ErrorInfo',
      'grpc.health.v1.HealthCheckResponse',
    ]) {
      const answer = await reflect('v1', { fileContainingSymbol: symbol });
      const files = answer.fileDescriptorResponse?.fileDescriptorProto ?? [];
      assert.ok(
        files.some((file) => file.includes(symbol.split('.').at(-1)!)),
        symbol,
      );
    }
  });
  it('needs no credentials, and an unknown method is unimplemented', async () => {
    const nothing = { path: '/flowarden.v1.RuleService/Nothing', requestSerialize: () => Buffer.alloc(0) };
    await assert.rejects(core.call({ ...nothing, responseDeserialize: () => null }, null, null), {
      code: status.UNIMPLEMENTED,
    });
  });
  it('ends with the test', () => client.close());
});
