/** gRPC reflection over our proto files, for clients such as grpcurl. */
import type { Server } from '@grpc/grpc-js';
import { loadFileDescriptorSetFromBuffer, loadSync } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { protoPath } from 'grpc-health-check';
import { DESCRIPTORS } from '../../gen/contract/descriptors.ts';

let service: ReflectionService | undefined;

/** Adds the reflection service, v1 and v1alpha, over every public file in `proto/` and the health service, once read. */
export function addReflection(server: Server): void {
  service ??= new ReflectionService({
    ...loadFileDescriptorSetFromBuffer(Buffer.from(DESCRIPTORS, 'base64'), { keepCase: true }),
    ...loadSync(protoPath, { keepCase: true }),
  });
  service.addToServer(server);
}
