/** gRPC reflection over our proto files, for clients such as grpcurl. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '@grpc/grpc-js';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { installRoot } from '../../infra/process/install-root.ts';

/** Methods between our own processes are private, and change with every version. */
const INTERNAL = /^flowarden[/\\]internal[/\\]/;

let service: ReflectionService | undefined;

/** Adds the reflection service, v1 and v1alpha, over every public file in `proto/`. The files are read once a process. */
export function addReflection(server: Server): void {
  service ??= new ReflectionService(loadPublicFiles());
  service.addToServer(server);
}

function loadPublicFiles(): PackageDefinition {
  const folder = join(installRoot(), 'proto');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.proto') && !INTERNAL.test(name),
  );
  return loadSync(files, { includeDirs: [folder], keepCase: true });
}
