/** Steps of the admission, each by itself. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Metadata } from '@grpc/grpc-js';
import { AppError } from '../../src/errors.ts';
import {
  awaitMessage,
  identify,
  limitArrival,
  type PendingCall,
  recheckAccess,
  shedLoad,
  takePermits,
} from '../../src/rpc/interceptors/admission-steps.ts';
import { createArrivals } from '../../src/rpc/interceptors/arrivals.ts';
import { ACCESS_RECHECK_MS } from '../../src/rpc/interceptors/lost-access.ts';
import type { MethodTraits } from '../../src/rpc/server/service.ts';
import type { Caller } from '../../src/service/access/caller.ts';
import { identifyNoPerson } from '../../src/service/access/sessions/identify-person.ts';
import type { Limiter } from '../../src/service/rate-limits/limiter.ts';

const CALLER: Caller = {
  kind: 'key',
  actorId: 'abcdefgh',
  actorName: 'CI',
  email: null,
  orgId: '00000000-0000-4000-8000-000000000001',
  scopes: ['analysis:read'],
  wireCase: undefined,
};
const FOR_CALLERS = {
  admits: 'callers',
  scopes: ['analysis:read'],
  budget: 'read',
  feature: undefined,
} as const;
const SCANS = { admits: 'anybody', budget: 'scan' } as const;
const PEERS = { admits: 'peers' } as const;

/** Returns a call, and what the steps have registered and answered. */
function pending(traits: MethodTraits, headers: Record<string, string> = {}) {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  const seen = { arrivals: [] as (() => void)[], ends: [] as (() => void)[], stopped: [] as unknown[] };
  const call: PendingCall = {
    ...{ metadata, traits, client: '192.0.2.7', isWatch: false },
    ...{ principal: null, repeat: null, limitStatuses: [], lost: new AbortController().signal },
    onArrival: (work) => void seen.arrivals.push(work),
    onEnd: (work) => void seen.ends.push(work),
    stop: (error) => void seen.stopped.push(error),
    evict: (error) => void seen.stopped.push(error),
  };
  return { call, seen };
}

/** Returns a limiter that counts what is taken and given back. */
function countingLimiter() {
  const counts = { taken: [] as unknown[], released: 0 };
  const take = async (budget: unknown, sharer: unknown) => {
    counts.taken.push([budget, sharer]);
    return { limitStatuses: [], release: () => void (counts.released += 1) };
  };
  return { counts, limiter: { take, close() {} } as unknown as Limiter };
}

const entitlement = { plan: 'unlimited', suspendedAt: null, pastDueSince: null, used: 0 };
const plans = { entitlementOf: async () => entitlement } as never;
const idempotency = {} as never;

