/** Request context of a job: the request id and the trace of its request. */

import { withOrigin } from '../infra/database/request-origin.ts';
import type { JobOrigin, TaskName } from '../infra/queue/job.ts';
import type { TaskContext } from '../infra/queue/task.ts';
import { inSpan, type Tracer } from '../infra/telemetry/tracer.ts';

type Deps = Pick<TaskContext<never>, 'sql' | 'blobs' | 'core' | 'log' | 'baseUrl' | 'signal'>;

/** Runs a job in a child span of the request that added it. */
export function inJobSpan(
  tracer: Tracer | null,
  job: { readonly task: TaskName; readonly payload: unknown; readonly attempt: number },
  work: () => Promise<void>,
): Promise<void> {
  const start = {
    name: `process ${job.task}`,
    kind: 'consumer',
    parent: originOf(job.payload).traceparent ?? null,
    isLater: true,
    attributes: {
      'messaging.system': 'graphile_worker',
      'messaging.operation.type': 'process',
      'messaging.destination.name': job.task,
      'flowarden.job.attempt': job.attempt,
    },
  } as const;
  return inSpan(tracer, start, work);
}

/** Returns the dependencies of a job: its log lines, its calls of the core and the jobs that it adds have the id of its request. */
export function depsOfJob(payload: unknown, deps: Deps, tracer: Tracer | null): Deps {
  const { requestId } = originOf(payload);
  if (requestId === undefined && tracer === null) return deps;
  const { core } = deps;
  return {
    ...deps,
    ...(requestId === undefined
      ? {}
      : { log: deps.log.child({ requestId }), sql: withOrigin(deps.sql, { requestId }) }),
    core: {
      ...core,
      call: (method, request, how) =>
        inSpan(tracer, { name: method.path.slice(1), kind: 'client', attributes: CALL }, (span) =>
          core.call(method, request, { ...how, headers: headersOf(requestId, span?.traceparent) }),
        ),
    },
  };
}

const CALL = { 'rpc.system': 'grpc' } as const;

function headersOf(requestId: string | undefined, traceparent: string | undefined) {
  return {
    ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** Payloads come from the database, so that any value is possible. */
function originOf(payload: unknown): JobOrigin {
  const { requestId, traceparent } = (payload ?? {}) as { readonly [name: string]: unknown };
  return {
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(typeof traceparent === 'string' ? { traceparent } : {}),
  };
}
