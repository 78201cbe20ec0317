/** The larger flow-control windows: that they are really larger today, and that a change inside grpc-js breaks nothing. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { describe, it } from 'node:test';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { enlargeFlowControlWindows } from '../../../src/infra/patches/flow-control.ts';

const WINDOW_BYTES = 1024 * 1024;

/** Returns the windows of a server that a client sees: of each stream, and of the connection. */
async function windowsOf(server: Server): Promise<readonly [number | undefined, number | undefined]> {
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const session = connect(`http://127.0.0.1:${port}`);
  await once(session, 'remoteSettings');
  // The answer to a ping comes after everything that was sent before it.
  await new Promise((resolve) => session.ping(resolve));
  const windows = [session.remoteSettings.initialWindowSize, session.state.remoteWindowSize] as const;
  session.close();
  server.forceShutdown();
  return windows;
}

describe('flow-control windows', () => {
  it('are enlarged for streams and connections', async () => {
    const server = new Server({ 'grpc.max_concurrent_streams': 7 });
    assert.equal(enlargeFlowControlWindows(server, WINDOW_BYTES), true);
    assert.deepEqual(await windowsOf(server), [WINDOW_BYTES, WINDOW_BYTES]);
  });
  it('are 64 KB without this', async () => {
    assert.deepEqual(await windowsOf(new Server()), [65_535, 65_535]);
  });
  it('stay as they are when grpc-js has other private members', async () => {
    const server = new Server();
    Object.assign(server, { commonServerOptions: undefined });
    assert.equal(enlargeFlowControlWindows(server, WINDOW_BYTES), false);
    const other = new Server();
    Object.assign(other, { createHttp2Server: undefined });
    assert.equal(enlargeFlowControlWindows(other, WINDOW_BYTES), false);
  });
});
