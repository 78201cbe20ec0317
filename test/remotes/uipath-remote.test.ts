/** The remote of Orchestrator against a replayed tenant: listings, downloads, rejections and further attempts. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { REMOTE_LIMITS } from '../../src/remotes/limits.ts';
import type { RemoteProblem } from '../../src/remotes/remote-error.ts';
import { RemoteError } from '../../src/remotes/remote-error.ts';
import type { OrchestratorCredential } from '../../src/remotes/uipath/orchestrator-tokens.ts';
import { type Fault, json, type ReplayOptions, startOrchestrator } from '../support/remotes/orchestrator.ts';
import { nupkg, type ReplayTenant, sampleTenant } from '../support/remotes/orchestrator-tenant.ts';
import { APPLICATION, listAll, memorySink, NEVER, replayRemote } from '../support/remotes/uipath-client.ts';

const SAMPLES = join(import.meta.dirname, '../fixtures/uipath');
const SAMPLE_TENANT = sampleTenant(SAMPLES);

const SMALL: ReplayTenant = {
  folders: [{ id: 1, path: 'Finance', runs: [{ id: 'Robot', version: '1.0.0' }] }],
  packages: [
    { id: 'Robot', version: '1.0.0', bytes: nupkg('Robot', '1.0.0', { 'Main.xaml': '<Activity />' }) },
  ],
};

async function started(
  tenant: ReplayTenant,
  options: ReplayOptions = {},
  credential: OrchestratorCredential = APPLICATION,
) {
  const replay = await startOrchestrator(tenant, options);
  const { remote, clock, close } = replayRemote(replay, credential);
  after(async () => {
    close();
    await replay.close();
    assert.deepEqual(replay.violations, []);
  });
  return { replay, remote, clock };
}

const fault = (operation: string, answer: Fault['answer'], more: Partial<Fault> = {}): Fault => ({
  operation,
  answer,
  ...more,
});

const status = (code: number, headers: Readonly<Record<string, string>> = {}, body: unknown = {}) => {
  return (response: ServerResponse) => json(response, code, body, headers);
};

const rejects = (made: Promise<unknown>, problem: RemoteProblem, text: RegExp) =>
  assert.rejects(made, (error) => {
    assert.ok(error instanceof RemoteError, String(error));
    assert.equal(error.problem, problem, error.message);
    assert.match(error.message, text);
    return true;
  });

describe('a listing of Orchestrator', () => {
  it('says which packages run where, and which part could not be read', async () => {
    const { replay, remote } = await started(SAMPLE_TENANT);
    const { parts, artefacts, problems } = await listAll(remote);
    assert.deepEqual(
      parts.map(({ key }) => key),
      ['folder:11', 'folder:12', 'folder:13', 'feed:tenant'],
    );
    assert.equal(artefacts.length, 40);
    assert.deepEqual(
      artefacts.filter(({ reason }) => reason !== undefined).map(({ key, reason }) => [key, reason]),
      [['tenant/Robot40', 'not_running']],
    );
    assert.deepEqual(artefacts.find(({ name }) => name === 'Robot21')?.runs, [
      { part: 'Finance', version: '1.0.0' },
      { part: 'Sales', version: '1.0.0' },
    ]);
    assert.deepEqual(problems, [
      'The folder "Finance/Prod" cannot be read. Assign the application to it with a role that has Processes.View.',
    ]);
    // A token, the folders, the feeds of two roots, three folders, one feed.
    assert.equal(replay.requests.length, 8);
  });

  it('reads 4,500 rows of a part in five requests', async () => {
    const ids = Array.from({ length: 4_500 }, (_, index) => `Robot${String(index).padStart(5, '0')}`);
    const { replay, remote } = await started({
      folders: [{ id: 1, path: 'All', runs: ids.map((id) => ({ id, version: '1.0.0' })) }],
      packages: ids.map((id) => ({ id, version: '1.0.0', bytes: Buffer.alloc(0) })),
    });
    const { artefacts, problems } = await listAll(remote);
    assert.equal(artefacts.length, 4_500);
    assert.deepEqual(problems, []);
    assert.equal(replay.count('releases'), 5);
    assert.equal(replay.count('packages'), 5);
  });

  it('reads on when a page has fewer rows than requested', async () => {
    const { remote, replay } = await started(SAMPLE_TENANT, { pageRowsMax: 7 });
    const { artefacts, parts } = await listAll(remote);
    assert.equal(artefacts.length, 40);
    assert.equal(parts.length, 4);
    assert.equal(replay.count('packages'), 6);
  });

  it('distinguishes packages of two feeds, and takes the newest version that runs', async () => {
    const feedId = '7b3c5c0e-0000-4000-8000-000000000001';
    const { remote } = await started({
      folders: [
        {
          id: 1,
          path: 'Own feed',
          feedId,
          runs: [
            { id: 'Robot', version: '1.10.0', feedId },
            { id: 'Robot', version: '1.9.0', feedId },
          ],
        },
        {
          id: 2,
          path: 'Own feed/Below',
          parentId: 1,
          runs: [{ id: 'Robot', version: '2.0.0-beta', feedId }],
        },
        // The tenant's feed has an id too, which no folder has.
        {
          id: 3,
          path: 'Shared',
          runs: [{ id: 'Robot', version: '3.0.0', feedId: 'ffffffff-0000-4000-8000-000000000009' }],
        },
      ],
      packages: [
        { id: 'Robot', version: '9.0.0', bytes: Buffer.alloc(0) },
        { id: 'Robot', version: '9.0.0', feedId, bytes: Buffer.alloc(0) },
      ],
    });
    const { artefacts } = await listAll(remote);
    assert.deepEqual(
      artefacts.map(({ key, group, version, reason }) => [key, group, version, reason]),
      [
        [`${feedId}/Robot`, 'Own feed', '2.0.0-beta', undefined],
        ['tenant/Robot', 'tenant', '3.0.0', undefined],
      ],
    );
  });

  it('says that folders are missing, and lists them once more before', async () => {
    const items = [{ Id: 1, FullyQualifiedName: 'Finance' }, { FullyQualifiedName: 'Without an id' }];
    const page = status(200, {}, { Count: 3, PageItems: items });
    const { remote, replay } = await started(SMALL, { faults: [fault('folders', page, { times: 4 })] });
    const { artefacts, problems } = await listAll(remote);
    assert.equal(artefacts.length, 1);
    assert.deepEqual(problems, ['1 of 3 folders came: they change while they are listed, or have no id.']);
    assert.equal(replay.count('folders'), 4);
    const { remote: healed } = await started(SMALL, { faults: [fault('folders', page, { times: 2 })] });
    assert.deepEqual((await listAll(healed)).problems, []);
  });

  it('reads folders on where their count is missing', async () => {
    const pages = [[{ Id: 1, FullyQualifiedName: 'A' }], [{ Id: 2, FullyQualifiedName: 'B' }], []];
    const { remote } = await started(SMALL, {
      faults: pages.map((PageItems, after) => fault('folders', status(200, {}, { PageItems }), { after })),
    });
    assert.deepEqual(
      (await remote.parts(NEVER)).map(({ path }) => path),
      ['A', 'B', 'tenant'],
    );
  });

  it('says that a feed may be hidden', async () => {
    const { remote } = await started(SMALL, { faults: [fault('feed', status(403))] });
    const { artefacts, problems } = await listAll(remote);
    assert.equal(artefacts.length, 1);
    assert.match(problems.join(), /whether the folder "Finance" has a feed of its own/);
  });

  it('says that no folder is no empty tenant', async () => {
    const { remote } = await started({ folders: [], packages: [] });
    await rejects(remote.parts(NEVER), 'no_parts', /assign it to the folders/);
  });

  it('knows that the packages of the tenant are hidden when they answer 404', async () => {
    const { remote } = await started({ ...SMALL, hidesPackages: true });
    const { artefacts, problems } = await listAll(remote);
    assert.equal(artefacts.length, 1);
    assert.match(problems.join(), /Packages\.View/);
  });

  it('counts rows that lack an id or a version', async () => {
    const { remote } = await started({
      ...SMALL,
      folders: [{ id: 1, path: 'Finance', runs: [{ id: '', version: '1.0.0' }] }],
    });
    const { problems } = await listAll(remote);
    assert.deepEqual(problems, ['"Finance" has 1 row without an id or a version.']);
  });

  it('lists a part again that has changed meanwhile, and says so when that does not help', async () => {
    const twice = {
      '@odata.count': 2,
      value: [{ Key: 'a', ProcessKey: 'A', ProcessVersion: '1.0.0' }],
    };
    const page = status(200, {}, twice);
    const { remote, replay } = await started(SMALL, { faults: [fault('releases', page, { times: 2 })] });
    const once = await listAll(remote);
    assert.deepEqual(once.problems, []);
    assert.equal(replay.count('releases'), 3);
    const { remote: other } = await started(SMALL, { faults: [fault('releases', page, { times: 9 })] });
    const { problems } = await listAll(other);
    assert.deepEqual(problems, ['"Finance" changes while it is listed: 1 of 2 rows came.']);
  });

  it('never follows a link to the next page', async () => {
    const answer = {
      '@odata.count': 1,
      '@odata.nextLink': 'https://collector.example/steal',
      value: [{ Key: 'a', ProcessKey: 'A', ProcessVersion: '1.0.0' }],
    };
    const { remote } = await started(SMALL, { faults: [fault('releases', status(200, {}, answer))] });
    const { problems } = await listAll(remote);
    assert.deepEqual(problems, []);
  });
});

describe('a download from Orchestrator', () => {
  const artefactOf = async (remote: Parameters<typeof listAll>[0]) => (await listAll(remote)).artefacts[0]!;

  it('brings the bytes of the package', async () => {
    const { remote } = await started(SMALL);
    const sink = memorySink();
    const { sizeBytes } = await remote.fetch(await artefactOf(remote), sink, NEVER);
    assert.deepEqual(sink.bytes(), SMALL.packages[0]!.bytes);
    assert.equal(sizeBytes, SMALL.packages[0]!.bytes.length);
  });

  it('finds names with quotes, blanks and letters of any alphabet', async () => {
    const id = "Anna's Roboter & Söhne/100%";
    const { remote } = await started({
      folders: [{ id: 1, path: 'Finance', runs: [{ id, version: '1.0.0' }] }],
      packages: [{ id, version: '1.0.0', bytes: Buffer.from('bytes') }],
    });
    const sink = memorySink();
    await remote.fetch(await artefactOf(remote), sink, NEVER);
    assert.equal(sink.bytes().toString(), 'bytes');
  });

  it('begins again after a body that is shorter than it says, and after a reset', async () => {
    const short = (response: ServerResponse) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('PK');
      setImmediate(() => response.destroy());
    };
    const { remote } = await started(SMALL, {
      faults: [
        fault('download', short),
        fault('download', (response) => void response.destroy(), { after: 1 }),
      ],
    });
    const sink = memorySink();
    await remote.fetch(await artefactOf(remote), sink, NEVER);
    assert.deepEqual(sink.bytes(), SMALL.packages[0]!.bytes);
    assert.equal(sink.starts, 2);
  });

  it('stops at the limit of its size before it reads more', async () => {
    const huge = (response: ServerResponse) => {
      response.writeHead(200, { 'Content-Length': REMOTE_LIMITS.packageBytesMax + 1 });
      response.write('PK');
    };
    const { remote } = await started(SMALL, { faults: [fault('download', huge)] });
    await rejects(
      remote.fetch(await artefactOf(remote), memorySink(), NEVER),
      'too_large',
      /limit of 262,144,000/,
    );
  });

  it('says which right is missing when the package answers 404', async () => {
    const { remote } = await started({ ...SMALL, packages: [] });
    await rejects(
      remote.fetch(await artefactOf(remote), memorySink(), NEVER),
      'no_access',
      /"Robot 1\.0\.0" cannot be downloaded.*Packages\.View/,
    );
  });
});

describe('a platform with faults', () => {
  it('gets one new token after a 401 in the middle, and no third', async () => {
    const { replay, remote } = await started(SMALL);
    await remote.parts(NEVER);
    replay.endTokens();
    await remote.parts(NEVER);
    assert.equal(replay.count('token'), 2);
    const { replay: closed, remote: other } = await started(SMALL, {
      faults: [fault('folders', status(401, {}, { message: 'You are not authenticated!' }), { times: 9 })],
    });
    await rejects(other.parts(NEVER), 'credential_rejected', /answered 401: "You are not authenticated!"/);
    assert.equal(closed.count('token'), 2);
    assert.equal(closed.count('folders'), 2);
  });

  it('renews a token before it ends', async () => {
    const { replay, remote, clock } = await started(SMALL);
    await remote.parts(NEVER);
    await clock.pause(3_600_000, NEVER);
    await remote.parts(NEVER);
    assert.equal(replay.count('token'), 2);
  });

  for (const [name, header, expectedMs] of [
    ['seconds', '7', 7_000],
    ['a date', 'Sun, 01 Mar 2026 00:00:30 GMT', 30_000],
    ['no seconds at all', '0', 1_000],
    ['more than an hour', '86400', 3_600_000],
    ['nothing', null, 1_000],
  ] as const)
    it(`waits as long as a 429 with ${name} says`, async () => {
      const headers = header === null ? {} : { 'Retry-After': header };
      const { remote, clock } = await started(SMALL, { faults: [fault('folders', status(429, headers))] });
      await remote.parts(NEVER);
      const longest = Math.max(...clock.pauses);
      // A date is measured from now, which pauses between requests have moved.
      assert.ok(Math.abs(longest - expectedMs) < 10, `${longest}`);
    });

  it('waits longer each time where short pauses do not suffice', async () => {
    const faults = [fault('folders', status(429, { 'Retry-After': '1' }), { times: 6 })];
    const { remote, clock } = await started(SMALL, { faults });
    await remote.parts(NEVER);
    const seconds = clock.pauses.map((ms) => Math.round(ms / 1_000)).filter((one) => one > 0);
    assert.deepEqual(seconds, [1, 2, 4, 8, 16, 32]);
  });

  it('renews a token in time, also when its answer says no number for its end', async () => {
    const { replay, remote } = await started(SMALL, {
      faults: [
        fault('token', (response) =>
          json(response, 200, { access_token: 'unknown', expires_in: { toString: 1, valueOf: 1 } }),
        ),
      ],
    });
    await remote.parts(NEVER);
    assert.equal(replay.count('token'), 2, 'the first one was rejected');
  });

  it('tries six times after errors of the platform, then gives up', async () => {
    const { replay, remote, clock } = await started(SMALL, {
      faults: [fault('folders', status(502, {}, { message: 'upstream\u0000 failed' }), { times: 99 })],
    });
    await rejects(remote.parts(NEVER), 'platform_failed', /answered 502: "upstream\\\\u0000 failed"/);
    assert.equal(replay.count('folders'), REMOTE_LIMITS.attemptsMax);
    assert.deepEqual(
      clock.pauses.filter((ms) => ms >= 1_000),
      [1_000, 2_000, 4_000, 8_000, 16_000],
    );
  });

  it('gets over five errors', async () => {
    const { remote } = await started(SMALL, { faults: [fault('folders', status(500), { times: 5 })] });
    assert.equal((await remote.parts(NEVER)).length, 2);
  });

  it('follows no redirect', async () => {
    const { remote } = await started(SMALL, {
      faults: [fault('folders', status(302, { Location: 'http://169.254.169.254/latest/meta-data' }))],
    });
    await rejects(remote.parts(NEVER), 'redirected', /Redirects are not followed/);
  });

  it('takes a web page for a wrong address, and quotes nothing of it', async () => {
    const page = (response: ServerResponse) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>intranet');
    const { remote } = await started(SMALL, { faults: [fault('folders', page)] });
    await assert.rejects(remote.parts(NEVER), (error: Error) => {
      assert.match(error.message, /answers a web page/);
      assert.doesNotMatch(error.message, /intranet/);
      return true;
    });
  });

  it('quotes nothing of an error that is no JSON', async () => {
    const page = (response: ServerResponse) => response.writeHead(400).end('<p>root:x:0:0</p>');
    const { remote } = await started(SMALL, { faults: [fault('folders', page)] });
    await assert.rejects(remote.parts(NEVER), { message: /answered 400\.$/ });
  });

  it('names an answer that is no JSON, and one of another program', async () => {
    const broken = (response: ServerResponse) => response.writeHead(200).end('{"PageItems": [');
    const { remote } = await started(SMALL, {
      faults: [fault('folders', broken), fault('folders', status(200, {}, { ok: true }), { after: 1 })],
    });
    await rejects(remote.parts(NEVER), 'invalid_answer', /answers no JSON/);
    await rejects(remote.parts(NEVER), 'invalid_answer', /no list "PageItems"/);
  });

  it('stops at the limit of a page', async () => {
    const long = (response: ServerResponse) => {
      response.writeHead(200);
      const part = Buffer.alloc(1024 * 1024, ' ');
      const write = (left: number): void => {
        if (left === 0 || response.destroyed) return void response.end();
        response.write(part, () => write(left - 1));
      };
      write(REMOTE_LIMITS.jsonBytesMax / part.length + 1);
    };
    const { remote } = await started(SMALL, { faults: [fault('folders', long)] });
    await rejects(remote.parts(NEVER), 'too_large', /limit of 33,554,432/);
  });

  it('stops when its caller stops', async () => {
    const { remote } = await started(SMALL);
    await assert.rejects(remote.parts(AbortSignal.abort(new Error('enough'))), /enough/);
  });
});

describe('a credential for Orchestrator', () => {
  it('is rejected with what to do, and never quoted', async () => {
    const wrong = { ...APPLICATION, clientSecret: 'not-the-secret' } as OrchestratorCredential;
    const { remote } = await started(SMALL, {}, wrong);
    await rejects(remote.parts(NEVER), 'credential_rejected', /make a new secret/);
    const echo = (response: ServerResponse) =>
      json(response, 400, {
        error: 'unauthorized_client',
        error_description: 'no client not-the-secret here',
      });
    const { remote: echoed } = await started(SMALL, { faults: [fault('token', echo)] }, wrong);
    await assert.rejects(echoed.parts(NEVER), (error: Error) => {
      assert.match(error.message, /no client … here/);
      return true;
    });
  });

  it('is never quoted where it is a token', async () => {
    const echo = fault('folders', (response, { headers }) =>
      json(response, 400, { message: `no ${headers.authorization} here` }),
    );
    const token = { kind: 'application', clientId: 'client-1', clientSecret: 'a' } as const;
    const { remote } = await started(SMALL, { faults: [echo], clientSecret: 'a' }, token);
    await assert.rejects(remote.parts(NEVER), (error: Error) => {
      assert.match(error.message, /no Be.+ … here/);
      assert.doesNotMatch(error.message, /token-of/);
      return true;
    });
  });

  it('is no token that a header cannot carry', async () => {
    const { remote } = await started(SMALL, {
      faults: [fault('token', status(200, {}, { access_token: 'two\nlines' }))],
    });
    await rejects(remote.parts(NEVER), 'invalid_answer', /holds none/);
  });

  it('needs application scopes', async () => {
    const { remote } = await started(SMALL, { scopes: ['OR.Folders.Read'] });
    await rejects(remote.parts(NEVER), 'scope_rejected', /OR\.Folders\.Read and OR\.Execution\.Read/);
  });

  it('may have its rights from roles alone', async () => {
    const { replay, remote } = await started(SMALL, { scopes: ['OR.Default'] });
    assert.equal((await remote.parts(NEVER)).length, 2);
    assert.equal(replay.count('token'), 2);
  });

  it('may do too much, and the probe says what', async () => {
    const { remote } = await started(SMALL, {
      scopes: ['OR.Folders.Read', 'OR.Execution.Read', 'OR.Execution', 'OR.Assets.Read'],
    });
    const { warnings } = await remote.probe(NEVER);
    assert.deepEqual(warnings, [
      'The application may do more than read. Take these scopes away from it: OR.Execution, OR.Assets.Read.',
    ]);
    const needsScope = fault('token', status(400, {}, { error: 'invalid_scope' }));
    const { remote: silent } = await started(SMALL, { faults: [needsScope] });
    assert.deepEqual((await silent.probe(NEVER)).warnings, []);
    const { remote: exact } = await started(SMALL);
    assert.deepEqual((await exact.probe(NEVER)).warnings, []);
  });

  it('may be a token of a person', async () => {
    const token = { kind: 'token', token: 'rt_person' } as const;
    const { replay, remote } = await started(SMALL, { personalTokens: ['rt_person'] }, token);
    assert.equal((await remote.parts(NEVER)).length, 2);
    assert.equal(replay.count('token'), 0);
    replay.endTokens();
    await rejects(remote.parts(NEVER), 'credential_rejected', /personal access token/);
    assert.match((await remote.probe(NEVER)).warnings.join(), /rights of a person/);
  });
});
