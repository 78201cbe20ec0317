/** GET /readyz: readiness of the service, with reasons. */
import type { ErrorCode } from '../../../src/errors.ts';
import { REASONS } from '../../core/readiness.ts';
import { defineRoute, type RouteServices } from '../../endpoint/route.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';
import { docsUrlOf } from '../../response/reply.ts';

const OK = { status: 'ok', reason: null };
const UNKNOWN = { status: 'unknown', reason: null };
const ALL_OK = { core: OK, database: OK, schema: OK, queue: OK, files: OK, token: OK };
const DATABASE_AWAY = {
  core: OK,
  database: { status: 'down', reason: REASONS.database },
  schema: UNKNOWN,
  queue: UNKNOWN,
  files: UNKNOWN,
  token: OK,
};
const CORE_AWAY = {
  core: { status: 'down', reason: 'The core cannot be reached.' },
  database: UNKNOWN,
  schema: UNKNOWN,
  queue: UNKNOWN,
  files: UNKNOWN,
  token: UNKNOWN,
};
const STOPPING = 'The gateway is stopping.';

export const ready = defineRoute({
  method: 'GET',
  path: '/readyz',
  operationId: 'ready',
  tag: 'Service',
  summary: 'Can it serve requests?',
  description:
    'For readiness probes: 200 when requests can be served, else 503, each with the state of every part. A queue that has stopped, a store of files that is away or a token that the core does not know is `degraded` and no reason for 503: synchronous validations do without.',
  access: 'open',
  answers: {
    200: {
      description: 'It can.',
      message: 'flowarden.rest.v1.ReadyResponse',
      example: { status: 'ok', parts: ALL_OK },
    },
    503: {
      description: 'It cannot, and why.',
      message: 'flowarden.rest.v1.NotReadyResponse',
      examples: {
        engine_unavailable: exampleOf('engine_unavailable', CORE_AWAY.core.reason, CORE_AWAY),
        database_unavailable: exampleOf('database_unavailable', REASONS.database, DATABASE_AWAY),
        shutting_down: exampleOf('shutting_down', STOPPING, ALL_OK),
      },
      headers: { Link: 'The page that explains the code.', 'Retry-After': 'Seconds to wait.' },
    },
  },
  async handle(_input, services) {
    const { parts, failure } = await services.readiness();
    if (services.draining.aborted)
      return notReady(services, parts, { code: 'shutting_down', message: STOPPING });
    if (failure !== null) return notReady(services, parts, failure);
    const isWhole = Object.values(parts).every(({ status }) => status !== 'down');
    return { status: 200, body: { status: isWhole ? 'ok' : 'degraded', parts } };
  },
});

function exampleOf(code: ErrorCode, message: string, parts: object) {
  return { error: { code, message, docsUrl: docsUrlOf(code, 'https://flowarden.example') }, parts };
}

function notReady(
  { baseUrl }: RouteServices,
  parts: object,
  { code, message }: { readonly code: ErrorCode; readonly message: string },
) {
  const docsUrl = docsUrlOf(code, baseUrl);
  return {
    status: 503,
    headers: {
      Link: `<${docsUrl}>; rel="help"`,
      'Retry-After': String(GATEWAY_LIMITS.retryAfterSecondsDefault),
    },
    body: { error: { code, message, docsUrl }, parts },
  };
}
