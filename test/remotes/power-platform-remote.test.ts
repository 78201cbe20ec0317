/** The remote of the Power Platform against replayed environments. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { createAddressGuard } from '../../src/infra/network/address-guard.ts';
import { coverageOf } from '../../src/remotes/coverage.ts';
import type { PlatformClientOptions } from '../../src/remotes/http/platform-client.ts';
import { readEnvironmentAddresses } from '../../src/remotes/power-platform/environment-address.ts';
import { createPowerPlatformRemote } from '../../src/remotes/power-platform/power-platform-remote.ts';
import type { RemoteArtefact } from '../../src/remotes/remote.ts';
import {
  idOf,
  READING,
  type ReplayEnvironment,
  type ReplayFlow,
  startDataverse,
} from '../support/remotes/dataverse.ts';
import { json } from '../support/remotes/orchestrator.ts';
import { listAll, memorySink, NEVER, steppedClock } from '../support/remotes/uipath-client.ts';

const DEFINITION = JSON.stringify({ properties: { definition: { triggers: {}, actions: {} } } });
const flow = (at: number, more: Partial<ReplayFlow> = {}): ReplayFlow => ({
  id: idOf(at),
  name: `Flow ${at}`,
  clientdata: DEFINITION,
  ...more,
});

async function connected(
  environments: readonly ReplayEnvironment[],
  options: Parameters<typeof startDataverse>[1] & { readonly client?: Partial<PlatformClientOptions> } = {},
) {
  const replay = await startDataverse(environments, options);
  const address = readEnvironmentAddresses({ urls: replay.urls, tenant: replay.tenant }, [])!;
  const clock = steppedClock();
  const { remote, close } = createPowerPlatformRemote(
    address,
    { clientId: 'client-1', clientSecret: 'secret-1' },
    {
      guard: createAddressGuard({ allowsHttp: true, allowedNetworks: ['127.0.0.0/8'] }),
      clock,
      requestsPerSecond: 1_000,
      ...options.client,
    },
  );
  after(async () => {
    close();
    await replay.close();
  });
  return { replay, remote, clock };
}

async function fetched(remote: Awaited<ReturnType<typeof connected>>['remote'], artefact: RemoteArtefact) {
  const sink = memorySink();
  await remote.fetch(artefact, sink, NEVER);
  return Object.fromEntries(
    Object.entries(unzipSync(sink.bytes())).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
  );
}

const AGENT = {
  id: idOf(900),
  name: 'Help desk',
  schemaname: 'acme_helpDesk',
  authenticationmode: 1,
  components: [
    { id: idOf(901), schemaname: 'acme_helpDesk.topic.Greeting', data: 'kind: AdaptiveDialog\n' },
    { id: idOf(902), schemaname: 'acme_helpDesk.gpt.default', data: 'kind: GptComponentMetadata\n' },
  ],
};

describe('a listing of environments', () => {
  it('has every flow and agent, with the reason why one is not read', async () => {
    const { replay, remote } = await connected([
      { flows: [flow(1), flow(2, { statecode: 0 }), flow(3, { statecode: 2 })], agents: [AGENT] },
      { flows: [flow(1), flow(4, { category: 6 }), flow(5, { category: 6, isDraft: true })], agents: null },
    ]);
    const { artefacts, problems, parts } = await listAll(remote);
    assert.deepEqual(problems, []);
    assert.equal(parts.length, 4);
    assert.deepEqual(
      artefacts.map(({ name, group, reason }) => [name, group.split(':')[0], reason]),
      [
        ['Flow 1', '127.0.0.1', undefined],
        ['Flow 2', '127.0.0.1', 'not_running'],
        ['Flow 3', '127.0.0.1', undefined],
        ['Help desk', '127.0.0.1', undefined],
        ['Flow 1', '127.0.0.2', undefined],
        ['Flow 4', '127.0.0.2', undefined],
        ['Flow 5', '127.0.0.2', 'draft'],
      ],
    );
    const coverage = coverageOf(
      artefacts.map(({ reason }) => reason),
      0,
    );
    assert.deepEqual([coverage.read, coverage.known, coverage.isComplete], [5, 7, true]);
    assert.deepEqual(replay.violations, []);
  });

  it('of 10,000 flows takes as many requests as they have pages', async () => {
    const { replay, remote } = await connected([
      { flows: Array.from({ length: 10_000 }, (_, at) => flow(at)) },
    ]);
    const { artefacts } = await listAll(remote);
    assert.equal(artefacts.length, 10_000);
    assert.deepEqual(
      ['token', 'whoami', 'rights', 'flows', 'agents', 'components'].map((name) => replay.count(name)),
      [1, 1, 1, 3, 1, 1],
      'two pages, and one for drafts',
    );
  });

  it('marks what changed, and an agent with each of its parts', async () => {
    const { replay, remote } = await connected([{ flows: [flow(1), flow(2)], agents: [AGENT] }]);
    const before = await listAll(remote);
    const [greeting, ...others] = AGENT.components;
    replay.environments = [
      {
        flows: [flow(1), flow(2, { version: 2 })],
        agents: [{ ...AGENT, components: [{ ...greeting!, version: 2 }, ...others] }],
      },
    ];
    const now = await listAll(remote);
    const changed = now.artefacts.filter(({ marker }, at) => marker !== before.artefacts[at]!.marker);
    assert.deepEqual(
      changed.map(({ name }) => name),
      ['Flow 2', 'Help desk'],
    );
    assert.ok(now.artefacts.every(({ key }, at) => key === before.artefacts[at]!.key));
  });
});

describe('an environment that shows less than it has', () => {
  const cases: readonly [string, ReplayEnvironment, RegExp][] = [
    [
      'whose role reads own flows alone',
      { rights: { ...READING, prvReadWorkflow: 'Basic' } },
      /a part of .+ only/,
    ],
    [
      'without the right to flows',
      { rights: { prvReadUser: 'Global', prvReadbot: 'Global', prvReadbotcomponent: 'Global' } },
      /Process: Read/,
    ],
    [
      'whose rights cannot be seen',
      { rights: { prvReadWorkflow: 'Global', prvReadbot: 'Global' } },
      /User: Read and Security Role: Read/,
    ],
    ['that does not know the application', { isStranger: true }, /application user/],
    [
      'without the right to agents',
      { rights: { prvReadUser: 'Global', prvReadWorkflow: 'Global' } },
      /Chatbot: Read/,
    ],
  ];
  for (const [title, environment, problem] of cases)
    it(`${title}, says so and what to do, and the other one is read`, async () => {
      const { remote } = await connected([
        { flows: [flow(1)], agents: [AGENT], ...environment },
        { flows: [flow(2)] },
      ]);
      const { problems, artefacts } = await listAll(remote);
      assert.match(problems.join('\n'), problem);
      assert.ok(artefacts.some(({ name }) => name === 'Flow 2'));
    });

  it('rejects a wrong secret as a whole', async () => {
    const { remote } = await connected([{ flows: [flow(1)] }], { clientSecret: 'another' });
    const [part] = await remote.parts(NEVER);
    await assert.rejects(remote.list(part!, undefined, NEVER), {
      problem: 'credential_rejected',
      message: /AADSTS7000215/,
    });
  });
});

describe('a fetch', () => {
  it('writes the files of an exported solution', async () => {
    const script = 'SET Total TO 1\r\nDisplay.ShowMessageDialog.ShowMessage Message: Total';
    const packed = JSON.stringify({ properties: { definition: { package: 'UEsDBA==' } } });
    const { remote, replay } = await connected([
      {
        flows: [
          flow(1, { name: 'Approve / invoice: «Ä»' }),
          flow(2, {
            category: 6,
            clientdata: '{"properties":{"definition":{"package":""}}}',
            definition: script,
          }),
          flow(3, { category: 6, clientdata: '{}', definition: JSON.stringify(script) }),
          flow(4, { category: 6, clientdata: packed }),
        ],
        agents: [AGENT],
      },
    ]);
    const { artefacts } = await listAll(remote);
    const [cloud, plain, quoted, old, agent] = await Promise.all(
      artefacts.map((one) => fetched(remote, one)),
    );
    assert.deepEqual(cloud, { [`Workflows/ApproveinvoiceÄ-${idOf(1)}.json`]: DEFINITION });
    assert.deepEqual(plain, { [`Workflows/Flow2-${idOf(2)}.txt`]: script });
    assert.deepEqual(quoted, { [`Workflows/Flow3-${idOf(3)}.txt`]: script });
    assert.deepEqual(old, { [`Workflows/Flow4-${idOf(4)}.json`]: packed });
    assert.deepEqual(agent, {
      'botcomponents/acme_helpDesk.topic.Greeting/data': 'kind: AdaptiveDialog\n',
      'botcomponents/acme_helpDesk.gpt.default/data': 'kind: GptComponentMetadata\n',
      'bots/acme_helpDesk/bot.xml':
        '<bot schemaname="acme_helpDesk">\n  <authenticationmode>1</authenticationmode>\n</bot>\n',
    });
    assert.deepEqual(replay.violations, []);
  });

  it('says that a script is in neither column', async () => {
    const { remote } = await connected([{ flows: [flow(1, { category: 6, clientdata: '{}' })] }]);
    const { artefacts } = await listAll(remote);
    await assert.rejects(fetched(remote, artefacts[0]!), {
      problem: 'unreadable',
      message: /neither column/,
    });
  });

  it('has each component of an agent, also where long names differ at the end or by what a path does not hold', async () => {
    const long = `acme_helpDesk.topic.${'Question'.repeat(9)}`;
    const names = [
      `${long}One`,
      `${long}Two`,
      'acme_helpDesk.topic.A-2',
      'acme_helpDesk.topic.A',
      'acme_helpDesk.topic.A?',
    ];
    const components = names.map((schemaname, at) => ({
      id: idOf(910 + at),
      schemaname,
      data: `kind: ${at}`,
    }));
    const { remote } = await connected([{ agents: [{ ...AGENT, components }] }]);
    const { artefacts } = await listAll(remote);
    const { 'bots/acme_helpDesk/bot.xml': _, ...files } = await fetched(remote, artefacts[0]!);
    assert.deepEqual(files, {
      [`botcomponents/${long}One/data`]: 'kind: 0',
      [`botcomponents/${long}Two/data`]: 'kind: 1',
      'botcomponents/acme_helpDesk.topic.A-2/data': 'kind: 2',
      'botcomponents/acme_helpDesk.topic.A/data': 'kind: 3',
      'botcomponents/acme_helpDesk.topic.A-3/data': 'kind: 4',
    });
  });

  it('quotes the beginning of a name, and takes no object for one', async () => {
    const { remote } = await connected(
      [{ flows: [flow(1, { name: 'n'.repeat(100_000), clientdata: '' })], agents: [AGENT] }],
      {
        faults: [
          {
            operation: 'agent',
            answer: (response) => json(response, 200, { name: { toString: 1 }, schemaname: { toString: 1 } }),
          },
        ],
      },
    );
    const { artefacts } = await listAll(remote);
    for (const artefact of artefacts)
      await assert.rejects(fetched(remote, artefact), (error: Error & { problem?: string }) => {
        assert.equal(error.problem, 'unreadable', String(error));
        assert.ok(error.message.length < 300, String(error.message.length));
        return true;
      });
  });

  it('makes equal bytes of what has not changed', async () => {
    const { remote } = await connected([{ flows: [flow(1)] }]);
    const { artefacts } = await listAll(remote);
    const twice = [memorySink(), memorySink()];
    for (const sink of twice) await remote.fetch(artefacts[0]!, sink, NEVER);
    assert.deepEqual(twice[0]!.bytes(), twice[1]!.bytes());
  });
});

describe('faults of the platform', () => {
  it('are waited for when it throttles: seconds, a date, and nothing', async () => {
    const throttled = (header: string | null) => ({
      operation: 'flows',
      answer: (response: Parameters<typeof json>[0]) => {
        if (header !== null) response.setHeader('Retry-After', header);
        json(response, 429, {
          error: { code: '0x80072322', message: 'Number of requests exceeded the limit.' },
        });
      },
    });
    const faults = [
      throttled('7'),
      { ...throttled('Sun, 01 Mar 2026 00:00:30 GMT'), after: 1 },
      { ...throttled(null), after: 2 },
    ];
    const { remote, clock } = await connected([{ flows: [flow(1)] }], { faults });
    const { artefacts, problems } = await listAll(remote);
    assert.deepEqual([artefacts.length, problems], [1, []]);
    const long = clock.pauses.filter((ms) => ms >= 1_000).map(Math.round);
    assert.equal(long[0], 7_000);
    assert.ok(Math.abs(long[1]! - 23_000) < 100, String(long[1]));
    assert.equal(long.length, 3);
  });

  it('are tried again when the token has ended', async () => {
    const { remote, replay } = await connected([{ flows: [flow(1)] }]);
    await listAll(remote);
    replay.endTokens();
    const { problems } = await listAll(remote);
    assert.deepEqual([problems, replay.count('token')], [[], 2]);
  });

  for (const [title, link] of [
    ['another host', 'https://evil.example/api/data/v9.2/workflows?$skiptoken=1'],
    ['another path', '/api/data/v9.1/workflows'],
    ['no address', { toString: 1, valueOf: 1 }],
    ['a long one', `http://127.0.0.1/api/data/v9.2/workflows?${'x'.repeat(40_000)}`],
    ['the inner network', 'http://169.254.169.254/api/data/v9.2/workflows'],
  ] as const)
    it(`end the part when its next page is said to be at ${title}`, async () => {
      const { remote, replay } = await connected([{ flows: [flow(1)] }, { flows: [flow(2)] }], {
        faults: [
          {
            operation: 'flows',
            answer: (response) => json(response, 200, { value: [], '@odata.nextLink': link }),
          },
        ],
      });
      const { problems, artefacts } = await listAll(remote);
      assert.match(problems[0]!, /said to be elsewhere/);
      assert.deepEqual(
        artefacts.map(({ name }) => name),
        ['Flow 2'],
      );
      assert.deepEqual(replay.violations, []);
    });

  it('end the part when a page comes twice', async () => {
    const { remote } = await connected([{ flows: [flow(1), flow(2)] }], {
      pageRowsMax: 1,
      faults: [
        {
          operation: 'flows',
          where: 'skiptoken=1',
          answer: (response, { url }) => json(response, 200, { value: [], '@odata.nextLink': url.href }),
        },
      ],
    });
    const { problems } = await listAll(remote);
    assert.match(problems[0]!, /same page twice/);
  });

  it('end the part when its pages have no end', async () => {
    let made = 0;
    const { remote, replay } = await connected([{ flows: [flow(1)] }], {
      faults: [
        {
          operation: 'flows',
          times: 300,
          answer: (response, { url }) => {
            const next = new URL(url);
            next.searchParams.set('$skiptoken', String(++made));
            json(response, 200, { value: [], '@odata.nextLink': next.href });
          },
        },
      ],
      client: { requestsPerSecond: 1_000_000 },
    });
    const { problems } = await listAll(remote);
    assert.match(problems.join('\n'), /flows of .+ have more than 200 pages/);
    assert.equal(replay.count('flows'), 200);
  });

  it('end the part when its rows have more characters than can be held, and drop what the query does not name', async () => {
    const wide = 'x'.repeat(12 * 1_048_576);
    let made = 0;
    const answered = (column: string) => ({
      operation: 'flows',
      times: 4,
      answer: (response: Parameters<typeof json>[0], { url }: { readonly url: URL }) => {
        const next = new URL(url);
        next.searchParams.set('$skiptoken', String(++made));
        const row = { workflowid: idOf(made), '@odata.etag': 'W/"1"', [column]: wide };
        json(response, 200, { value: [row], ...(made % 4 > 0 && { '@odata.nextLink': next.href }) });
      },
    });
    const named = await connected([{ flows: [] }], { faults: [answered('name')] });
    const { problems } = await listAll(named.remote);
    assert.match(problems.join('\n'), /flows of .+ have more than 33,554,432 characters/);
    made = 0;
    const other = await connected([{ flows: [] }], { faults: [answered('description')] });
    const { artefacts } = await listAll(other.remote);
    assert.equal(artefacts.length, 4);
  });

  for (const [title, answer, problem] of [
    ['a web page', '<!doctype html>', /answers a web page/],
    ['broken JSON', '{"value":[', /answers no JSON/],
    ['another shape', '{"rows":[]}', /has no list "value"/],
  ] as const)
    it(`end the part with ${title}`, async () => {
      const { remote } = await connected([{ flows: [flow(1)] }], {
        faults: [{ operation: 'flows', answer: (response) => void response.end(answer) }],
      });
      const { problems } = await listAll(remote);
      assert.match(problems.join('\n'), problem);
    });

  it('count rows without an id, and take none of the part for complete', async () => {
    const { remote } = await connected([{ flows: [flow(1)] }], {
      faults: [
        {
          operation: 'flows',
          times: 4,
          answer: (response) =>
            json(response, 200, { value: [{ workflowid: '../1', '@odata.etag': 'W/"1"' }] }),
        },
      ],
    });
    const { problems, artefacts } = await listAll(remote);
    assert.match(problems[0]!, /without an id or a version/);
    assert.deepEqual(artefacts, []);
  });
});

describe('a probe', () => {
  it('names rights beyond reading', async () => {
    const { remote } = await connected([
      { rights: { ...READING, prvWriteWorkflow: 'Global', prvDeleteWorkflow: 'Basic' } },
      {},
    ]);
    const { warnings } = await remote.probe(NEVER);
    assert.equal(warnings.length, 1);
    assert.match(
      warnings[0]!,
      /127\.0\.0\.1:\d+ than read: 2 privileges such as prvdeleteworkflow, prvwriteworkflow\./,
    );
  });
});

describe('a probe of a hostile environment', () => {
  it('quotes the beginning of the names of rights, and takes no object for a depth', async () => {
    const { remote } = await connected([{}], {
      faults: [
        {
          operation: 'rights',
          answer: (response) =>
            json(response, 200, {
              RolePrivileges: [
                { PrivilegeName: `prvWrite${'x'.repeat(100_000)}`, Depth: { toString: 1 } },
                { PrivilegeName: 'prvDeleteWorkflow', Depth: 'Global' },
              ],
            }),
        },
      ],
    });
    const { warnings } = await remote.probe(NEVER);
    assert.match(warnings[0]!, /2 privileges/);
    assert.ok(warnings[0]!.length < 1_000);
  });
});

describe('addresses', () => {
  const read = (...urls: string[]) => {
    const problems: string[] = [];
    const address = readEnvironmentAddresses({ urls, tenant: 'acme.onmicrosoft.com' }, problems);
    return address?.tokenUrl.href ?? problems.join(' ');
  };

  it('say where the cloud gives tokens', () => {
    const path = '/acme.onmicrosoft.com/oauth2/v2.0/token';
    assert.equal(
      read('https://acme.crm4.dynamics.com/main.aspx'),
      `https://login.microsoftonline.com${path}`,
    );
    assert.equal(read('https://acme.crm9.dynamics.com'), `https://login.microsoftonline.com${path}`);
    assert.equal(read('https://acme.crm.microsoftdynamics.us'), `https://login.microsoftonline.us${path}`);
    assert.equal(read('https://acme.crm.dynamics.cn'), `https://login.chinacloudapi.cn${path}`);
  });

  for (const [title, urls, problem] of [
    ['of other hosts', ['https://acme.crm4.dynamics.com.evil.example'], /is no environment/],
    ['without https', ['http://acme.crm4.dynamics.com'], /is no environment/],
    ['with a password', ['https://a:b@acme.crm4.dynamics.com'], /is no environment/],
    ['of two clouds', ['https://acme.crm4.dynamics.com', 'https://acme.crm.dynamics.cn'], /different clouds/],
    [
      'beyond 200',
      Array.from({ length: 201 }, (_, at) => `https://acme${at}.crm4.dynamics.com`),
      /more than 200/,
    ],
  ] as const)
    it(`are none ${title}`, () => assert.match(read(...urls), problem));

  it('need a tenant that is a part of a path', () => {
    const problems: string[] = [];
    readEnvironmentAddresses({ urls: ['https://acme.crm4.dynamics.com'], tenant: '../x' }, problems);
    assert.match(problems.join(' '), /id or a domain/);
  });
});
