/** The core process: everything it is made of is put together here, and nothing is decided. */
import { createAuthenticate } from './auth/authenticate.ts';
import { type Config, requireSetting } from './config.ts';
import { createLogger } from './log.ts';
import { enterRole } from './serve/child.ts';
import { connectApplication, disconnect } from './store/database.ts';

/** Serves gRPC until it is told to stop. */
export async function runCore(config: Config): Promise<void> {
  const role = enterRole('core');
  const log = createLogger(config.logLevel, 'core');
  const sql = connectApplication(requireSetting(config, 'databaseUrl'));
  role.onStop(() => disconnect(sql));
  const authenticate = createAuthenticate(sql, requireSetting(config, 'keyPepper'));
  log.debug({ authenticate: authenticate.name }, 'The core has no services yet');
  role.ready({ grpcPort: config.grpcPort });
}
