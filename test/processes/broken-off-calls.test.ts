/** Callers that break off: however many do, the calls of other callers are answered. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { form, startTestGateway, uploadHead } from '../gateway/support/support.ts';
import { type Identity, testCore } from '../support/service/core.ts';

/** Requests that break off: more as Node lets a connection reset at once. */
const FLOOD = 1_200;
/** Of them, those under way at once. */
const AT_ONCE = 20;
/** Time until a request breaks off: its call has begun then. */
const BREAK_OFF_MS = 15;
const POLLS = 4;
const XAML =
  '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"><Sequence DisplayName="Main"/></Activity>';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const staying = await core.identity();

const headersOf = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });

async function submit(identity: Identity): Promise<string> {
  const headers = headersOf(identity);
  const url = `${gateway.url}/api/v1/validate/async`;
  const submitted = await fetch(url, { method: 'POST', headers, body: form({}, XAML) });
  return ((await submitted.json()) as { readonly validationId: string }).validationId;
}

/** Sends requests that break off soon after their calls have begun. */
async function breakOff(text: string): Promise<void> {
  let left = FLOOD;
  const senders = Array.from({ length: AT_ONCE }, async () => {
    while (left > 0) {
      left -= 1;
      const socket = connect(gateway.port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      socket.write(text);
      await sleep(BREAK_OFF_MS);
      socket.destroy();
    }
  });
  await Promise.all(senders);
}

/** Polls and reads as another organisation until the flood is over; returns the answers by their status. */
async function statusesDuring(flood: Promise<void>, validationId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let isOver = false;
  const call = async (path: string) => {
    const { status } = await fetch(gateway.url + path, { headers: headersOf(staying) });
    counts[status] = (counts[status] ?? 0) + 1;
  };
  const repeat = async (path: string) => {
    while (!isOver) await call(path);
  };
  const polls = Array.from({ length: POLLS }, () => repeat(`/api/v1/results/${validationId}?wait=2`));
  const reads = repeat('/api/v1/validations');
  const uploads = (async () => {
    while (!isOver) {
      const { status } = await fetch(`${gateway.url}/api/v1/validate`, {
        method: 'POST',
        headers: headersOf(staying),
        body: form({}, XAML),
      });
      counts[status] = (counts[status] ?? 0) + 1;
    }
  })();
  await flood;
  isOver = true;
  await Promise.all([...polls, reads, uploads]);
  return counts;
}

const polled = await submit(staying);
const FLOOD_OF_SCANS = uploadHead({ 'Content-Length': 5_000 }, '/api/v1/demo/validate');

test('free scans that break off fail no call of an organisation', async () => {
  const counts = await statusesDuring(breakOff(FLOOD_OF_SCANS), polled);
  assert.deepEqual(
    Object.keys(counts).filter((status) => status !== '202'),
    ['200'],
  );
});
