/** `flowarden serve`: Postgres, the schema, then every role, each kept running until we are told to stop. */
import { performance } from 'node:perf_hooks';
import { addressOf, type Config, childEnvironment, withPorts } from '../config.ts';
import { installRoot, programVersion } from '../install-root.ts';
import { LIMITS } from '../limits.ts';
import { createLogger, type Logger } from '../log.ts';
import { connectOwner } from '../store/database.ts';
import { migrate, migrateJobs } from '../store/migrate.ts';
import { banner } from './banner.ts';
import { keptSecret, lockDataFolder, makeDataFolder } from './data-folder.ts';
import { type RunningPostgres, startPostgres } from './embedded-postgres.ts';
import { prepareFirstRun } from './first-run.ts';
import { type Kept, keepRunning } from './keep-running.ts';
import { freePort } from './ports.ts';
import { ROLES, type Role, startRole } from './role-process.ts';

/** Runs until SIGINT, SIGTERM or SIGHUP, and resolves when everything has ended. Throws StartError when it cannot. */
export async function serve(settings: Config, roles: readonly Role[] = ROLES): Promise<void> {
  const log = createLogger(settings.logLevel, 'serve');
  makeDataFolder(settings.dataDir);
  const unlock = lockDataFolder(settings.dataDir);
  const kept: Kept[] = [];
  const signals = watchSignals(kept, log);
  try {
    await Promise.race([start(settings, roles, kept, log), signals.stop]);
    await signals.stop;
  } finally {
    // Last started, first stopped, but the roles in their own order: new requests first, Postgres at the very end.
    for (const process of kept) await process.stop();
    unlock();
    signals.release();
  }
}

/** Brings everything up; what has to be stopped again is in `kept`, in the order of stopping. */
async function start(settings: Config, roles: readonly Role[], kept: Kept[], log: Logger): Promise<void> {
  const { dataDir, host } = settings;
  const pepper = settings.keyPepper ?? keptSecret(dataDir, 'key-pepper');
  const [databaseUrl, httpPort, grpcPort] = await Promise.all([
    settings.databaseUrl ?? keepPostgres(dataDir, kept, log),
    freePort(host, settings.httpPort, 'FLOWARDEN_HTTP_PORT'),
    freePort(host, settings.grpcPort, 'FLOWARDEN_GRPC_PORT'),
  ]);
  const config: Config = { ...withPorts(settings, httpPort, grpcPort), databaseUrl, keyPepper: pepper };
  const addresses = { restUrl: config.baseUrl, grpcAddress: addressOf(host, grpcPort) };

  const owner = connectOwner(databaseUrl, 1);
  let hasKey: boolean;
  try {
    await migrate(owner);
    await migrateJobs(databaseUrl);
    hasKey = await prepareFirstRun(owner, dataDir, pepper, addresses);
  } finally {
    await owner.end({ timeout: 1 });
  }

  const environment = childEnvironment(config);
  const started = roles.map((role) => keepRunning(role.name, () => startRole(role, environment), log));
  kept.unshift(...started);
  await Promise.all(started.map((role) => role.ready));
  const startMs = performance.now();
  process.stdout.write(
    banner({
      ...addresses,
      version: programVersion(),
      dataDir,
      installRoot: installRoot(),
      workingDir: process.cwd(),
      hasKey,
      startMs,
    }),
  );
}

/** Keeps the embedded Postgres running on one port, so that every pool finds it again after a crash. */
async function keepPostgres(dataDir: string, kept: Kept[], log: Logger): Promise<string> {
  const port = await freePort('127.0.0.1', 0, 'DATABASE_URL');
  let url = '';
  const postgres = keepRunning(
    'postgres',
    async () => {
      const running: RunningPostgres = await startPostgres(dataDir, port);
      url = running.url;
      return running;
    },
    log,
  );
  kept.push(postgres);
  await postgres.ready;
  return url;
}

interface Signals {
  /** Resolves at the first signal. */
  readonly stop: Promise<void>;
  release(): void;
}

function watchSignals(kept: readonly Kept[], log: Logger): Signals {
  const { promise: stop, resolve } = Promise.withResolvers<void>();
  let askedAtMs: number | null = null;
  const onSignal = (signal: NodeJS.Signals | 'disconnect') => {
    if (askedAtMs === null) {
      askedAtMs = Date.now();
      log.info({ signal }, 'Stopping; once more to hurry');
      resolve();
    } else if (Date.now() - askedAtMs > LIMITS.signalEchoMsMax) {
      for (const process of kept) process.hurry();
    }
  };
  const onDisconnect = () => onSignal('disconnect');
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of names) process.on(name, onSignal);
  // The launcher that found the right Node for us is gone.
  if (process.connected) process.on('disconnect', onDisconnect);
  return {
    stop,
    release() {
      for (const name of names) process.off(name, onSignal);
      process.off('disconnect', onDisconnect);
      if (process.connected) process.disconnect();
    },
  };
}
