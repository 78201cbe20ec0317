/** Addresses, versions, coverage and the pace of pulls. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coverageOf, coverageText } from '../../src/remotes/coverage.ts';
import { backoffMs, createPace } from '../../src/remotes/http/pace.ts';
import { readFault } from '../../src/remotes/http/platform-fault.ts';
import { REMOTE_LIMITS } from '../../src/remotes/limits.ts';
import { readOrchestratorAddress } from '../../src/remotes/uipath/orchestrator-address.ts';
import { compareVersions } from '../../src/remotes/uipath/package-versions.ts';
import { NEVER, steppedClock } from '../support/remotes/uipath-client.ts';

describe('the address of Orchestrator', () => {
  for (const [url, isOnPremises, base, tokenUrl] of [
    [
      'https://cloud.uipath.com/acme/prod/orchestrator_',
      false,
      'https://cloud.uipath.com/acme/prod/orchestrator_',
      'https://cloud.uipath.com/identity_/connect/token',
    ],
    [
      'https://cloud.uipath.com/acme/prod',
      false,
      'https://cloud.uipath.com/acme/prod/orchestrator_',
      'https://cloud.uipath.com/identity_/connect/token',
    ],
    [
      'https://cloud.uipath.com/acme/prod/orchestrator_/processes?tid=3&fid=4',
      false,
      'https://cloud.uipath.com/acme/prod/orchestrator_',
      'https://cloud.uipath.com/identity_/connect/token',
    ],
    [
      'https://acme.dedicated.uipath.com/acme/prod/',
      false,
      'https://acme.dedicated.uipath.com/acme/prod/orchestrator_',
      'https://acme.dedicated.uipath.com/identity_/connect/token',
    ],
    [
      'https://govcloud.uipath.us/acme/prod/orchestrator_',
      false,
      'https://govcloud.uipath.us/acme/prod/orchestrator_',
      'https://govcloud.uipath.us/identity_/connect/token',
    ],
    [
      'https://rpa.acme.example/org/tenant/orchestrator_/',
      true,
      'https://rpa.acme.example/org/tenant/orchestrator_',
      'https://rpa.acme.example/identity_/connect/token',
    ],
    [
      'https://orchestrator.acme.example',
      true,
      'https://orchestrator.acme.example/',
      'https://orchestrator.acme.example/identity/connect/token',
    ],
  ] as const)
    it(`reads ${url}`, () => {
      const problems: string[] = [];
      const address = readOrchestratorAddress({ url, isOnPremises }, problems);
      assert.deepEqual(problems, []);
      assert.deepEqual([address?.base.href, address?.tokenUrl.href], [base, tokenUrl]);
    });

  for (const [url, problem] of [
    ['cloud.uipath.com/acme/prod', /must be an address/],
    ['https://cloud.uipath.com/', /needs the organisation and the tenant/],
    ['https://cloud.uipath.com.evil.example/acme/prod', /not a host of UiPath/],
    ['https://cloud-uipath.com/acme/prod', /not a host of UiPath/],
    ['https://user:secret@cloud.uipath.com/acme/prod', /user or a password/],
    ['http://cloud.uipath.com/acme/prod', /https/],
    ['file:///etc/passwd', /must be an address/],
  ] as const)
    it(`rejects ${url}`, () => {
      const problems: string[] = [];
      assert.equal(readOrchestratorAddress({ url, isOnPremises: false }, problems), undefined);
      assert.match(problems.join('\n'), problem);
      assert.doesNotMatch(problems.join('\n'), /secret/);
    });

  it('stays at its host with any path', () => {
    const choice = { url: 'https://orchestrator.acme.example//evil.example/x', isOnPremises: true };
    assert.equal(readOrchestratorAddress(choice, [])?.base.host, 'orchestrator.acme.example');
  });

  it('names the tenant of a standalone Orchestrator in a header', () => {
    const choice = { url: 'https://orchestrator.acme.example', isOnPremises: true, tenant: 'Default' };
    assert.deepEqual(readOrchestratorAddress(choice, [])?.headers, { 'X-UIPATH-TenantName': 'Default' });
  });
});

describe('versions of packages', () => {
  it('are ordered as NuGet orders them', () => {
    const ordered = [
      '',
      '1.0.0-1',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc',
      '1.0.0',
      '1.0.0.1',
      '1.9.0',
      '1.10.0',
      '2.0.233501084',
      '10.0.0',
      '99999999999999999999.0',
    ];
    for (const [at, one] of ordered.entries())
      for (const [other, version] of ordered.entries())
        assert.equal(Math.sign(compareVersions(one, version)), Math.sign(at - other), `${one} ${version}`);
  });

  it('are equal with other zeros, and without metadata', () => {
    for (const same of ['1.0', '1.0.0', '1.0.0.0', '01.0.0', '1.0.0+build.7'])
      assert.equal(compareVersions(same, '1'), 0, same);
  });
});

describe('coverage', () => {
  it('never says more than was seen', () => {
    const coverage = coverageOf([undefined, undefined, 'compiled', 'not_running'], 1);
    assert.equal(coverageText(coverage), '2 of at least 4');
    assert.deepEqual(coverage.reasons, { compiled: 1, not_running: 1 });
    assert.equal(coverage.isComplete, false);
  });

  it('is complete when all that remains is known', () => {
    const coverage = coverageOf([undefined, 'compiled', 'not_running', 'unsupported_kind'], 0);
    assert.equal(coverageText(coverage), '1 of 4');
    assert.equal(coverage.isComplete, true);
    for (const reason of ['no_access', 'failed', 'too_large', 'unreadable', 'not_yet'] as const)
      assert.equal(coverageOf([reason], 0).isComplete, false, reason);
  });
});

describe('the pace of requests', () => {
  it('spaces requests evenly', async () => {
    const clock = steppedClock();
    const pace = createPace(clock, 5);
    for (let request = 0; request < 6; request += 1) await pace.turn(NEVER);
    assert.equal(clock.nowMs(), 1_000);
  });

  it('holds all requests back', async () => {
    const clock = steppedClock();
    const pace = createPace(clock, 5);
    pace.holdBack(30_000);
    await Promise.all([pace.turn(NEVER), pace.turn(NEVER)]);
    assert.ok(clock.nowMs() >= 30_000);
  });

  it('doubles pauses up to five minutes, with a quarter of jitter', () => {
    assert.deepEqual(
      [1, 2, 3, 20].map((made) => backoffMs(made, 0.5)),
      [1_000, 2_000, 4_000, 300_000],
    );
    assert.deepEqual([backoffMs(1, 0), backoffMs(1, 1)], [750, 1_250]);
  });
});

describe('an error of a platform', () => {
  const read = (body: unknown, secrets: readonly string[] = []) =>
    readFault(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), secrets);

  for (const [name, body, code, quote] of [
    ['of Orchestrator', { message: 'No folder', errorCode: 1100, traceId: '00' }, '1100', 'No folder'],
    ['in PascalCase', { Message: 'No', StatusCode: 400 }, undefined, 'No'],
    ['of RFC 7807', { title: 'Bad', detail: 'No such thing' }, undefined, 'No such thing'],
    ['of ABP', { error: { code: 0, message: 'Internal' }, success: false }, '0', 'Internal'],
    ['of OData', { error: { code: '0x80040220', message: 'missing' } }, '0x80040220', 'missing'],
    ['of OAuth', { error: 'invalid_client' }, 'invalid_client', undefined],
    ['that is a list', ['message'], undefined, undefined],
    ['that is no JSON', '<html>message</html>', undefined, undefined],
    ['without a message', { root: 'x:0:0' }, undefined, undefined],
  ] as const)
    it(`is read ${name}`, () => assert.deepEqual(read(body), { code, quote }));

  it('is quoted shortly, on one line, without secrets', () => {
    const { quote } = read({ message: `a\nb s3cret ${'x'.repeat(500)}` }, ['s3cret']);
    assert.ok(quote!.startsWith('a\\u000ab … x'));
    assert.equal(quote!.length, REMOTE_LIMITS.quoteCharactersMax);
  });
});