describe('the step', () => {
  it('shedLoad rejects a call of an overloaded core, but not the work of a peer', async () => {
    const step = shedLoad(() => {
      throw new AppError('database_unavailable', 'full');
    });
    assert.throws(() => step(pending(FOR_CALLERS).call), { code: 'database_unavailable' });
    await step(pending(PEERS).call);
  });

  it('identify sets an authenticated caller', async () => {
    const { limiter } = countingLimiter();
    const { call } = pending(FOR_CALLERS);
    await identify({
      authenticate: async () => CALLER,
      identifyPerson: identifyNoPerson,
      isPeer: () => false,
      limiter,
    })(call);
    assert.equal(call.principal, CALLER);
  });

  it('identify counts an invalid credential by the address of the client', async () => {
    const { limiter, counts } = countingLimiter();
    const authenticate = async () => {
      throw new AppError('invalid_credentials', 'unknown');
    };
    const step = identify({ authenticate, identifyPerson: identifyNoPerson, isPeer: () => false, limiter });
    await assert.rejects(async () => step(pending(FOR_CALLERS).call), { code: 'invalid_credentials' });
    assert.deepEqual(counts.taken, [['wrong-credential', { addressGroup: '192.0.2.7' }]]);
  });

  it('identify sets a peer with a valid token, and rejects one without', async () => {
    const { limiter } = countingLimiter();
    const step = identify({
      authenticate: async () => CALLER,
      identifyPerson: identifyNoPerson,
      isPeer: (tokens) => tokens.includes('known'),
      limiter,
    });
    const { call } = pending(PEERS, { 'x-flowarden-peer': 'other,known' });
    await step(call);
    assert.deepEqual(call.principal, { kind: 'peer' });
    await assert.rejects(async () => step(pending(PEERS).call), { code: 'invalid_credentials' });
  });

  it('takePermits releases at the end of the call what it has taken', async () => {
    const { limiter, counts } = countingLimiter();
    const { call, seen } = pending(FOR_CALLERS);
    call.principal = CALLER;
    await takePermits({
      authenticate: async () => CALLER,
      plans,
      limiter,
      idempotency,
      arrivals: createArrivals(),
    })(call);
    assert.equal(counts.released, 0);
    for (const work of seen.ends) work();
    assert.equal(counts.released, 1);
  });

  it('takePermits rejects a caller without the scope before it takes a permit', async () => {
    const { limiter, counts } = countingLimiter();
    const { call } = pending(FOR_CALLERS);
    call.principal = { ...CALLER, scopes: [] };
    const step = takePermits({
      authenticate: async () => CALLER,
      plans,
      limiter,
      idempotency,
      arrivals: createArrivals(),
    });
    await assert.rejects(async () => step(call), { code: 'insufficient_scope' });
    assert.equal(counts.taken.length, 0);
  });

  it('takePermits fails for a call that no step has identified', async () => {
    const { limiter } = countingLimiter();
    const step = takePermits({
      authenticate: async () => CALLER,
      plans,
      limiter,
      idempotency,
      arrivals: createArrivals(),
    });
    await assert.rejects(async () => step(pending(FOR_CALLERS).call), /before it is identified/);
  });

  it('limitArrival answers a call whose message does not arrive, and none whose message has', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const [late, complete] = [pending(SCANS), pending(SCANS)];
    limitArrival(late.call);
    limitArrival(complete.call);
    for (const work of complete.seen.arrivals) work();
    t.mock.timers.tick(10 * 60_000);
    assert.deepEqual([late.seen.stopped.length, complete.seen.stopped.length], [1, 0]);
  });

  it('awaitMessage registers scans alone', () => {
    const step = awaitMessage(createArrivals());
    const [scan, call] = [pending(SCANS), pending(FOR_CALLERS)];
    step(scan.call);
    step(call.call);
    assert.deepEqual([scan.seen.arrivals.length, call.seen.arrivals.length], [1, 0]);
  });

  it('recheckAccess watches callers alone, until the end of the call', () => {
    const step = recheckAccess({ authenticate: async () => CALLER, plans });
    const [caller, peer] = [pending(FOR_CALLERS), pending(PEERS)];
    step(caller.call);
    step(peer.call);
    assert.deepEqual([caller.seen.ends.length, peer.seen.ends.length], [1, 0]);
    for (const work of caller.seen.ends) work();
  });

  const SESSION = { id: 's', authenticatedAt: new Date(0) };
  for (const [code, what, { isWatch, session, ends }] of [
    ['credentials_expired', 'a watch', { isWatch: true, session: null, ends: true }],
    ['credentials_expired', 'another call', { isWatch: false, session: null, ends: false }],
    ['credentials_expired', 'another call of a session', { isWatch: false, session: SESSION, ends: true }],
    ['identity_provider_unavailable', 'a watch', { isWatch: true, session: SESSION, ends: true }],
    ['identity_provider_unavailable', 'another call', { isWatch: false, session: SESSION, ends: false }],
    ['database_unavailable', 'a watch', { isWatch: true, session: SESSION, ends: false }],
    ['org_access_denied', 'another call', { isWatch: false, session: null, ends: true }],
  ] as const)
    it(`recheckAccess ${ends ? 'ends' : 'does not end'} ${what} by ${code}`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const { call, seen } = pending(FOR_CALLERS);
      const checked = Promise.withResolvers<void>();
      const authenticate = async () => {
        checked.resolve();
        throw new AppError(code, 'rejected');
      };
      const watched = { ...call, isWatch, principal: { ...CALLER, session } };
      recheckAccess({ authenticate, plans })(watched);
      t.mock.timers.tick(ACCESS_RECHECK_MS);
      await checked.promise;
      await new Promise(setImmediate);
      assert.equal(watched.lost.aborted, ends);
      for (const work of seen.ends) work();
    });
});
