/** Admission of a call: when it releases what the steps have registered. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Metadata, type ServerInterceptingCallInterface, type StatusObject, status } from '@grpc/grpc-js';
import { AppError } from '../../src/errors.ts';
import { createAdmission } from '../../src/rpc/interceptors/admission.ts';
import type { PendingCall } from '../../src/rpc/interceptors/admission-steps.ts';

const PATH = '/test/Scan';

/** Starts a call that one step admits. Returns its events, what was released, and the statuses that were sent. */
async function admittedCall() {
  const seen = { arrivals: 0, ends: 0, statuses: [] as (number | undefined)[] };
  let pending: PendingCall | undefined;
  const { interceptor } = createAdmission({
    steps: [
      (call) => {
        pending = call;
        call.principal = { kind: 'anonymous' };
        call.onArrival(() => void (seen.arrivals += 1));
        call.onEnd(() => void (seen.ends += 1));
      },
    ],
    clientAddress: () => '192.0.2.7',
    traits: new Map([[PATH, { admits: 'anybody', budget: 'scan' }]]),
    tracer: null,
    reject: () => ({ code: status.DEADLINE_EXCEEDED, details: '', metadata: new Metadata() }),
  });
  let events!: Parameters<ServerInterceptingCallInterface['start']>[0];
  const call = {
    start: (listener: typeof events) => void (events = listener),
    sendStatus: ({ code }: Partial<StatusObject>) => void seen.statuses.push(code),
    getPeer: () => '192.0.2.7:1',
  } as unknown as ServerInterceptingCallInterface;
  const nothing = () => {};
  interceptor({ path: PATH, responseStream: false } as never, call).start({
    ...{ onReceiveMetadata: nothing, onReceiveMessage: nothing },
    ...{ onReceiveHalfClose: nothing, onCancel: nothing },
  });
  events.onReceiveMetadata(new Metadata());
  await new Promise(setImmediate);
  return { events, seen, pending: pending! };
}

describe('the admission of a call', () => {
  it('releases what waits for the message when the message is complete, and the rest at the end', async () => {
    const { events, seen } = await admittedCall();
    events.onReceiveHalfClose();
    assert.deepEqual([seen.arrivals, seen.ends], [1, 0]);
    events.onCancel();
    assert.deepEqual([seen.arrivals, seen.ends], [1, 1]);
  });

  it('releases everything when the call ends before its message is complete', async () => {
    const { events, seen } = await admittedCall();
    events.onCancel();
    assert.deepEqual([seen.arrivals, seen.ends], [1, 1]);
  });

  it('answers an evicted call and releases at once, and only once, what it holds', async () => {
    const { events, seen, pending } = await admittedCall();
    pending.evict(new AppError('upload_timeout', 'slow'));
    assert.deepEqual([seen.statuses, seen.ends], [[status.DEADLINE_EXCEEDED], 1]);
    events.onCancel();
    assert.equal(seen.ends, 1);
  });
});
