/**
 * Pulls process: lists and fetches what sources hold, with access to sources alone and the key of their credentials. Only it
 * opens connections to platforms.
 */
import { randomUUID } from 'node:crypto';
import { connectPulls, disconnect } from '../infra/database/database.ts';
import { requireServableSchema, waitForMigrations } from '../infra/database/servable-schema.ts';
import { createLogger } from '../infra/logging/log.ts';
import { enterRole } from '../infra/process/role-process.ts';
import { createSeal } from '../infra/sealing/seal.ts';
import { type Config, requireSetting } from '../infra/settings/config.ts';
import { startPulls } from '../service/sources/pulling/start-pulls.ts';

/** Starts the process; signals end it. */
export async function runPulls(config: Config): Promise<void> {
  const databaseUrl = requireSetting(config, 'databaseUrl');
  const sourcesKey = requireSetting(config, 'sourcesKey');
  const role = enterRole('pulls');
  const log = createLogger(config.logLevel, 'pulls', null, role.orphaned);
  role.logTo(log);
  const sql = connectPulls(databaseUrl, undefined, config.databasePooler);
  role.onStop(() => disconnect(sql));
  await waitForMigrations(sql, log);
  await requireServableSchema(sql);
  const holder = `pulls-${randomUUID()}`;
  const networks = { allowsHttp: config.sourceAllowHttp, networks: config.sourceNetworks };
  role.onStop(startPulls({ sql, seal: createSeal(sourcesKey), networks, log }, holder));
  log.info({ holder }, 'sources are pulled');
  role.ready();
}
