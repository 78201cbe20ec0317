/** gRPC health of the server and of each service, for load balancers. */
import { hash } from 'node:crypto';
import type { Server } from '@grpc/grpc-js';
import { HealthImplementation, type ServingStatusMap } from 'grpc-health-check';
import {
  canServe,
  healthNameOf,
  healthNameOfToken,
  READY_PARTS,
  type Readiness,
} from '../../contract/readiness.ts';

/** Health service of the server. */
export interface Health {
  /** Publishes the readiness of the server as a whole, of each service and of each part. */
  show(readiness: Readiness): void;
  /** Marks the server as not serving, regardless of any later `show`. */
  stop(): void;
}

/**
 * Adds the health service; everything is serving at first. With `gatewayToken`, gateways can check that we accept
 * theirs.
 */
export function addHealth(server: Server, services: readonly string[], gatewayToken: string | null): Health {
  const names = ['', ...services];
  const known = gatewayToken === null ? [] : [healthNameOfToken(hash('sha256', gatewayToken))];
  const all = [...names, ...READY_PARTS.map(healthNameOf), ...known];
  const health = new HealthImplementation(
    Object.fromEntries(all.map((name) => [name, 'SERVING'])) as ServingStatusMap,
  );
  health.addToServer(server);
  let stopped = false;
  const set = (serving: boolean) => {
    for (const name of names) health.setStatus(name, serving ? 'SERVING' : 'NOT_SERVING');
  };
  return {
    show(readiness) {
      set(canServe(readiness) && !stopped);
      for (const part of READY_PARTS) health.setStatus(healthNameOf(part), stateOf(readiness[part]));
    },
    stop() {
      stopped = true;
      set(false);
    },
  };
}

function stateOf(isWell: boolean | null): 'SERVING' | 'NOT_SERVING' | 'UNKNOWN' {
  if (isWell === null) return 'UNKNOWN';
  return isWell ? 'SERVING' : 'NOT_SERVING';
}
