/** Entry of the gateway process: reads the settings, serves REST, and ends in order. */

import { createLogger } from '../src/log.ts';
import { enterRole } from '../src/serve/child.ts';
import { StartError } from '../src/start-error.ts';
import { loadGatewayConfig } from './config.ts';
import { startGateway } from './start.ts';

const role = enterRole('gateway');
try {
  const config = loadGatewayConfig();
  const log = createLogger(config.logLevel, 'gateway');
  const gateway = await startGateway(config, log);
  role.onStop(() => gateway.stop());
  log.info({ host: config.host, port: gateway.port, core: config.coreAddress }, 'the gateway serves');
  role.ready({ port: gateway.port });
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode);
}
