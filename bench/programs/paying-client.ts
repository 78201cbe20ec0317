/** Paying caller in a process of its own, no faster than its limits allow. Replies with the waiting times in ms. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { BOUNDARY, formOf } from './form.ts';

/** Request of the parent. */
export interface Paying {
  readonly url: string;
  /** Headers of several credentials, which it uses in turn. */
  readonly credentials: readonly Readonly<Record<string, string>>[];
  readonly bytes: number;
  readonly ms: number;
}

const PAUSE_MS = 60;
let calls = 0;

process.on('message', async ({ url, credentials, bytes, ms }: Paying) => {
  const pool = new Pool(url, { connections: 1 });
  const body = formOf(bytes);
  const times: number[] = [];
  for (const until = performance.now() + ms; performance.now() < until; await sleep(PAUSE_MS)) {
    const begun = performance.now();
    const headers = {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...credentials[calls % credentials.length],
    };
    calls += 1;
    const answer = await pool.request({ method: 'POST', path: '/api/v1/validate', headers, body });
    await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`The paying caller got ${answer.statusCode}`);
    times.push(performance.now() - begun);
  }
  await pool.close();
  process.send!(times);
});
process.send!('up');
