/** HTTP caller in a process of its own: uploads a form with a file. */
import { Pool } from 'undici';
import { callOnDemand } from '../load.ts';
import { formOf, HEADERS } from './form.ts';

const pools = new Map<number, Pool>();

callOnDemand(({ port, bytes, inFlight }) => {
  const pool = pools.get(port) ?? new Pool(`http://127.0.0.1:${port}`, { connections: inFlight });
  pools.set(port, pool);
  const body = formOf(bytes);
  return async () => {
    const { statusCode, body: answer } = await pool.request({
      method: 'POST',
      path: '/api/v1/validate',
      headers: HEADERS,
      body,
    });
    const text = await answer.text();
    if (statusCode !== 200) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
  };
});
