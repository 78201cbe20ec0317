/** gRPC health of the server and of each service, as load balancers ask for it. */
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

/** The health of the server as load balancers ask for it. */
export interface Health {
  /** Says what is well, and so whether calls are welcome: of the server as a whole, of each service and of each part. */
  show(readiness: Readiness): void;
  /** Says that calls are not welcome any more, whatever is shown later. */
  stop(): void;
}

/** Adds the health service; everything is serving at first. `gatewayToken`: what gateways ask whether we know it. */
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
