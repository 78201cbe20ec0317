/** Endpoints that take a JSON body, with every method and kind of answer, on routes made for the purpose. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RequestBodyObject, SchemaObject } from 'openapi3-ts/oas31';
import { z } from 'zod';
import { textField } from '../../../gateway/endpoint/fields.ts';
import { defineRoute, NOTHING, type Route } from '../../../gateway/endpoint/route.ts';
import { buildOpenApi } from '../../../gateway/openapi/openapi.ts';
import { AccessServiceService } from '../../../src/gen/flowarden/v1/access.ts';
import { resolveReference } from '../../support/openapi/openapi-reference.ts';
import {
  CREDENTIALS,
  outcome,
  rawRequest,
  startCore,
  startTestGateway,
  type TestCore,
  type TestGateway,
} from '../support/support.ts';

const KIB = 1024;
const received: unknown[] = [];

const Body = z.strictObject({
  displayName: textField(20, 'A name.'),
  targetUrls: z
    .array(z.strictObject({ baseUrl: z.string() }))
    .max(2)
    .optional(),
  limits: z
    .strictObject({ dailyMax: z.int().min(1) })
    .nullable()
    .optional(),
  mode: z.enum(['on', 'off']).default('on'),
  settings: z.record(z.string(), z.unknown()).optional(),
});

const shared = {
  tag: 'Service',
  summary: 'x',
  description: 'x',
  access: AccessServiceService.checkAccess,
  params: NOTHING,
  query: NOTHING,
  errors: [],
} as const;
const status = {
  description: 'x',
  message: 'flowarden.rest.v1.StatusResponse',
  example: { status: 'ok' },
} as const;

const routes: readonly Route[] = [
  defineRoute({
    ...shared,
    method: 'POST',
    path: '/things',
    operationId: 'createThing',
    body: { kind: 'json', schema: Body, spelling: 'snake', codes: { mode: 'invalid_enforcement_mode' } },
    answers: { 201: { ...status, headers: { Location: 'Where it is.', ETag: 'Its version.' } } },
    async handle({ body }) {
      received.push(body);
      return { status: 201, body: { status: 'made' }, headers: { Location: '/things/1', ETag: '"1"' } };
    },
  }),
  defineRoute({
    ...shared,
    method: 'PATCH',
    path: '/things',
    operationId: 'patchThing',
    headers: { 'If-Match': 'The version that is meant.' },
    body: { kind: 'json', schema: Body.partial(), spelling: 'camel' },
    answers: { 202: { ...status, headers: { 'Retry-After': 'Seconds.' } } },
    async handle({ body, header }) {
      received.push({ body, ifMatch: header('If-Match') });
      return { status: 202, body: { status: 'later' }, headers: { 'Retry-After': '3' } };
    },
  }),
  defineRoute({
    ...shared,
    method: 'PUT',
    path: '/things',
    operationId: 'putThing',
    body: { kind: 'json', schema: NOTHING, spelling: 'camel' },
    answers: { 200: status },
    handle: async () => ({ status: 200, body: { status: 'x' }, headers: { 'X-Secret': '1' } }),
  }),
  defineRoute({
    ...shared,
    method: 'DELETE',
    path: '/things',
    operationId: 'deleteThing',
    answers: { 204: { description: 'x', message: null } },
    handle: async () => ({ status: 204 }),
  }),
  defineRoute({
    ...shared,
    method: 'GET',
    path: '/hooks',
    operationId: 'readHook',
    defaultCase: 'snake',
    otherTypes: { 'application/sarif+json': 'SARIF.' },
    answers: { 200: status },
    handle: async ({ wantedType }) =>
      wantedType === 'json' ? { status: 200, body: { status: 'x' } } : { status: 200, text: wantedType },
  }),
];

describe('an endpoint with a JSON body', () => {
  let core: TestCore;
  let gateway: TestGateway;
  before(async () => {
    core = await startCore();
    gateway = await startTestGateway({ corePort: core.port, routes, bodyTimes: { idleMsMax: 200 } });
  });
  after(async () => {
    await gateway.stop();
    core.stop();
  });

  async function send(
    method: string,
    body: string | Uint8Array | null,
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(`${gateway.url}/things`, {
      method,
      body: body as BodyInit | null,
      headers: { ...CREDENTIALS, 'Content-Type': 'application/json', ...headers },
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  }
  const post = (body: unknown) => send('POST', typeof body === 'string' ? body : JSON.stringify(body));

  it('gets its members in camelCase from any spelling, at every depth', async () => {
    const { status, headers } = await post({
      display_name: 'Ä',
      targetUrls: [{ base_url: 'https://a' }, { baseUrl: 'https://b' }],
      limits: { daily_max: 3 },
      settings: { some_key: { inner_key: 1 } },
    });
    assert.equal(status, 201);
    assert.equal(headers.get('location'), '/things/1');
    assert.equal(headers.get('etag'), '"1"');
    assert.deepEqual(received.at(-1), {
      displayName: 'Ä',
      targetUrls: [{ baseUrl: 'https://a' }, { baseUrl: 'https://b' }],
      limits: { dailyMax: 3 },
      mode: 'on',
      settings: { some_key: { inner_key: 1 } },
    });
  });

  it('says where something is by the path that a proxy shows the gateway under', async (t) => {
    const proxied = await startTestGateway({ corePort: core.port, routes, basePath: '/flow' });
    t.after(() => proxied.stop());
    const { headers } = await fetch(`${proxied.url}/things`, {
      method: 'POST',
      body: JSON.stringify({ displayName: 'a' }),
      headers: { ...CREDENTIALS, 'Content-Type': 'application/json' },
    });
    assert.equal(headers.get('location'), '/flow/things/1');
  });

  it('takes both spellings of a member when they say the same', async () => {
    assert.equal((await post({ display_name: 'a', displayName: 'a' })).status, 201);
  });

  for (const type of [
    'application/json; charset=utf-8',
    'text/json',
    'application/merge-patch+json',
    'APPLICATION/JSON',
  ]) {
    it(`takes ${type}`, async () => {
      assert.equal((await send('POST', '{"displayName":"a"}', { 'Content-Type': type })).status, 201);
    });
  }

  it('takes a byte order mark', async () => {
    assert.equal((await post('\ufeff{"displayName":"a"}')).status, 201);
  });

  for (const [fact, type] of [
    ['a form', 'application/x-www-form-urlencoded'],
    ['plain text', 'text/plain'],
    ['nothing', ''],
    ['a word that only begins so', 'application/jsonp'],
    ['another charset', 'application/json; charset=latin1'],
  ] as const) {
    it(`rejects a body whose type is ${fact}`, async () => {
      const { status, body } = await send('POST', '{}', { 'Content-Type': type });
      assert.deepEqual([status, body.error.code], [400, 'unsupported_content_type']);
    });
  }

  it('rejects a compressed body', async () => {
    const { body } = await send('POST', '{}', { 'Content-Encoding': 'gzip' });
    assert.equal(body.error.code, 'unsupported_content_type');
  });

  const rejected: readonly (readonly [
    fact: string,
    json: string | Uint8Array,
    code: string,
    says: RegExp,
  ])[] = [
    ['broken JSON', '{"displayName": "secret"', 'invalid_request', /not valid JSON/],
    ['an array', '[]', 'invalid_request', /must be a JSON object/],
    ['null', 'null', 'invalid_request', /must be a JSON object/],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'invalid_request', /UTF-8/],
    [
      'endless nesting',
      `{"settings":{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`,
      'invalid_request',
      /64 levels/,
    ],
    ['__proto__', '{"displayName":"a","__proto__":{"mode":"off"}}', 'unexpected_field', /"__proto__"/],
    ['an unknown member', '{"colour":1}', 'unexpected_field', /"colour".*display_name, target_urls/],
    [
      'an unknown member, deep inside',
      '{"displayName":"a","target_urls":[{"baseUrl":"x"},{"bogus":1}]}',
      'unexpected_field',
      /"bogus" is not known here in target_urls\[1\]/,
    ],
    [
      'two spellings that differ',
      '{"displayName":"a","display_name":"b"}',
      'conflicting_fields',
      /display_name/,
    ],
    ['a missing member', '{}', 'missing_field', /The field display_name is missing/],
    [
      'a missing member deep inside',
      '{"displayName":"a","targetUrls":[{}]}',
      'missing_field',
      /target_urls\[0\]\.base_url is missing/,
    ],
    ['a wrong type', '{"displayName":5}', 'invalid_field', /display_name must be a text/],
    ['null where nothing may be', '{"displayName":null}', 'invalid_field', /display_name must be a text/],
    ['a long text', `{"displayName":"${'x'.repeat(21)}"}`, 'invalid_field', /at most 20 characters/],
    [
      'a long list',
      '{"displayName":"a","targetUrls":[{"baseUrl":"a"},{"baseUrl":"a"},{"baseUrl":"a"}]}',
      'invalid_field',
      /target_urls must have at most 2 items/,
    ],
    ['a number too small', '{"displayName":"a","limits":{"dailyMax":0}}', 'invalid_field', /at least 1/],
    [
      'a value with its own code',
      '{"displayName":"a","mode":"maybe"}',
      'invalid_enforcement_mode',
      /on, off/,
    ],
    ['a NUL', '{"displayName":"a\\u0000"}', 'invalid_field', /NUL/],
    ['a NUL in free settings', '{"displayName":"a","settings":{"k":["\\u0000"]}}', 'invalid_field', /NUL/],
    ['half a character', '{"displayName":"\\ud800"}', 'invalid_field', /surrogate/],
    ['too many bytes', `{"displayName":"${'x'.repeat(256 * KIB)}"}`, 'request_too_large', /262,144/],
  ];
  for (const [fact, json, code, says] of rejected) {
    it(`rejects ${fact}`, async () => {
      const count = received.length;
      const { status, body } = await send('POST', json);
      assert.deepEqual([status, body.error.code], [code === 'request_too_large' ? 413 : 400, code]);
      assert.match(body.error.message, says);
      assert.doesNotMatch(body.error.message, /secret/);
      assert.equal(received.length, count);
    });
  }

  it('reads __proto__ in free settings as a plain member', async () => {
    assert.equal((await post('{"displayName":"a","settings":{"__proto__":{"polluted":true}}}')).status, 201);
    const { settings } = received.at(-1) as { settings: Record<string, unknown> };
    assert.equal(settings.polluted, undefined);
    assert.equal(Object.getPrototypeOf(settings), Object.prototype);
  });

  it('takes no body as an empty object', async () => {
    assert.equal((await send('PATCH', null)).status, 202);
    assert.deepEqual(received.at(-1), { body: { mode: 'on' }, ifMatch: undefined });
  });

  it('gets the headers that it documents, and answers with those alone', async () => {
    const answer = await send('PATCH', '{"limits":null}', { 'If-Match': '"7"' });
    assert.deepEqual(received.at(-1), { body: { limits: null, mode: 'on' }, ifMatch: '"7"' });
    assert.equal(answer.headers.get('retry-after'), '3');
    const { status, body } = await send('PUT', '{}');
    assert.deepEqual([status, body.error.code], [500, 'internal_error']);
  });

  it('can answer without a body', async () => {
    const { status, body, headers } = await send('DELETE', null);
    assert.deepEqual([status, body], [204, null]);
    assert.match(headers.get('x-request-id') ?? '', /./);
  });

  it('names its methods when another one is used', async () => {
    const response = await fetch(`${gateway.url}/things`, { headers: CREDENTIALS });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), 'POST, PATCH, PUT, DELETE, OPTIONS');
  });

  it('is stopped at the limit when it is chunked', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const { text } = await rawRequest(gateway.port, (socket) => {
      const head = Object.entries({ Host: 'a', ...CREDENTIALS, 'Content-Type': 'application/json' });
      const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`POST /things HTTP/1.1\r\n${lines}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(8)}`);
    });
    assert.deepEqual(outcome(text), [413, 'request_too_large']);
    assert.match(text, /\r\nConnection: close\r\n/);
  });

  it('is given up when the body stops coming', async () => {
    const { text } = await rawRequest(gateway.port, (socket) => {
      const head = Object.entries({ Host: 'a', ...CREDENTIALS, 'Content-Type': 'application/json' });
      const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`POST /things HTTP/1.1\r\n${lines}Content-Length: 50\r\n\r\n{`);
    });
    assert.deepEqual(outcome(text), [400, 'upload_too_slow']);
  });

  it('answers in its own spelling unless the request selects another one', async () => {
    const read = async (headers: Record<string, string>) => {
      const response = await fetch(`${gateway.url}/hooks`, { headers: { ...CREDENTIALS, ...headers } });
      return [response.headers.get('x-service-case'), response.status];
    };
    assert.deepEqual(await read({}), ['snake', 200]);
    assert.deepEqual(await read({ 'X-Service-Case': 'camel' }), ['camel', 200]);
    const rejected = await fetch(`${gateway.url}/hooks`);
    assert.ok('docs_url' in (await rejected.json()).error);
  });

  for (const [accept, expected] of [
    ['application/sarif+json', 'application/sarif+json'],
    ['application/json;q=0.5, application/sarif+json', 'application/sarif+json'],
    ['application/json, application/sarif+json;q=0.5', 'application/json'],
    ['*/*', 'application/json'],
    ['application/junit+xml', 'application/json'],
  ] as const) {
    it(`answers ${accept} with ${expected}`, async () => {
      const headers = { ...CREDENTIALS, Accept: accept };
      const response = await fetch(`${gateway.url}/hooks`, { headers });
      assert.equal(response.headers.get('content-type'), `${expected}; charset=utf-8`);
    });
  }

  it('is described in the spelling that it has', () => {
    const document = buildOpenApi(['/'], routes);
    const { paths, components } = document;
    const post = paths?.['/things']?.post;
    const body = post?.requestBody as RequestBodyObject;
    assert.deepEqual(Object.keys(body.content), ['application/json', 'text/json', 'application/*+json']);
    const schema = resolveReference(body.content['application/json']?.schema, document) as SchemaObject;
    assert.deepEqual(Object.keys(schema.properties ?? {}), [
      'display_name',
      'target_urls',
      'limits',
      'mode',
      'settings',
    ]);
    const described = JSON.stringify(document);
    assert.match(described, /"\$ref":"#\/components\/schemas\/ErrorResponseSnake"/);
    assert.match(JSON.stringify(components?.schemas?.ErrorResponseSnake), /"docs_url"/);
    assert.match(described, /"application\/sarif\+json"/);
    assert.equal(paths?.['/things']?.delete?.responses?.['204']?.content, undefined);
  });
});
