/** `flowarden health`: checks whether a role on this machine serves, for the health checks of containers. */
import { get } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { get as getSecure } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { INFRA_LIMITS } from '../infra/limits.ts';
import { processCommand } from '../infra/process/process-identity.ts';
import { StartError } from '../infra/process/start-error.ts';
import { addressOf, type Config } from '../infra/settings/config.ts';

/** Listener of a role on this machine. */
interface Listener {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

const ROLES_HINT =
  'Name the role to check: `flowarden health gateway`, `core`, `jobs`, `deliveries`, `pulls` or `serve`.';

/** Checks the role; resolves with 0 when it serves, else with 1 after printing the reason. */
export async function healthCommand(
  argv: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const role = argv[0] ?? roleOfContainer();
  const name = role === 'serve' ? 'Flowarden' : `The ${role}`;
  try {
    await probe(role, config);
    write(`${name} serves.\n`);
    return 0;
  } catch (error) {
    if (error instanceof StartError) throw error;
    write(`${name} does not serve: ${(error as Error).message}\n`);
    return 1;
  }
}

/** Returns the role that the first process of a container was started with. */
function roleOfContainer(): string {
  const role = /\b(core|gateway|jobs|deliveries|pulls|serve)\b\s*$/.exec(processCommand(1) ?? '')?.[1];
  if (role !== undefined) return role;
  throw new StartError(ROLES_HINT, 2);
}

async function probe(role: string, config: Config): Promise<void> {
  const { tls, host, grpcHost, metricsHost, grpcPort, httpPort } = config;
  const at = (listening: string, port: number): Listener => ({
    host: reachable(listening),
    port,
    isSecure: tls.server !== null,
  });
  // We have no client certificate; but a server that responds at all is alive.
  const isClosed = tls.server?.ca != null;
  switch (role) {
    case 'gateway':
    case 'serve':
      return isClosed ? handshake(at(host, httpPort)) : httpAnswer(at(host, httpPort), '/healthz');
    case 'core':
      return isClosed ? handshake(at(grpcHost, grpcPort)) : grpcAnswer(at(grpcHost, grpcPort));
    case 'jobs':
    case 'deliveries':
    case 'pulls': {
      const port = config[`${role}MetricsPort`];
      if (port === null)
        throw new StartError(
          `The health of the ${role} is checked at FLOWARDEN_${role.toUpperCase()}_METRICS_PORT. Set it.`,
          2,
        );
      return isClosed ? handshake(at(metricsHost, port)) : httpAnswer(at(metricsHost, port), '/metrics');
    }
    default:
      throw new StartError(`There is no role ${JSON.stringify(role)}. ${ROLES_HINT}`, 2);
  }
}

/** Returns the host by which this machine reaches a listener on `host`. */
function reachable(host: string): string {
  return new URL(`http://${addressOf(host, 1)}`).hostname.replace(/^\[|\]$/g, '');
}

const SIGNAL = () => AbortSignal.timeout(INFRA_LIMITS.healthMsMax);
/** The connection goes to this machine, so the certificate's name does not matter. */
const TRUST = { rejectUnauthorized: false } as const;

function httpAnswer({ host, port, isSecure }: Listener, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = (isSecure ? getSecure : get)(
      { host, port, path, agent: false, signal: SIGNAL(), ...TRUST },
      ({ statusCode }) => {
        request.destroy();
        if (statusCode === 200) resolve();
        else reject(new Error(`it answers with status ${statusCode}`));
      },
    );
    request.on('error', reject);
  });
}

/**
 * Calls `grpc.health.v1.Health.Check` for the whole server: the answer to an empty message has the state in field 1,
 * 1 = serving.
 */
function grpcAnswer({ host, port, isSecure }: Listener): Promise<void> {
  return new Promise((resolve, reject) => {
    const authority = host.includes(':') ? `[${host}]` : host;
    const session = connectHttp2(`${isSecure ? 'https' : 'http'}://${authority}:${port}`, TRUST);
    session.on('error', reject);
    const call = session.request(
      {
        ':method': 'POST',
        ':path': '/grpc.health.v1.Health/Check',
        'content-type': 'application/grpc',
        te: 'trailers',
      },
      { signal: SIGNAL() },
    );
    const chunks: Buffer[] = [];
    call.on('error', reject);
    call.on('data', (chunk: Buffer) => chunks.push(chunk));
    call.on('end', () => {
      session.close();
      const [, , , , , tag, state] = Buffer.concat(chunks);
      if (tag === 0x08 && state === 1) resolve();
      else reject(new Error('its health service reports so'));
    });
    call.end(Buffer.alloc(5));
  });
}

function handshake({ host, port }: Listener): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host, port, ...TRUST }, () => {
      socket.destroy();
      resolve();
    });
    socket.setTimeout(INFRA_LIMITS.healthMsMax, () =>
      socket.destroy(new Error('it does not answer in time')),
    );
    socket.on('error', reject);
  });
}
