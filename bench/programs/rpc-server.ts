/**
 * A gRPC server for the figures, in a process of its own: ours with a choice of handlers, or one straight from grpc-js.
 * The parent says over IPC when to count processor time.
 */
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { AnalysisTask } from '../../src/engine/analysis.ts';
import { createEngine } from '../../src/engine/validate.ts';
import {
  type ValidateRequest,
  type ValidateResponse,
  ValidationServiceService,
} from '../../src/gen/flowarden/v1/validation.ts';
import { NO_LIMITS } from '../../src/limiter/limiter.ts';
import { createLogger } from '../../src/log.ts';
import { NO_DIFF } from '../../src/model/diff.ts';
import type { Report } from '../../src/model/report.ts';
import { createPool } from '../../src/pool.ts';
import { toValidationResult } from '../../src/rpc/convert.ts';
import { startRpcServer } from '../../src/rpc/server.ts';
import { defineService } from '../../src/rpc/service.ts';
import { decodeValidateRequest } from '../../src/rpc/validate-codec.ts';
import { RULES } from '../../src/rules/index.ts';
import type { ValidationRecord } from '../../src/store/validation-record.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { turn } from '../measure.ts';

/** What the server does with a file. */
export type Handling = 'stock' | 'transport' | 'inline' | 'pool';
/** What the parent asks; the answer is a number. */
export type Question =
  | { readonly ask: 'cpuMs' }
  | { readonly ask: 'validationCpuMs'; readonly bytes: number };

const handling = process.argv[2] as Handling;
const engine = createEngine(RULES);

function taskOf(file: Buffer): AnalysisTask {
  return { bytes: file, filename: 'a.xaml', platform: 'uipath', ruleset: 'default', findingsMax: 10_000 };
}

/** The answer as the service gives it, of a result that no database holds. */
function answer(report: Report): ValidateResponse {
  const record: ValidationRecord = {
    ...report,
    id: '019a0000-0000-7000-8000-000000000000',
    orgId: '019a0000-0000-7000-8000-000000000001',
    filename: 'a.xaml',
    label: null,
    source: null,
    branch: null,
    environment: null,
    policyPackId: null,
    policyPackSlug: null,
    enforcementMode: 'warning',
    passed: true,
    wouldBlockCount: 0,
    pipeline: null,
    diff: NO_DIFF,
    contentSha256: '0'.repeat(64),
    contentBytes: 0,
    engineVersion: '0',
    validatedAt: new Date(0),
    validationMs: 0,
    ownerId: null,
    ownerName: null,
  };
  return { validation: toValidationResult(record, 'http://localhost'), blocked: false };
}

type Handler = (request: ValidateRequest, signal: AbortSignal) => Promise<ValidateResponse>;

async function handlerOf(): Promise<Handler> {
  if (handling === 'inline') return async ({ file }) => answer(engine.validate(taskOf(file)));
  if (handling === 'pool') {
    const pool = await createPool({ queueMax: 1000, heapMiBMax: 512, onThreadError: () => {} });
    return async ({ file }, signal) =>
      answer(await pool.analyse(taskOf(file), { timeoutMs: 30_000, signal }));
  }
  const fixed = answer(engine.validate(taskOf(syntheticXaml(100_000))));
  return async () => fixed;
}

async function serveOurs(handle: Handler): Promise<number> {
  const caller = { orgId: 'o', keyId: 'k', name: 'n', scopes: ['analysis:write'] };
  const validate = { ...ValidationServiceService.validate, requestDeserialize: decodeValidateRequest };
  const never = () => Promise.reject(new Error('not measured'));
  const service = defineService(
    { ...ValidationServiceService, validate },
    {
      validate: { scopes: ['analysis:write'], handle: (request, { signal }) => handle(request, signal) },
      getValidation: { scopes: [], handle: never },
      listValidations: { scopes: [], handle: never },
    },
  );
  const server = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    baseUrl: 'http://localhost',
    authenticate: (async () => caller) as unknown as Parameters<typeof startRpcServer>[0]['authenticate'],
    limiter: NO_LIMITS,
    services: [service],
    log: createLogger('error', 'bench'),
    callMsDefault: 30_000,
  });
  return server.port;
}

/** The same method on a server as the documentation of grpc-js has it. */
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
  if (question.ask === 'cpuMs') {
    const { user, system } = process.cpuUsage();
    process.send!((user + system) / 1000);
  } else {
    const file = syntheticXaml(question.bytes);
    process.send!((await turn(() => engine.validate(taskOf(file)), 1000)).cpuMs);
  }
});
const handler = await handlerOf();
process.send!(await (handling === 'stock' ? serveStock(handler) : serveOurs(handler)));
