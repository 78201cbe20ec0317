/** Start and stop of a gateway. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { listenOn } from '../../src/infra/network/listen-on.ts';
import { downloadsFolder } from '../../src/infra/process/downloads-folder.ts';
import { StartError } from '../../src/infra/process/start-error.ts';
import { RUNS_FROM_SOURCES, webFolder } from '../../src/infra/process/web-folder.ts';
import { listenForMetrics, type MetricsListener } from '../../src/infra/telemetry/metrics-listener.ts';
import type { Tracer } from '../../src/infra/telemetry/tracer.ts';
import { coreAccess } from '../../src/infra/tls/core-credentials.ts';
import { type LiveMaterial, openMaterial } from '../../src/infra/tls/live-material.ts';
import { connectCore } from '../core/client.ts';
import { createClientAddress, createOrigin } from '../core/client-address.ts';
import { createReadiness, type Readiness } from '../core/readiness.ts';
import { tracedCore } from '../core/traced-core.ts';
import { createUploadMemory } from '../core/uploads/upload-memory.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { openWebApp } from '../pages/app/web-app.ts';
import { BODY_TIMES } from '../request/body-limits.ts';
import { createDiscardBudget } from '../request/discard-body.ts';
import { createUnreadAnswers } from '../response/unread-answers.ts';
import { routesOf } from '../routes/all-routes.ts';
import { createApp } from './app.ts';
import type { GatewayConfig } from './config.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createHttpServer, serveApp } from './server.ts';

/** Interval of the checks of a starting gateway for the core and its token. */
const TOKEN_LOOK_MS = 1_000;

/** Interval at which idle connections are closed during the stop. */
const DRAIN_SWEEP_MS = 100;

/** Running gateway. */
export interface Gateway {
  /** Actual port of the listener. */
  readonly port: number;
  readonly baseUrl: string;
  /** Accepts no new connections, lets running requests finish, and resolves when none is left. */
  stop(): Promise<void>;
}

/** Starts a gateway without waiting for the core, which may start later. */
export async function startGateway(
  config: GatewayConfig,
  log: Logger,
  tracer: Tracer | null = null,
): Promise<Gateway> {
  // It listens first: links contain the port, and port 0 becomes a real one only then.
  const tls = config.tls.server && openMaterial(config.tls.server, log);
  const access = coreAccess(config.tls, config.coreAddress, log);
  const server = createHttpServer(GATEWAY_LIMITS, tls, config.trustedProxies);
  server.listen(config.httpPort, config.host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw cannotListen(config, cause);
  }
  const { port } = server.address() as AddressInfo;
  const baseUrl = config.baseUrl ?? `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  const core = tracedCore(connectCore(config.coreAddress, access), tracer);
  const draining = new AbortController();
  const readiness = createReadiness(core, config.gatewayToken);
  void reportStrangeToken(readiness, log, draining.signal);
  const metrics = createMetrics({ process: true });
  const metricsListener = await openMetrics(config, metrics, tls);
  const app = createApp(routesOf(config), {
    core,
    readiness,
    baseUrl,
    originOf: createOrigin(config),
    clientAddressOf: createClientAddress(config.trustedProxies),
    unreadAnswers: createUnreadAnswers(),
    uploadMemory: createUploadMemory(),
    discardBudget: createDiscardBudget(),
    bodyTimes: BODY_TIMES,
    metrics,
    captchaOrigin: config.captchaWidget && new URL(config.captchaWidget.scriptUrl).origin,
    webApp: openWebApp(webFolder(), baseUrl, RUNS_FROM_SOURCES),
    downloadsFolder: downloadsFolder(),
    log,
    tracer,
    draining: draining.signal,
  });
  serveApp(server, app, baseUrl);
  return {
    port,
    baseUrl,
    async stop() {
      draining.abort();
      await metricsListener?.close();
      const closed = once(server, 'close');
      server.close();
      // A connection that becomes idle later, because its last answer lacked `Connection: close`, would delay the
      // stop.
      const sweep = setInterval(() => server.closeIdleConnections(), DRAIN_SWEEP_MS);
      const timer = setTimeout(() => server.closeAllConnections(), GATEWAY_LIMITS.drainMsMax);
      await closed;
      clearInterval(sweep);
      clearTimeout(timer);
      core.close();
    },
  };
}

/**
 * Waits for the core, and logs once if the core does not know this gateway's token: limits would silently count
 * wrongly.
 */
async function reportStrangeToken(
  readiness: () => Promise<Readiness>,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const { status, reason } = (await readiness()).parts.token;
    if (status === 'down') log.error({}, reason!);
    if (status !== 'unknown') return;
    await sleep(TOKEN_LOOK_MS, undefined, { signal: stopping, ref: false }).catch(() => {});
  }
}

/** Serves the metrics on a port of their own, if one is set: REST clients need not see the load. */
async function openMetrics(
  { metricsHost: host, gatewayMetricsPort: port }: GatewayConfig,
  { registry }: Metrics,
  tls: LiveMaterial | null,
): Promise<MetricsListener | null> {
  if (port === null) return null;
  return listenOn('The gateway', port, () => listenForMetrics(() => registry.metrics(), host, port, tls));
}

function cannotListen({ host, httpPort: port }: GatewayConfig, cause: unknown): StartError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const reason = code === 'EADDRINUSE' ? 'the port is taken' : message;
  return new StartError(
    `The gateway cannot listen on ${host}:${port}: ${reason}. Set FLOWARDEN_HTTP_PORT or FLOWARDEN_HOST.`,
    1,
    { cause },
  );
}
