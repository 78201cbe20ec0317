/** First checks of every request: id, spelling, content type, route, method, credentials, organisation. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { call } from '../support/api.ts';
import {
  CREDENTIALS,
  ORG_ID,
  outcome,
  rawRequest,
  startCore,
  startTestGateway,
  type TestCore,
  type TestGateway,
} from '../support/support.ts';

describe('every request', () => {
  let core: TestCore;
  let gateway: TestGateway;
  before(async () => {
    core = await startCore();
    gateway = await startTestGateway({ corePort: core.port });
  });
  after(async () => {
    await gateway.stop();
    core.stop();
  });
  const get = (path: string, headers: Record<string, string> = {}) => call(gateway, path, { headers });
  const rules = (headers: Record<string, string> = {}, query = '') =>
    get(`/api/v1/rules${query}`, { ...CREDENTIALS, ...headers });

  describe('has an id', () => {
    it('which is taken over when it is one', async () => {
      const { headers } = await get('/healthz', { 'X-Request-Id': 'build_17.2-a' });
      assert.equal(headers.get('x-request-id'), 'build_17.2-a');
    });
    for (const id of ['a b', 'ä', 'x'.repeat(65), '<script>']) {
      it(`which is made when ${JSON.stringify(id.slice(0, 12))} was sent`, async () => {
        const { headers } = await get('/healthz', { 'X-Request-Id': encodeURI(id).slice(0, 70) });
        assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
      });
    }
  });

  describe('is answered in a spelling', () => {
    const table: readonly (readonly [
      fact: string,
      headers: Record<string, string>,
      query: string,
      expected: string,
    ])[] = [
      ['camel when nothing is said', {}, '', 'camel'],
      ['by the header', { 'X-Service-Case': 'snake' }, '', 'snake'],
      ['by Accept', { Accept: 'application/json;case=snake' }, '', 'snake'],
      ['by Accept among others', { Accept: 'text/html, application/json; q=0.5; case="snake"' }, '', 'snake'],
      ['by the query', {}, '?case=snake', 'snake'],
      [
        'by the header before Accept and query',
        { 'X-Service-Case': 'camel', Accept: 'a/b;case=snake' },
        '?case=snake',
        'camel',
      ],
      ['by Accept before the query', { Accept: 'application/json;case=camel' }, '?case=snake', 'camel'],
    ];
    for (const [fact, headers, query, expected] of table) {
      it(fact, async () => {
        const answer = await rules(headers, query);
        assert.equal(answer.headers.get('x-service-case'), expected);
        assert.ok((expected === 'snake' ? 'rule_id' : 'ruleId') in answer.body.rules[0]);
      });
    }
    for (const [headers, query] of [
      [{ 'X-Service-Case': 'kebab' }, ''],
      [{ Accept: 'application/json;case=SHOUT' }, ''],
      [{}, '?case=pascal'],
      [{}, '?case=snake&case=camel'],
    ] as const) {
      it(`and ${JSON.stringify({ ...headers, query })} is rejected`, async () => {
        const { status, body } = await rules(headers, query);
        assert.equal(status, 400);
        assert.equal(body.error.code, 'invalid_field');
      });
    }
    it('errors too', async () => {
      const { body } = await get('/nothing', { 'X-Service-Case': 'snake' });
      assert.deepEqual(Object.keys(body.error), ['code', 'message', 'docs_url']);
    });
  });

  describe('is answered in a content type', () => {
    for (const [accept, expected] of [
      [undefined, 'application/json'],
      ['text/json', 'text/json'],
      ['text/plain', 'text/plain'],
      ['text/plain, application/json;q=0.5', 'text/plain'],
      ['application/json, text/plain, */*', 'application/json'],
      ['text/html,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
      ['image/png', 'application/json'],
      ['text/*', 'text/json'],
      [';;,q=,', 'application/json'],
    ] as const) {
      it(`${expected} for ${accept ?? 'nothing'}`, async () => {
        const plain = await rules();
        const answer = await rules(accept === undefined ? {} : { Accept: accept });
        assert.equal(answer.headers.get('content-type'), `${expected}; charset=utf-8`);
        assert.equal(answer.text, plain.text);
      });
    }
  });

  describe('must have a route', () => {
    for (const path of [
      '/api',
      '/api/v1',
      '/api/v2/validate',
      '/API/v1/rules',
      '/api/v1/rules/a/b',
      '/docs/assets/package.json',
      '/docs/assets/..%2Fpackage.json',
      '/openapi.yaml',
      '/.env',
    ]) {
      it(`or ${path} is not found`, async () => {
        const { status, body } = await get(path, CREDENTIALS);
        assert.equal(status, 404);
        assert.equal(body.error.code, 'route_not_found');
      });
    }
    it('that is valid percent-encoding', async () => {
      const { status, body } = await get('/api/v1/rules/%E0%A4%A', CREDENTIALS);
      assert.equal(status, 400);
      assert.equal(body.error.code, 'invalid_request');
    });
  });

  describe('must use a method of its route', () => {
    for (const [method, path, allow] of [
      ['GET', '/api/v1/validate', 'POST, OPTIONS'],
      ['PUT', '/api/v1/validate', 'POST, OPTIONS'],
      ['POST', '/api/v1/rules', 'GET, HEAD, OPTIONS'],
      ['PUT', '/api/v1/results/1', 'GET, DELETE, HEAD, OPTIONS'],
      ['POST', '/docs', 'GET, HEAD, OPTIONS'],
    ] as const) {
      it(`and ${method} ${path} is not one`, async () => {
        const answer = await call(gateway, path, { method });
        assert.equal(answer.status, 405);
        assert.equal(answer.headers.get('allow'), allow);
        assert.equal(answer.body.error.code, 'method_not_allowed');
      });
    }
    it('OPTIONS names them', async () => {
      const answer = await call(gateway, '/api/v1/validate', { method: 'OPTIONS' });
      assert.equal(answer.status, 204);
      assert.equal(answer.headers.get('allow'), 'POST, OPTIONS');
    });
    it('HEAD is GET without the body', async () => {
      const answer = await call(gateway, '/api/v1/rules', {
        method: 'HEAD',
        headers: { ...CREDENTIALS, 'Accept-Encoding': 'identity' },
      });
      assert.equal(answer.status, 200);
      assert.equal(answer.text, '');
      assert.equal(Number(answer.headers.get('content-length')), (await rules()).text.length);
    });
  });

  describe('must say who calls', () => {
    const Authorization = 'Bearer abc.def.ghi';
    const cases: readonly (readonly [
      fact: string,
      headers: [string, string][],
      status: number,
      code: string,
    ])[] = [
      ['no credentials', [['X-Org-Id', ORG_ID]], 401, 'authentication_required'],
      [
        'empty credentials',
        [
          ['X-Org-Id', ORG_ID],
          ['Authorization', ''],
        ],
        401,
        'authentication_required',
      ],
      [
        'another scheme',
        [
          ['X-Org-Id', ORG_ID],
          ['Authorization', 'Basic abc'],
        ],
        401,
        'authentication_required',
      ],
      [
        'a scheme alone',
        [
          ['X-Org-Id', ORG_ID],
          ['Authorization', 'ApiKey'],
        ],
        401,
        'invalid_credentials',
      ],
      [
        'a key with a blank',
        [
          ['X-Org-Id', ORG_ID],
          ['Authorization', 'ApiKey a b'],
        ],
        401,
        'invalid_credentials',
      ],
      [
        'a key in another script',
        [
          ['X-Org-Id', ORG_ID],
          ['Authorization', 'ApiKey schlüssel'],
        ],
        401,
        'invalid_credentials',
      ],
      [
        'two headers',
        [
          ['X-Org-Id', ORG_ID],
          ['Authorization', Authorization],
          ['Authorization', 'ApiKey k'],
        ],
        400,
        'ambiguous_credentials',
      ],
      [
        'two headers in odd spelling',
        [
          ['X-Org-Id', ORG_ID],
          ['AUTHORIZATION', 'ApiKey k'],
          ['aUTHORIZATION', 'ApiKey k'],
        ],
        400,
        'ambiguous_credentials',
      ],
      [
        'an empty header beside a good one',
        [
          ['X-Org-Id', ORG_ID],
          ['Authorization', ''],
          ['Authorization', 'ApiKey k'],
        ],
        400,
        'ambiguous_credentials',
      ],
      [
        'a key beside another scheme',
        [
          ['X-Org-Id', ORG_ID],
          ['Authorization', 'ApiKey k, Basic abc'],
        ],
        400,
        'ambiguous_credentials',
      ],
      [
        'a key folded into two lines',
        [
          ['X-Org-Id', ORG_ID],
          ['Authorization', 'ApiKey k\r\n Bearer abc.def.ghi'],
        ],
        400,
        'invalid_request',
      ],
      [
        'two values',
        [
          ['X-Org-Id', ORG_ID],
          ['Authorization', `${Authorization}, ApiKey k`],
        ],
        400,
        'ambiguous_credentials',
      ],
    ];
    for (const [fact, headers, status, code] of cases) {
      it(`and ${fact} is rejected`, async () => {
        const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        const { text } = await rawRequest(gateway.port, (socket) => {
          socket.write(
            Buffer.from(
              `GET /api/v1/rules HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n`,
              'latin1',
            ),
          );
        });
        assert.match(text, new RegExp(`^HTTP/1.1 ${status} `));
        assert.match(text, new RegExp(`"code":"${code}"`));
        if (status === 401) {
          assert.match(text, /\r\nWWW-Authenticate: Bearer\r\n/);
          assert.match(text, /\r\nWWW-Authenticate: ApiKey\r\n/);
        }
        assert.doesNotMatch(text, /abc\.def/);
      });
    }
  });

  describe('is answered so that a browser does nothing with it', () => {
    for (const [method, path, policy] of [
      ['GET', '/api/v1/rules', "default-src 'none'; frame-ancestors 'none'"],
      ['GET', '/api/v1/nothing', "default-src 'none'; frame-ancestors 'none'"],
      ['PUT', '/api/v1/rules', "default-src 'none'; frame-ancestors 'none'"],
      ['OPTIONS', '/api/v1/rules', "default-src 'none'; frame-ancestors 'none'"],
      ['GET', '/openapi.json', "default-src 'none'; frame-ancestors 'none'"],
      ['GET', '/docs/assets/start.js', "default-src 'none'; frame-ancestors 'none'"],
      ['GET', '/docs/', "default-src 'none'; script-src 'self'"],
    ] as const) {
      it(`to ${method} ${path}`, async () => {
        const { headers } = await fetch(gateway.url + path, { method, headers: CREDENTIALS });
        assert.ok(headers.get('content-security-policy')?.startsWith(policy));
        assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'$/);
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.equal(headers.get('referrer-policy'), 'no-referrer');
        assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
        // The description is for any site's viewer of descriptions.
        const mayRead = path === '/openapi.json' ? '*' : null;
        assert.equal(headers.get('access-control-allow-origin'), mayRead);
      });
    }
    it('to what is no request', async () => {
      const { text } = await rawRequest(gateway.port, (socket) => void socket.write('EHLO a\r\n\r\n'));
      assert.match(text, /\r\nContent-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n/);
    });
  });

  it('leaves no secret and no forged line in the log and the metrics, wherever it stands', async () => {
    const secret = `fwd_live_abcdefgh_${'s'.repeat(40)}_000000`;
    const forged = 'x\r\n{"level":"info","msg":"forged"}';
    const form = new FormData();
    form.append('platform', secret);
    form.append(secret, forged);
    form.append('file', new Blob(['<Activity/>']), `${secret}${forged}`);
    const Authorization = `ApiKey ${secret}`;
    const hidden = {
      Authorization,
      'X-Org-Id': ORG_ID,
      'User-Agent': secret,
      Referer: secret,
      'X-Request-Id': `a ${secret}`,
    };
    for (const [path, init] of [
      [`/api/v1/rules?api_key=${secret}&q=${encodeURIComponent(forged)}`, {}],
      [`/api/v1/${secret}${encodeURIComponent(forged)}`, {}],
      [`/api/v1/results/${secret}`, {}],
      ['/api/v1/validate', { method: 'POST', body: form }],
    ] as const)
      await fetch(gateway.url + path, { ...init, headers: hidden });
    const metrics = await gateway.metrics();
    assert.ok(gateway.logLines.length > 0);
    for (const text of [metrics, ...gateway.logLines]) {
      assert.ok(!text.includes('s'.repeat(40)), text);
      assert.ok(!text.includes('forged'), text);
    }
  });

  it('that is not HTTP gets an error that says so', async () => {
    const { text } = await rawRequest(gateway.port, (socket) => {
      socket.write('EHLO example.org\r\n\r\n');
    });
    assert.match(text, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.match(text, /"code":"invalid_request"/);
    assert.match(text, /\r\nLink: <http.*#invalid_request>; rel="help"\r\n/);
  });

  for (const [fact, head] of [
    ['that names no host', ''],
    ['that names two hosts', 'Host: a\r\nHost: b\r\n'],
  ]) {
    it(`${fact} gets an error that says so`, async () => {
      const { text } = await rawRequest(gateway.port, (socket) => {
        socket.write(`GET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
      });
      assert.deepEqual(outcome(text), [400, 'invalid_request']);
      assert.match(text, /\r\nX-Request-Id: /);
    });
  }

  it('of HTTP/1.0 needs no host', async () => {
    const { text } = await rawRequest(gateway.port, (socket) => {
      socket.write('GET /healthz HTTP/1.0\r\n\r\n');
    });
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
  });

  it('that expects what we do not know is answered all the same', async () => {
    const { text } = await rawRequest(gateway.port, (socket) => {
      socket.write('GET /nowhere HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n');
    });
    assert.deepEqual(outcome(text), [404, 'route_not_found']);
  });

  it('with endless headers gets an error that says so', async () => {
    const { text } = await rawRequest(gateway.port, (socket) => {
      socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`);
    });
    assert.match(text, /"code":"invalid_request"/);
  });
});
