/** Several cores: each gets its share of the calls of a gateway and of the jobs, also one that is lost or comes later. */
import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Complete } from '../../../src/contract/complete.ts';
import {
  type ListValidationsRequest,
  ValidationServiceService,
} from '../../../src/gen/flowarden/v1/validation.ts';
import { connectCore } from '../../../src/infra/core/core-client.ts';
import { CREDENTIALS, startCore, startTestGateway, type TestCore } from '../../gateway/support/support.ts';
import { until } from '../../support/processes.ts';

const CALLS = 300;
const AT_ONCE = 20;
const ANSWER_MS = 5;

/** Calls that each core has answered. */
let counts = [0, 0, 0];
function countingCore(index: number, port = 0): Promise<TestCore> {
  const count = async () => {
    counts[index]! += 1;
    await sleep(ANSWER_MS);
  };
  return startCore(
    {
      listValidations: () => count().then(() => ({ validations: [], nextCursor: '' })),
      validate: () => count().then(() => ({ validation: undefined, blocked: false })),
    },
    port,
  );
}

const cores = await Promise.all([0, 1, 2].map((index) => countingCore(index)));
const [first, ...others] = cores.map(({ port }) => port);
const gateway = await startTestGateway({ corePort: first!, otherCorePorts: others });
after(async () => {
  await gateway.stop();
  for (const core of cores) core.stop();
});
afterEach(() => {
  counts = [0, 0, 0];
});

const read = async () => (await fetch(`${gateway.url}/api/v1/validations`, { headers: CREDENTIALS })).status;

/** Makes this many calls, some at once; `onCall` gets the number of each. */
async function callAll(
  call: () => Promise<number>,
  total = CALLS,
  onCall: (index: number) => void = () => {},
): Promise<ReadonlySet<number>> {
  const statuses = new Set<number>();
  let begun = 0;
  const caller = async () => {
    while (begun < total) {
      onCall(begun);
      begun += 1;
      statuses.add(await call());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return statuses;
}

function assertEvenShares(): void {
  const total = counts.reduce((sum, count) => sum + count);
  for (const count of counts) {
    const percent = (100 * count) / total;
    assert.ok(Math.abs(percent - 33.3) <= 5, counts.join(', '));
  }
}

/** Calls until each core gets its share; its connections may still be on their way. */
async function untilShared(call: () => Promise<number>): Promise<void> {
  await until('every core is connected', async () => {
    counts = [0, 0, 0];
    await callAll(call, 30);
    return counts.every((count) => count >= 9);
  });
}

describe('three cores', () => {
  it('share the reads of a gateway', async () => {
    await untilShared(read);
    assert.deepEqual(await callAll(read), new Set([200]));
    assertEvenShares();
  });

  it('share the calls of the jobs', async () => {
    const addresses = cores.map(({ port }) => `127.0.0.1:${port}`).join();
    const client = connectCore(addresses, 's'.repeat(32));
    const how = { signal: new AbortController().signal, timeMsMax: 10_000 };
    const request = ValidationServiceService.listValidations.requestDeserialize(
      Buffer.alloc(0),
    ) as Complete<ListValidationsRequest>;
    const list = () => client.call(ValidationServiceService.listValidations, request, how).then(() => 0);
    await untilShared(list);
    await callAll(list);
    assertEvenShares();
    client.close();
  });

  it('fail no read when one of them is killed, and the new one gets its share', async () => {
    await untilShared(read);
    const statuses = await callAll(read, CALLS, (index) => {
      if (index === CALLS / 3) cores[2]!.stop();
    });
    assert.deepEqual(statuses, new Set([200]));
    cores[2] = await countingCore(2, cores[2]!.port);
    const begunMs = performance.now();
    await untilShared(read);
    assert.ok(performance.now() - begunMs < 30_000);
    assert.deepEqual(await callAll(read), new Set([200]));
    assertEvenShares();
  });
});
