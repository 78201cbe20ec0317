/** gRPC health of the server and of each service, as load balancers ask for it. */
import type { Server } from '@grpc/grpc-js';
import { HealthImplementation, type ServingStatusMap } from 'grpc-health-check';

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
