/** Misbehaving callers in a process of their own; replies with the number of uploads that they began. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { BOUNDARY, HEADERS } from './form.ts';

/** Request of the parent. */
export interface Hostility {
  readonly port: number;
  readonly ms: number;
  /** Concurrent callers. */
  readonly callers: number;
}

const MIB = 1024 * 1024;
const PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;

type Send = (bytes: Buffer | string) => Promise<void>;

/** Bodies with their declared length; undefined: in chunks, without a length. */
const KINDS: readonly { readonly length?: number; send(send: Send): Promise<void> }[] = [
  // Disconnects in the middle.
  { length: 5 * MIB, send: (send) => send(Buffer.alloc(MIB)) },
  // Dawdles.
  {
    length: 5 * MIB,
    async send(send) {
      for (let i = 0; i < 10; i += 1) {
        await send('x');
        await sleep(20);
      }
    },
  },
  // Ends before its declared length.
  { length: 5 * MIB, send: (send) => send(Buffer.alloc(5 * MIB - 1000)) },
  // Declares a length far too large.
  { length: 20 * MIB, send: (send) => send(Buffer.alloc(MIB)) },
  // Is too large and does not declare it.
  {
    async send(send) {
      const chunk = Buffer.alloc(MIB);
      for (let sent = 0; sent <= 11 * MIB; sent += MIB) {
        await send(`${MIB.toString(16)}\r\n`);
        await send(chunk);
        await send('\r\n');
      }
    },
  },
];

async function beHostile(port: number, turn: number): Promise<void> {
  const { length, send } = KINDS[turn % KINDS.length]!;
  const socket = connect({ port, host: '127.0.0.1' });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {}).resume();
  const framing =
    length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) };
  const head = Object.entries({ ...HEADERS, host: 'a', ...framing }).map((line) => line.join(': '));
  const write: Send = async (bytes) => {
    if (socket.destroyed) return;
    await Promise.race([new Promise<void>((resolve) => socket.write(bytes, () => resolve())), closed]);
  };
  await write(`POST /api/v1/validate HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  if (length === undefined) await write(`${PART.length.toString(16)}\r\n${PART}\r\n`);
  else await write(PART);
  await send(write);
  await sleep(20);
  socket.destroy();
  await closed;
}

process.on('message', async ({ port, ms, callers }: Hostility) => {
  const until = performance.now() + ms;
  let begun = 0;
  const strain = async (_: unknown, index: number): Promise<void> => {
    for (let turn = index; performance.now() < until; turn += 1) {
      begun += 1;
      await beHostile(port, turn);
    }
  };
  await Promise.all(Array.from({ length: callers }, strain));
  process.send!(begun);
});
process.send!('up');
