/** Where a remote connects to: only where its guard allows, and only over connections that it can trust. */
import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { createAddressGuard } from '../../src/infra/network/address-guard.ts';
import { createPlatformClient } from '../../src/remotes/http/platform-client.ts';
import { RemoteError, type RemoteProblem } from '../../src/remotes/remote-error.ts';
import { makeCertificate } from '../support/certificates.ts';
import { startOrchestrator } from '../support/remotes/orchestrator.ts';
import { NEVER, steppedClock } from '../support/remotes/uipath-client.ts';

const TOKENS = { token: async () => 'a-token' };

function client(base: string, allowedNetworks: readonly string[], addresses: readonly string[] = []) {
  const found: LookupAddress[] = addresses.map((address) => ({ address, family: 4 }));
  const made = createPlatformClient({
    base: new URL(base),
    tokenUrl: undefined,
    webPageHint: '',
    guard: createAddressGuard({ allowsHttp: true, allowedNetworks }),
    resolveAll: (_, done) => done(null, found),
    clock: steppedClock(),
    secrets: [],
  });
  after(() => made.close());
  return made;
}

const rejects = (made: () => unknown, problem: RemoteProblem) =>
  assert.rejects(
    async () => made(),
    (error) => error instanceof RemoteError && error.problem === problem,
  );

describe('a remote', () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.1.2.3', '169.254.169.254', '2130706433'])
    it(`does not call ${host}`, () => rejects(() => client(`https://${host}/`, []), 'address_not_allowed'));

  for (const addresses of [['10.1.2.3'], ['93.184.215.14', '10.1.2.3'], ['169.254.169.254']])
    it(`does not call a name that leads to ${addresses.join(' and ')}`, () =>
      rejects(
        () => client('https://tenant.example/', [], addresses).json(TOKENS, '/', { signal: NEVER }),
        'address_not_allowed',
      ));

  it('sends nothing to a peer that is not allowed, even if the look-up was', async () => {
    const replay = await startOrchestrator({ folders: [], packages: [] });
    after(() => replay.close());
    const { port } = new URL(replay.url);
    // The look-up says that the name is public, and connects to this machine.
    const found = [{ address: '127.0.0.1', family: 4 }];
    const guard = createAddressGuard({ allowsHttp: true, allowedNetworks: [] });
    let checks = 0;
    const made = createPlatformClient({
      base: new URL(`http://tenant.example:${port}/`),
      tokenUrl: undefined,
      webPageHint: '',
      // Allows the address once, as an answer that changes after the look-up would.
      guard: { ...guard, allows: (address) => checks++ === 0 || guard.allows(address) },
      resolveAll: (_, done) => done(null, found),
      clock: steppedClock(),
      secrets: [],
    });
    after(() => made.close());
    await rejects(() => made.json(TOKENS, '/x', { signal: NEVER }), 'address_not_allowed');
    assert.deepEqual(replay.requests, []);
    assert.deepEqual(replay.violations, []);
  });

  it('sends its token to no other host', async () => {
    const made = client('https://tenant.example/', [], ['93.184.215.14']);
    const call = () => made.json(TOKENS, '@collector.example/', { signal: NEVER });
    await rejects(call, 'redirected');
  });

  it('sends nothing over http where that is not allowed', () => {
    const guard = createAddressGuard({ allowsHttp: false, allowedNetworks: ['127.0.0.0/8'] });
    const base = new URL('http://127.0.0.1:1/');
    const create = () =>
      createPlatformClient({ base, tokenUrl: undefined, webPageHint: '', guard, secrets: [] });
    return rejects(create, 'address_not_allowed');
  });

  it('sends nothing that is not encrypted through a proxy', async () => {
    const replay = await startOrchestrator({ folders: [], packages: [] });
    after(() => replay.close());
    const made = createPlatformClient({
      base: new URL(replay.url),
      tokenUrl: undefined,
      webPageHint: '',
      guard: createAddressGuard({ allowsHttp: true, allowedNetworks: ['127.0.0.0/8'] }),
      clock: steppedClock(),
      secrets: [],
      // Nothing listens there.
      proxyEnv: { HTTP_PROXY: 'http://127.0.0.1:1' },
    });
    after(() => made.close());
    // The tenant itself answers that it does not know the token.
    const call = made.json(TOKENS, '/api/Folders/GetAllForCurrentUser', { signal: NEVER });
    await rejects(() => call, 'credential_rejected');
  });

  it('trusts no certificate of an unknown authority, regardless of the environment', async (t) => {
    const { NODE_TLS_REJECT_UNAUTHORIZED: before } = process.env;
    t.after(() => {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    const { cert, key } = makeCertificate({ name: 'tenant', hosts: ['127.0.0.1'] });
    const server = createServer({ cert, key }, (_, response) => response.end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const made = client(`https://127.0.0.1:${port}/`, ['127.0.0.0/8']);
    await rejects(() => made.json(TOKENS, '/', { signal: NEVER }), 'certificate');
  });

  it('reports at once that a server speaks something else', async () => {
    const server = createPlainServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end('220 mail.example ESMTP\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    after(() => server.close());
    const { port } = server.address() as AddressInfo;
    for (const protocol of ['http', 'https']) {
      const made = client(`${protocol}://127.0.0.1:${port}/`, ['127.0.0.0/8']);
      await rejects(() => made.json(TOKENS, '/', { signal: NEVER }), 'unreachable');
    }
  });

  it('reports at once that nothing listens', async () => {
    const made = client('http://127.0.0.1:1/', ['127.0.0.0/8']);
    await rejects(() => made.json(TOKENS, '/', { signal: NEVER }), 'unreachable');
  });
});
