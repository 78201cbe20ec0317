/** The validation service on a database, in a process of its own: with admission checks, or open to all. */

import { createSemaphore } from '../../src/infra/async/semaphore.ts';
import { openBlobs } from '../../src/infra/blobs/open-blobs.ts';
import { connectApplication } from '../../src/infra/database/database.ts';
import { createLogger } from '../../src/infra/logging/log.ts';
import { createAddressGuard } from '../../src/infra/network/address-guard.ts';
import { createSeal } from '../../src/infra/sealing/seal.ts';
import { createPool } from '../../src/pool/pool.ts';
import { startRpcServer } from '../../src/rpc/server/server.ts';
import { createRuleErrorLog } from '../../src/rpc/services/rule-errors.ts';
import { validationService } from '../../src/rpc/services/validation-service.ts';
import { createAuthenticate } from '../../src/service/access/authenticate.ts';
import type { Caller } from '../../src/service/access/caller.ts';
import { createIdempotency } from '../../src/service/idempotency/idempotency.ts';
import { createPlanGate } from '../../src/service/plans/plan-cache.ts';
import { createPackOpener } from '../../src/service/policy/packs/open-packs.ts';
import { createPolicyCache } from '../../src/service/policy/policy-cache.ts';
import { createLimiter, NO_LIMITS } from '../../src/service/rate-limits/limiter.ts';
import { createPoisonGuard } from '../../src/service/validations/poison-files.ts';
import { createRunWaiters } from '../../src/service/validations/run-waiters.ts';
import { listRunStatuses } from '../../src/service/validations/validation-runs-store.ts';
import { answerCpu, type CpuQuestion } from '../load.ts';
import type { BenchDatabase } from '../postgres.ts';

/** Factor far from every limit, as for most callers. */
const FACTOR = 9_999;

const [databaseText, guarded] = process.argv.slice(2) as [string, 'guarded' | 'open'];
const { url, pepper, orgId } = JSON.parse(databaseText) as BenchDatabase;

const throwIt = (error: unknown): never => {
  throw error;
};
const sql = connectApplication(url);
const pool = await createPool({ queueMax: 1000, heapMiBMax: 512, onThreadError: throwIt });
const engineVersion = '0.0.0-bench';
const poison = createPoisonGuard(sql, engineVersion, throwIt);
const log = createLogger('info', 'core');
const deps = {
  sql,
  pool,
  poison,
  policies: createPolicyCache({
    sql,
    now: () => new Date(),
    opener: createPackOpener({ engineVersion: '0.0.0', rules: async () => [], now: () => new Date() }),
    rules: async () => [],
  }),
  engineVersion,
  baseUrl: 'http://localhost',
  blobs: await openBlobs(sql, null),
  waiters: createRunWaiters(sql, listRunStatuses, createSemaphore({ total: 2_000 }), throwIt),
  callbacks: {
    seal: createSeal('s'.repeat(32)),
    guard: createAddressGuard({ allowsHttp: false, allowedNetworks: [] }),
    resolve: async () => [],
    now: () => new Date(),
  },
};
const everybody: Caller = {
  kind: 'key',
  actorId: 'bench',
  actorName: 'bench',
  email: null,
  wireCase: undefined,
  orgId,
  scopes: ['analysis:write'],
};
const server = await startRpcServer({
  host: '127.0.0.1',
  port: 0,
  baseUrl: 'http://localhost',
  authenticate: guarded === 'guarded' ? createAuthenticate(sql, pepper) : async () => everybody,
  plans: createPlanGate(sql),
  limiter: guarded === 'guarded' ? createLimiter({ sql, factor: FACTOR, onError: throwIt }) : NO_LIMITS,
  requireRoom() {},
  idempotency: createIdempotency(sql, createSeal('bench')),
  services: [validationService(deps, createRuleErrorLog(log))],
  log,
  callMsDefault: 30_000,
});
process.on('message', (question: CpuQuestion) => void answerCpu(question));
process.send!(server.port);
