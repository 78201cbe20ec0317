/** `flowarden serve`: starts Postgres, migrates the schema, and supervises every role until it is stopped. */
import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { untilAborted } from '../../infra/async/abort.ts';
import { connectOwner, disconnect, inTransaction } from '../../infra/database/database.ts';
import { ensureJobs, migrate } from '../../infra/database/migrate.ts';
import { lockDataFolder, makeDataFolder, storedSecret } from '../../infra/embedded-postgres/data-folder.ts';
import { embeddedUrl, startPostgres } from '../../infra/embedded-postgres/embedded-postgres.ts';
import { INFRA_LIMITS } from '../../infra/limits.ts';
import { createLogger, type Logger } from '../../infra/logging/log.ts';
import { print } from '../../infra/logging/output.ts';
import { installRoot, programVersion } from '../../infra/process/install-root.ts';
import { type SupervisedProcess, superviseProcess } from '../../infra/process/restart-process.ts';
import { deriveSourcesKey, deriveWebhookKey } from '../../infra/sealing/seal.ts';
import { addressOf, type Config, childEnvironment, withPorts } from '../../infra/settings/config.ts';
import { type Addresses, type PreparedRun, prepareFirstRun } from '../../service/access/first-run.ts';
import { recordRules } from '../../service/policy/grace/rule-arrivals-store.ts';
import { banner } from './banner.ts';
import { buildDownloads } from './build-downloads.ts';
import { buildWebApp } from './build-web-app.ts';
import { checkTls } from './check-tls.ts';
import { freePort } from './ports.ts';
import { type ProcessRole, ROLES, startRole } from './role-process.ts';
import { untilReady } from './until-ready.ts';
import { untilSource } from './until-source.ts';

/** Interval at which the supervisor checks that the shell that npm started it with is still there. */
const PARENT_CHECK_MS = 500;

/**
 * Runs until SIGINT, SIGTERM or SIGHUP, and resolves when all processes have ended. @throws StartError when it cannot
 * start
 */
export async function supervise(settings: Config, roles: readonly ProcessRole[] = ROLES): Promise<void> {
  const log = createLogger(settings.logLevel, 'serve');
  checkTls(settings.tls);
  makeDataFolder(settings.dataDir);
  const unlock = lockDataFolder(settings.dataDir);
  const supervised: SupervisedProcess[] = [];
  const signals = watchSignals(supervised, settings.isNpmScript, log);
  const started = start(settings, roles, supervised, log);
  const stopping = new AbortController();
  try {
    await Promise.race([started, signals.stop]);
    // Other services of a checkout, as those of its tests, leave the builds of people alone.
    if (settings.isNpmStart) void buildDownloads(log, stopping.signal);
    await signals.stop;
  } finally {
    stopping.abort();
    // `supervised` is in the order of stopping: the gateway first, Postgres last.
    for (const process of supervised) {
      await process
        .stop()
        .catch((error: unknown) => log.error({ err: error }, 'a process did not end in order'));
    }
    await started.catch(() => {});
    unlock();
    signals.release();
  }
}

