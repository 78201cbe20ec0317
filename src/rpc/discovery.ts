/** What lets tools find their way: gRPC reflection over our proto files, and gRPC health of each service. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation, type ServingStatusMap } from 'grpc-health-check';
import { installRoot } from '../install-root.ts';

/** Adds the reflection service, v1 and v1alpha, over every file in `proto/`. */
export function addReflection(server: Server): void {
  const folder = join(installRoot(), 'proto');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.proto'),
  );
  const definition = loadSync(files, { includeDirs: [folder], keepCase: true });
  new ReflectionService(definition).addToServer(server);
}

/** The health of the server as load balancers ask for it. */
export interface Health {
  /** Says whether new calls are welcome: of the server as a whole and of each service. */
  set(serving: boolean): void;
}

/** Adds the health service; everything is serving at first. */
export function addHealth(server: Server, services: readonly string[]): Health {
  const names = ['', ...services];
  const health = new HealthImplementation(
    Object.fromEntries(names.map((name) => [name, 'SERVING'])) as ServingStatusMap,
  );
  health.addToServer(server);
  return {
    set(serving) {
      for (const name of names) health.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING');
    },
  };
}
