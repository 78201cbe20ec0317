/** Visitors of the free scanner in a process of their own; replies with their scans per second. */
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { BOUNDARY, formOf } from './form.ts';

/** Request of the parent. */
export interface Flood {
  readonly url: string;
  readonly bytes: number;
  readonly ms: number;
  /** Visitors that scan one file after the other, each from an address of its own. */
  readonly visitors: number;
}

/** Free scans in a second, by outcome: done and rejected. */
export interface Flooded {
  readonly done: number;
  readonly rejected: number;
}

const REJECTED_PAUSE_MS = 50;
let sent = 0;

// A flood comes from other machines: here it must not take the processors from the service.
setPriority(constants.priority.PRIORITY_LOW);

/** Fills the form with a new file: an unchanged one would not be analysed again. */
function newForm(form: Buffer): Buffer {
  sent += 1;
  const end = form.lastIndexOf('</');
  const mark = Buffer.from(`<!-- ${sent} ${process.pid} ${Date.now()} -->`);
  return Buffer.concat([form.subarray(0, end), mark, form.subarray(end)]);
}

process.on('message', async ({ url, bytes, ms, visitors }: Flood) => {
  const pool = new Pool(url, { connections: visitors });
  const whole = formOf(bytes);
  // A free scan takes no field but the file.
  const form = whole.subarray(whole.indexOf(`--${BOUNDARY}`, 1));
  const counts = { done: 0, rejected: 0 };
  const startedMs = performance.now();
  const visit = async (): Promise<void> => {
    while (performance.now() < startedMs + ms) {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/api/v1/demo/validate',
        headers: {
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          'x-forwarded-for': `198.51.${sent % 256}.${(sent >> 8) % 256}`,
        },
        body: newForm(form),
      });
      await body.text();
      counts[statusCode === 200 ? 'done' : 'rejected'] += 1;
      if (statusCode !== 200) await sleep(REJECTED_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visit));
  await pool.close();
  const seconds = (performance.now() - startedMs) / 1000;
  process.send!({ done: counts.done / seconds, rejected: counts.rejected / seconds } satisfies Flooded);
});
process.send!('up');
