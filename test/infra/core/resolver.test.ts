/** The resolver of channels to several cores, with a name server and a clock of the tests. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { experimental, StatusObject } from '@grpc/grpc-js';
import { CORE_LOOKUP_MS, CORE_LOOKUP_PAUSE_MS, coreResolver } from '../../../src/infra/core/resolver.ts';

const names = new Map<string, readonly string[]>();
const reports: string[][] = [];
let resolver: experimental.Resolver;

async function lookUp(host: string): Promise<readonly string[]> {
  const found = names.get(host);
  if (found === undefined) throw new Error(`ENOTFOUND ${host}`);
  return found;
}

/** Begins to resolve the addresses; what the channel gets is in `reports`. */
async function resolve(path: string): Promise<void> {
  const Resolver = coreResolver(lookUp);
  resolver = new Resolver(
    { path },
    (result) => {
      reports.push(
        result.ok
          ? result.value.flatMap(({ addresses }) => addresses.map(addressText))
          : ['error', codeOf(result)],
      );
      return true;
    },
    {},
  );
  resolver.updateResolution();
  await pass(0);
}

function addressText(address: experimental.SubchannelAddress): string {
  return 'port' in address ? `${address.host}:${address.port}` : address.path;
}

const codeOf = ({ error }: { readonly error: StatusObject }) => String(error.code);

async function pass(milliseconds: number): Promise<void> {
  mock.timers.tick(milliseconds);
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

beforeEach(() => {
  names.clear();
  reports.length = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(() => {
  resolver.destroy();
  mock.timers.reset();
});

describe('the resolver of core addresses', () => {
  it('finds all address records of all names, each endpoint once', async () => {
    names.set('a', ['10.0.0.1', '10.0.0.2']).set('b', ['10.0.0.2']).set('::1', ['::1']);
    await resolve('a:1,b:1,[::1]:2');
    assert.deepEqual(reports, [['10.0.0.1:1', '10.0.0.2:1', '::1:2']]);
  });

  it('finds an added core by itself, and reports nothing when nothing has changed', async () => {
    names.set('a', ['10.0.0.1']);
    await resolve('a:1');
    await pass(CORE_LOOKUP_MS);
    assert.equal(reports.length, 1);
    names.set('a', ['10.0.0.2', '10.0.0.1']);
    await pass(CORE_LOOKUP_MS);
    assert.deepEqual(reports.slice(1), [['10.0.0.2:1', '10.0.0.1:1']]);
    names.set('a', ['10.0.0.1', '10.0.0.2']);
    await pass(CORE_LOOKUP_MS);
    assert.equal(reports.length, 2);
  });

  it('looks again soon after a lost connection, and not at each', async () => {
    names.set('a', ['10.0.0.1']);
    await resolve('a:1');
    names.set('a', ['10.0.0.2']);
    for (let times = 0; times < 3; times += 1) resolver.updateResolution();
    await pass(CORE_LOOKUP_PAUSE_MS / 2);
    assert.equal(reports.length, 1);
    await pass(CORE_LOOKUP_PAUSE_MS / 2);
    assert.deepEqual(reports.slice(1), [['10.0.0.2:1']]);
  });

  it('preserves the endpoints of a name that can no longer be looked up', async () => {
    names.set('a', ['10.0.0.1']).set('b', ['10.0.0.2']);
    await resolve('a:1,b:1');
    names.delete('a');
    names.set('b', ['10.0.0.3']);
    await pass(CORE_LOOKUP_MS);
    assert.deepEqual(reports.slice(1), [['10.0.0.1:1', '10.0.0.3:1']]);
  });

  it('reports UNAVAILABLE while no name can be looked up, and goes on looking', async () => {
    await resolve('a:1,b:1');
    assert.deepEqual(reports, [['error', '14']]);
    names.set('b', ['10.0.0.2']);
    await pass(CORE_LOOKUP_PAUSE_MS);
    assert.deepEqual(reports.slice(1), [['10.0.0.2:1']]);
  });

  it('stops when its channel is closed', async () => {
    names.set('a', ['10.0.0.1']);
    await resolve('a:1');
    resolver.destroy();
    names.set('a', ['10.0.0.2']);
    await pass(CORE_LOOKUP_MS * 2);
    assert.equal(reports.length, 1);
  });
});
