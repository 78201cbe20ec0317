/** An HTTP caller in a process of its own: uploads a form with a file. */
import { Pool } from 'undici';
import { syntheticXaml } from '../inputs/xaml.ts';
import { callOnDemand } from '../load.ts';

const BOUNDARY = '----bench7MA4YWxkTrZu0gW';
const pools = new Map<number, Pool>();

/** The form as browsers and curl write it. */
function formOf(bytes: number): Buffer {
  const part = (disposition: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  return Buffer.concat([
    Buffer.from(
      `${part('name="platform"')}\r\nplatform_1\r\n${part('name="file"; filename="Main.xaml"')}Content-Type: application/octet-stream\r\n\r\n`,
    ),
    syntheticXaml(bytes),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

callOnDemand(({ port, bytes, inFlight }) => {
  const pool = pools.get(port) ?? new Pool(`http://127.0.0.1:${port}`, { connections: inFlight });
  pools.set(port, pool);
  const body = formOf(bytes);
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    authorization: 'ApiKey bench',
    'x-org-id': '019a0000-0000-7000-8000-000000000001',
  };
  return async () => {
    const { statusCode, body: answer } = await pool.request({
      method: 'POST',
      path: '/api/v1/validate',
      headers,
      body,
    });
    const text = await answer.text();
    if (statusCode !== 200) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
  };
});
