/** Process of the gateway: loads the settings, serves REST, and stops gracefully. */

import { createLogger } from '../src/infra/logging/log.ts';
import { growHeapBetweenCollections } from '../src/infra/patches/heap-growth.ts';
import { programVersion } from '../src/infra/process/install-root.ts';
import { enterRole } from '../src/infra/process/role-process.ts';
import { startTracer } from '../src/infra/telemetry/start-tracer.ts';
import { loadGatewayConfig } from './server/config.ts';
import { startGateway } from './server/start.ts';

/** Growth of the heap, buffers included, after which V8 runs a full garbage collection. */
export const HEAP_GROWTH_PERCENT = 300;

/** Runs the gateway; resolves when it serves. Signals then end the process. */
export async function runGateway(): Promise<void> {
  const role = enterRole('gateway');
  growHeapBetweenCollections(HEAP_GROWTH_PERCENT);
  const config = loadGatewayConfig();
  const tracer = await startTracer(config.telemetry, 'gateway', programVersion(), (error) =>
    log.warn({ err: error }, 'spans cannot be sent to the collector'),
  );
  if (tracer !== null) role.onStop(() => tracer.close());
  const log = createLogger(config.logLevel, 'gateway', tracer, role.orphaned);
  role.logTo(log);
  const gateway = await startGateway(config, log, tracer);
  role.onStop(() => gateway.stop());
  log.info(
    { host: config.host, port: gateway.port, tls: config.tls.server !== null, core: config.coreAddress },
    'the gateway serves',
  );
  role.ready({ port: gateway.port });
}