/** Starts all processes, as concurrently as possible, and adds them to `supervised`. */
async function start(
  settings: Config,
  roles: readonly ProcessRole[],
  supervised: SupervisedProcess[],
  log: Logger,
): Promise<void> {
  const { dataDir, host, grpcHost } = settings;
  // Before anything that takes time: a taken port is named at once.
  const [httpPort, grpcPort, postgresPort] = await Promise.all([
    freePort(host, settings.httpPort, 'FLOWARDEN_HTTP_PORT'),
    freePort(grpcHost, settings.grpcPort, 'FLOWARDEN_GRPC_PORT'),
    freePort('127.0.0.1', 0, 'DATABASE_URL'),
  ]);
  const webApp = buildWebApp(log);
  const databaseUrl = settings.databaseUrl ?? embeddedUrl(dataDir, postgresPort);
  const keyPepper = settings.keyPepper ?? storedSecret(dataDir, 'key-pepper');
  const secretsKey = settings.secretsKey ?? storedSecret(dataDir, 'secrets-key');
  const webhookKey = settings.webhookKey ?? deriveWebhookKey(secretsKey);
  const sourcesKey = settings.sourcesKey ?? deriveSourcesKey(secretsKey);
  // All processes that know it end with us, so every start generates a new one.
  const gatewayToken = settings.gatewayToken ?? randomBytes(32).toString('base64url');
  const config = {
    ...withPorts(settings, httpPort, grpcPort),
    databaseUrl,
    keyPepper,
    secretsKey,
    webhookKey,
    sourcesKey,
    gatewayToken,
  };
  const addresses = { restUrl: config.baseUrl, grpcAddress: addressOf(grpcHost, grpcPort) };

  // A fixed port for all restarts of Postgres, so that every pool finds it again after a crash.
  const postgres =
    settings.databaseUrl === null
      ? superviseProcess('postgres', () => startPostgres(dataDir, postgresPort), log)
      : undefined;
  const database = prepareDatabase(config, postgres, addresses);
  const environment = childEnvironment(config);
  const startAfter = (condition: Promise<unknown>) => (role: ProcessRole) => {
    const begin = async (stopping: AbortSignal) => {
      await untilAborted(condition, stopping);
      return startRole(role, environment);
    };
    return superviseProcess(role.name, begin, log);
  };
  const front = roles
    .filter((role) => !role.startsLast)
    .map((role) => startAfter(role.servesWebApp ? webApp : Promise.resolve())(role));
  const serving = Promise.all([database, ...front.map((role) => role.ready)]);
  const last = roles.filter((role) => role.startsLast);
  const behind = last.filter((role) => !role.needsSource).map(startAfter(serving));
  const later = last
    .filter((role) => role.needsSource)
    .map((role) => {
      const begin = async (stopping: AbortSignal) => {
        await untilAborted(serving, stopping);
        await untilSource(databaseUrl, settings.databasePooler, stopping);
        return startRole(role, environment);
      };
      return superviseProcess(role.name, begin, log);
    });
  for (const { ready } of later)
    ready.catch((error: unknown) => log.debug({ err: error }, 'a role did not start'));
  supervised.push(...front, ...behind, ...later, ...(postgres ? [postgres] : []));
  const announced = serving.then(async ([run]) => {
    await untilReady(host, httpPort);
    print(
      banner({
        ...addresses,
        version: programVersion(),
        dataDir,
        installRoot: installRoot(),
        workingDir: process.cwd(),
        ...run,
        isTerminal: process.stdout.isTTY === true,
        startMs: performance.now(),
      }),
    );
  });
  await Promise.all([announced, ...behind.map((role) => role.ready)]);
}

/** Waits for the database and migrates it. Returns the state of our files. */
async function prepareDatabase(
  config: Config & { databaseUrl: string; keyPepper: string },
  postgres: SupervisedProcess | undefined,
  addresses: Addresses,
): Promise<PreparedRun> {
  await postgres?.ready;
  const owner = connectOwner(config.databaseUrl);
  try {
    await migrate(owner);
    await inTransaction(owner, (transaction) => recordRules(transaction));
    await ensureJobs(owner, config.databaseUrl);
    return await prepareFirstRun(owner, config.dataDir, config.keyPepper, addresses);
  } finally {
    await disconnect(owner);
  }
}

interface Signals {
  /** Resolves at the first signal. */
  readonly stop: Promise<void>;
  release(): void;
}

function watchSignals(supervised: readonly SupervisedProcess[], isNpmScript: boolean, log: Logger): Signals {
  const { promise: stop, resolve } = Promise.withResolvers<void>();
  let loadedAtMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals | 'disconnect') => {
    if (loadedAtMs === undefined) {
      loadedAtMs = Date.now();
      log.info({ signal }, 'Stopping; send the signal again to stop at once');
      resolve();
    } else if (Date.now() - loadedAtMs > INFRA_LIMITS.signalEchoMsMax) {
      for (const process of supervised) process.hurry();
    }
  };
  const onDisconnect = () => onSignal('disconnect');
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of names) process.on(name, onSignal);
  // The launcher that selected the Node version for us is gone.
  if (process.connected) process.on('disconnect', onDisconnect);
  const parent = process.ppid;
  const checkParent = () => {
    if (process.ppid === parent) return;
    clearInterval(parentCheck);
    onDisconnect();
  };
  const parentCheck = isNpmScript ? setInterval(checkParent, PARENT_CHECK_MS).unref() : undefined;
  return {
    stop,
    release() {
      clearInterval(parentCheck);
      for (const name of names) process.off(name, onSignal);
      process.off('disconnect', onDisconnect);
      if (process.connected) process.disconnect();
    },
  };
}
