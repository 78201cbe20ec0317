/**
 * gRPC server for the figures, in a process of its own: ours with a choice of handlers, or one straight from grpc-js.
 * The parent requests processor time over IPC.
 */

import { Server, ServerCredentials } from '@grpc/grpc-js';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import type { Complete } from '../../src/contract/complete.ts';
import { ProjectServiceService } from '../../src/gen/flowarden/v1/project.ts';
import {
  ValidateRequest,
  type ValidateResponse,
  ValidationServiceService,
} from '../../src/gen/flowarden/v1/validation.ts';
import { createLogger } from '../../src/infra/logging/log.ts';
import { OwnedBytes } from '../../src/infra/memory/owned-bytes.ts';
import { createPool } from '../../src/pool/pool.ts';
import { decodeSubmitProjectRequest, decodeWithFile } from '../../src/rpc/convert/validate-codec.ts';
import { startRpcServer } from '../../src/rpc/server/server.ts';
import { defineService, type Service } from '../../src/rpc/server/service.ts';
import type { Caller } from '../../src/service/access/caller.ts';
import { NO_LIMITS } from '../../src/service/rate-limits/limiter.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { answerCpu, type CpuQuestion } from '../load.ts';
import { turn } from '../measure.ts';
import { cannedAnswer, taskOf, toAnswer } from './canned-answer.ts';

/** Handling of a file by the server. */
export type Handling = 'stock' | 'transport' | 'inline' | 'pool' | 'upload';
/** Query of the parent; the reply is a number. */
export type Question = CpuQuestion | { readonly query: 'validationCpuMs'; readonly bytes: number };

const handling = process.argv[2] as Handling;
const engine = createEngine(RULES);

const STANDING = {
  orgId: 'o',
  orgName: 'o',
  plan: 'unlimited',
  pastDueSince: null,
  suspendedAt: null,
  used: 0,
} as const;

type Handler = (request: ValidateRequest, signal: AbortSignal) => Promise<Complete<ValidateResponse>>;

async function handlerOf(): Promise<Handler> {
  if (handling === 'inline') return async ({ file }) => toAnswer(engine.validate(taskOf(file)));
  if (handling === 'pool') {
    const pool = await createPool({ queueMax: 1000, heapMiBMax: 512, onThreadError: () => {} });
    return async ({ file }, signal) =>
      toAnswer(await pool.analyse(taskOf(file), { timeoutMs: 30_000, signal }));
  }
  const fixed = cannedAnswer(51_000);
  return async () => fixed;
}

function validationOf(handle: Handler): Service {
  const validate = {
    ...ValidationServiceService.validate,
    requestDeserialize: (bytes: Buffer) => decodeWithFile(ValidateRequest, bytes),
  };
  return defineService({ validate }, { validate: (request, { signal }) => handle(request, signal) });
}

/** Creates a service that counts the bytes of archives, and frees their memory as the real service does. */
function counting(): Service {
  const submitProject = {
    ...ProjectServiceService.submitProject,
    requestDeserialize: decodeSubmitProjectRequest,
  };
  return defineService(
    { submitProject },
    {
      submitProject: {
        async handle(requests) {
          let bytes = 0;
          for await (const { part } of requests) {
            if (part?.$case !== 'content') continue;
            bytes += part.value.length;
            OwnedBytes.inMessage(part.value).free();
          }
          if (bytes === 0) throw new Error('Empty body');
          return { project: undefined };
        },
      },
    },
  );
}

const never = () => Promise.reject(new Error('not measured'));

async function serveOurs(service: Service): Promise<number> {
  const caller: Caller = {
    kind: 'key',
    actorId: 'k',
    actorName: 'n',
    email: null,
    orgId: 'o',
    scopes: ['analysis:write'],
    wireCase: undefined,
  };
  const server = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    baseUrl: 'http://localhost',
    authenticate: async () => caller,
    plans: { entitlementOf: () => STANDING },
    limiter: NO_LIMITS,
    requireRoom() {},
    // No call of a measurement has a key.
    idempotency: { requireFree: never, hasAnswer: never, claim: never },
    services: [service],
    log: createLogger('error', 'bench'),
    callMsDefault: 30_000,
  });
  return server.port;
}

/** Serves the same method as the documentation of grpc-js does. */
function serveStock(handle: Handler): Promise<number> {
  const server = new Server();
  const { validate } = ValidationServiceService;
  server.addService(
    { validate },
    {
      validate: (
        call: { request: ValidateRequest },
        callback: (error: null, response: ValidateResponse) => void,
      ) =>
        void handle(call.request, new AbortController().signal).then((response) => callback(null, response)),
    },
  );
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
    error ? reject(error) : resolve(port),
  );
  return promise;
}

process.on('message', async (question: Question) => {
  if (answerCpu(question) || question.query === 'cpuMs') return;
  const file = syntheticXaml(question.bytes);
  process.send!((await turn(() => engine.validate(taskOf(file)), 1000)).cpuMs);
});
if (handling === 'upload') process.send!(await serveOurs(counting()));
else {
  const handler = await handlerOf();
  process.send!(await (handling === 'stock' ? serveStock(handler) : serveOurs(validationOf(handler))));
}
