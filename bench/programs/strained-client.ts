/** Callers of a gateway in a process of their own, with pauses. Replies with the slowest percent in ms. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { formOf, HEADERS } from './form.ts';

/** Request of the parent. */
export interface Strain {
  readonly port: number;
  readonly bytes: number;
  readonly ms: number;
}

const CALLERS = 4;

process.on('message', async ({ port, bytes, ms }: Strain) => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CALLERS });
  const body = formOf(bytes);
  const times: number[] = [];
  const until = performance.now() + ms;
  const call = async (): Promise<void> => {
    while (performance.now() < until) {
      const begun = performance.now();
      const answer = await pool.request({ method: 'POST', path: '/api/v1/validate', headers: HEADERS, body });
      await answer.body.text();
      times.push(performance.now() - begun);
      // Not as fast as possible: the figure is about waiting, not about a full machine.
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  await pool.close();
  process.send!(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]);
});
process.send!('up');
