/** Callers of a gateway in a process of their own, alone or beside hostile ones; answers with the slowest percent in ms. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { BOUNDARY, formOf, HEADERS } from './form.ts';

/** What the parent asks for. */
export interface Strain {
  readonly port: number;
  readonly bytes: number;
  readonly ms: number;
  /** Hostile callers at once. */
  readonly hostile: number;
}

const CALLERS = 4;
const MIB = 1024 * 1024;

/** Begins an upload and does what no caller should: goes away, dawdles, sends nonsense, or far too much. */
async function beHostile(port: number, turn: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {}).resume();
  const length = turn % 4 === 3 ? 20 * MIB : 5 * MIB;
  const head = Object.entries({ ...HEADERS, host: 'a', 'content-length': length });
  socket.write(
    `POST /api/v1/validate HTTP/1.1\r\n${head.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`,
  );
  socket.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`);
  if (turn % 4 === 0) socket.write(Buffer.alloc(MIB));
  else if (turn % 4 === 1) for (let i = 0; i < 10 && socket.write('x'); i += 1) await sleep(20);
  else if (turn % 4 === 2) socket.end(Buffer.alloc(length - 1000));
  await sleep(20);
  socket.destroy();
  await closed;
}

process.on('message', async ({ port, bytes, ms, hostile }: Strain) => {
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
  const strain = async (_: unknown, index: number): Promise<void> => {
    for (let turn = index; performance.now() < until; turn += 1) await beHostile(port, turn);
  };
  await Promise.all([...Array.from({ length: CALLERS }, call), ...Array.from({ length: hostile }, strain)]);
  await pool.close();
  process.send!(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]);
});
process.send!('up');
