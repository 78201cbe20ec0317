/** gRPC reflection over our proto files, for clients such as grpcurl. */
import type { Server } from '@grpc/grpc-js';
import { loadFileDescriptorSetFromBuffer } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { DESCRIPTORS } from '../../gen/contract/descriptors.ts';

let service: ReflectionService | undefined;

/** Adds the reflection service, v1 and v1alpha, over every public file in `proto/`. They are read once a process. */
export function addReflection(server: Server): void {
  service ??= new ReflectionService(
    loadFileDescriptorSetFromBuffer(Buffer.from(DESCRIPTORS, 'base64'), { keepCase: true }),
  );
  service.addToServer(server);
}
