/** Cost of plans and Idempotency-Keys for a call within its plan and without a key, as nearly every call is. */
import { Metadata } from '@grpc/grpc-js';
import { connectApplication, withOrganisation } from '../../src/infra/database/database.ts';
import { createSeal } from '../../src/infra/sealing/seal.ts';
import { givesKey } from '../../src/rpc/interceptors/repeat-key.ts';
import { repeatable } from '../../src/rpc/interceptors/repeatable-call.ts';
import { createIdempotency } from '../../src/service/idempotency/idempotency.ts';
import { PLAN_LIMITS } from '../../src/service/plans/limits.ts';
import {
  createPlanGate,
  type PlanGate,
  requireActive,
  requirePlan,
} from '../../src/service/plans/plan-cache.ts';
import { countValidations } from '../../src/service/plans/usage.ts';
import type { Figure } from '../figure.ts';
import { paired, pairedFigure } from '../measure.ts';
import { startDatabase } from '../postgres.ts';

const CALLS = 200;
const NEEDS = { budget: 'validate' } as const;
const perCall = (ms: number) => (ms * 1000) / CALLS;

/** Measures the plans. */
export async function* plans(): AsyncGenerator<Figure> {
  await using database = await startDatabase();
  const { orgId } = database;
  const sql = connectApplication(database.url);
  const call = {
    codec: { path: '', responseSerialize: () => Buffer.alloc(0), responseDeserialize: () => null },
    repeat: null,
    trailers: new Metadata(),
    idempotency: createIdempotency(sql, createSeal('bench')),
    onStoreError() {},
  };
  const bare = {
    caller: {
      kind: 'key',
      actorId: 'bench',
      actorName: 'bench',
      email: null,
      wireCase: undefined,
      orgId,
      scopes: [],
    },
    requestId: 'bench',
    client: '127.0.0.1',
    signal: new AbortController().signal,
    deadline: new Date(),
    onEnd: () => {},
  } as const;
  const admit = async (gate: PlanGate, metadata: Metadata) => {
    for (let i = 0; i < CALLS; i += 1) {
      const entitlement = await gate.entitlementOf(orgId);
      requireActive(entitlement);
      if (!givesKey(metadata)) requirePlan(entitlement, NEEDS, new Date());
      await repeatable(bare, call).once(null, () => null);
    }
  };
  let lateMs = 0;
  const gate = createPlanGate(sql);
  // Never trusts its cache, because too much time has always passed.
  const querying = createPlanGate(sql, () => {
    lateMs += PLAN_LIMITS.planCacheMsMax;
    return lateMs;
  });
  const metadata = new Metadata();
  const admissions = await paired({
    own: () => admit(gate, metadata),
    peer: () => admit(querying, metadata),
  });
  yield pairedFigure(admissions, {
    name: 'plan and key of a call',
    unit: 'µs',
    against: 'of a query for each, processor time of the core',
    ratio: 'own/peer',
    inUnit: perCall,
    bar: { atMost: 0.05, stretch: 0.02 },
  });

  const store = async (count: boolean) => {
    for (let i = 0; i < CALLS; i += 1)
      await withOrganisation(sql, orgId, async (inner) => {
        await inner`select 1`;
        if (count) await countValidations(inner, 'synchronous');
      });
  };
  const counts = await paired({ own: () => store(true), peer: () => store(false) });
  yield pairedFigure(counts, {
    name: 'a transaction that counts',
    unit: 'µs',
    against: 'of one that does not, processor time of the core',
    ratio: 'own/peer',
    inUnit: perCall,
    bar: null,
  });
  await sql.end(0);
}
