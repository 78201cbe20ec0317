/** A way to Postgres on which one chosen statement fails, so that a test can fail each of a use case in turn. */
import assert from 'node:assert/strict';
import { changingProxy, HEAD_BYTES } from './changing-proxy.ts';

const BIND = 'B'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
/** No value has this format, so that the server rejects the statement and nothing else. */
const UNKNOWN_FORMAT = 99;

/** Which statement fails. */
export interface FailingProxy {
  /** The address of the database that leads through here. */
  readonly url: string;
  /** Fails the n-th statement from now on, from 1; null: none. */
  failAt(n: number | null): void;
  /** Whether that statement has come. */
  hasFailed(): boolean;
}

/** Starts one in front of the database with this address; it ends after the file's last test. */
export async function failingProxy(databaseUrl: string): Promise<FailingProxy> {
  let left: number | null = null;
  const url = await changingProxy(databaseUrl, (message) => {
    if (left === null || left <= 0 || !isStatement(message)) return message;
    left -= 1;
    return left === 0 ? failing(message) : message;
  });
  return {
    url,
    failAt(n) {
      left = n;
    },
    hasFailed: () => left === 0,
  };
}

/** A statement that is run: one that ends a failed transaction is none. */
function isStatement(message: Buffer): boolean {
  if (message[0] === BIND) return true;
  return message[0] === QUERY && !/^rollback/i.test(message.toString('utf8', HEAD_BYTES));
}

function failing(message: Buffer): Buffer {
  const body = message[0] === QUERY ? Buffer.from('select 1 / 0\0') : unknownFormat(message);
  const head = Buffer.from([message[0]!, 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** The names of portal and statement, one format that there is not, and a parameter. */
function unknownFormat(message: Buffer): Buffer {
  const names = message.indexOf(0, message.indexOf(0, HEAD_BYTES) + 1) + 1;
  const rest = Buffer.alloc(2 + 2 + 2);
  rest.writeInt16BE(1, 0);
  rest.writeInt16BE(UNKNOWN_FORMAT, 2);
  return Buffer.concat([message.subarray(HEAD_BYTES, names), rest]);
}

/** A use case whose statements fail in turn. */
export interface FaultCase<State> {
  readonly proxy: FailingProxy;
  newOrganisation(): Promise<string>;
  arrange(orgId: string): Promise<State>;
  act(state: State, orgId: string): Promise<unknown>;
  /** Checks what has to hold after each run; `hasFailed`: a statement of it has failed. */
  check(orgId: string, state: State, hasFailed: boolean): Promise<void>;
}

/** Runs a use case again and again, with another statement failing each time, until none fails. Returns how many have. */
export async function failEach<State>(fault: FaultCase<State>): Promise<number> {
  const { proxy, newOrganisation, arrange, act, check } = fault;
  for (let n = 1; ; n += 1) {
    const orgId = await newOrganisation();
    const state = await arrange(orgId);
    proxy.failAt(n);
    const error = await act(state, orgId).then(
      () => null,
      (reason: unknown) => reason ?? new Error('rejected without a reason'),
    );
    const hasFailed = proxy.hasFailed();
    proxy.failAt(null);
    if (!hasFailed) assert.equal(error, null);
    await check(orgId, state, hasFailed);
    if (!hasFailed) return n - 1;
  }
}
