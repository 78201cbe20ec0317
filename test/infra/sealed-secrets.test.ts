/**
 * Secrets in every place of every route: none shows in what any process writes, in metrics, traces and errors, and none
 * is stored but as its hash or sealed.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { Route } from '../../gateway/endpoint/route.ts';
import { ROUTES } from '../../gateway/routes/all-routes.ts';
import { embeddedUrl } from '../../src/infra/embedded-postgres/embedded-postgres.ts';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { freePort } from '../../src/processes/supervisor/ports.ts';
import { until } from '../support/processes.ts';
import { bySize } from '../support/ring.ts';
import { startService } from '../support/service/service.ts';

/** A text that nothing else contains. */
const mark = () => randomBytes(12).toString('hex');
const jwtPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Secrets that must show nowhere, with the whole text that holds each. */
const SENT = {
  'wrong key': `fwd_live_abcdefgh_${mark()}`,
  token: `${jwtPart({ alg: 'RS256' })}.${jwtPart({ sub: mark() })}.${mark()}`,
  cookie: `session=${mark()}`,
  query: mark(),
  field: mark(),
  captcha: mark(),
  password: `Pw-${mark()}`,
};
const SETTINGS = { FLOWARDEN_CAPTCHA_SECRET: mark(), FLOWARDEN_GATEWAY_TOKEN: mark() + mark() };

/** Stands in for the collector of traces and for the provider of the captcha. */
const traces: string[] = [];
const outside = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url?.includes('traces')) traces.push(Buffer.concat(chunks).toString('latin1'));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
  });
}).listen(0, '127.0.0.1');
await once(outside, 'listening');
after(() => outside.close());
const { port: outsidePort } = outside.address() as AddressInfo;

const ports = {
  gateway: await freePort('127.0.0.1', 0, ''),
  core: await freePort('127.0.0.1', 0, ''),
  jobs: await freePort('127.0.0.1', 0, ''),
};
const { serve, dataDir, run } = await startService({
  FLOWARDEN_GATEWAY_METRICS_PORT: String(ports.gateway),
  FLOWARDEN_CORE_METRICS_PORT: String(ports.core),
  FLOWARDEN_JOBS_METRICS_PORT: String(ports.jobs),
  FLOWARDEN_LOG_LEVEL: 'trace',
  FLOWARDEN_LIMIT_FACTOR: '0',
  FLOWARDEN_CAPTCHA_VERIFY_URL: `http://127.0.0.1:${outsidePort}/siteverify`,
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${outsidePort}`,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '200',
  ...SETTINGS,
});
const RIGHT_KEY = { authorization: `ApiKey ${run.apiKey}` };
const WRONG = [{ authorization: `ApiKey ${SENT['wrong key']}` }, { authorization: `Bearer ${SENT.token}` }];

/** Secrets that the service itself has created: each is shown once, in its own answer. */
const given = new Map([['right key', run.apiKey.split('_').at(-1)!]]);

const WORKFLOW = readFileSync(join(installRoot(), 'samples/uipath/Main.xaml'), 'utf8').replace(
  '</Sequence>',
  `<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[password]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">${SENT.password}</InArgument></Assign.Value></Assign></Sequence>`,
);

function bodyOf({ body }: Route): { readonly body?: FormData | string; readonly type?: string } {
  if (body === null) return {};
  const { field, captcha } = SENT;
  if (body.kind === 'json') {
    const texts = { name: field, url: `https://user:${field}@example.org/`, secret: field, reason: field };
    return {
      body: JSON.stringify({ ...texts, 'captcha-response': captcha, email: 'a@example.org', [field]: field }),
      type: 'application/json',
    };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries({ platform: 'uipath', [field]: field, ruleset: field }))
    form.append(name, value);
  form.append('file', new Blob([WORKFLOW]), 'Main.xaml');
  return { body: form };
}

/** Calls the route with secrets wherever there is room for one. Returns the text of the answer if it is an error. */
async function call(route: Route, credentials: Record<string, string>): Promise<string> {
  const path = route.path.replaceAll(/:\w+/g, SENT['wrong key']);
  const { body, type } = bodyOf(route);
  const answer = await fetch(`${run.restUrl}${path}?token=${SENT.query}`, {
    method: route.method,
    headers: {
      ...credentials,
      'x-org-id': run.orgId,
      cookie: SENT.cookie,
      'x-request-id': SENT['wrong key'],
      'user-agent': `agent ${SENT.token}`,
      ...(type ? { 'content-type': type } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return answer.status >= 400 ? text : '';
}

/** The names of what is found in the text. */
function found(text: string, secrets: Iterable<readonly [string, string]>): readonly string[] {
  return [...secrets].filter(([, value]) => text.includes(value)).map(([name]) => name);
}

const post = async (path: string, content: object): Promise<Record<string, string>> => {
  const headers = { ...RIGHT_KEY, 'x-org-id': run.orgId, 'content-type': 'application/json' };
  const answer = await fetch(`${run.restUrl}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(content),
  });
  assert.ok(answer.ok, await answer.clone().text());
  return (await answer.json()) as Record<string, string>;
};

/** All rows of all tables as text, as their owner sees them. */
async function databaseText(): Promise<string> {
  const [, , , port] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const sql = postgres(embeddedUrl(dataDir, Number(port)), { max: 1 });
  const tables = await sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`;
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql.unsafe(`select whole::text as text from ${name} as whole`);
      return rows.map(({ text }) => text).join('\n');
    }),
  );
  await sql.end();
  return texts.join('\n');
}

describe('secrets in every place of every route', () => {
  const errors: string[] = [];

  it('are sent', async () => {
    const { secret } = await post('/api/v1/org-webhooks', {
      url: 'https://example.org/hook',
      events: ['validation.completed'],
    });
    given.set('webhook secret', secret!);
    given.set('new key', (await post('/api/v1/api-keys', { name: 'x', scopes: ['analysis:read'] })).key!);
    const wrong: readonly Record<string, string>[] = [...WRONG, { ...WRONG[0], 'x-org-id': run.apiKey }];
    for (const [index, route] of ROUTES.entries()) {
      // The inner ring sends each route one of those that are wrong, in turn.
      const chosen = bySize([wrong[index % wrong.length]!], wrong);
      for (const credentials of [RIGHT_KEY, ...chosen]) errors.push(await call(route, credentials));
    }
    const scan = new FormData();
    scan.append('platform', 'uipath');
    scan.append('file', new Blob([WORKFLOW]), 'Main.xaml');
    await fetch(`${run.restUrl}/api/v1/demo/validate`, { method: 'POST', body: scan });
    assert.ok(errors.filter(Boolean).length > errors.length / 2);
  });

  it('do not stand in errors, and no stack does', () => {
    const text = errors.join('\n');
    const { field: _, query: __, ...credentials } = SENT;
    assert.deepEqual(
      found(text, [...Object.entries(credentials), ...given, ...Object.entries(SETTINGS)]),
      [],
    );
    assert.doesNotMatch(text, /\bat .*\.[jt]s:\d+|node_modules/);
  });

  it('do not stand in metrics and traces', async () => {
    await until('traces have come', () => traces.length > 0);
    await sleep(500);
    const addresses = Object.values(ports).map((port) => `http://127.0.0.1:${port}/metrics`);
    const texts = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
    for (const text of texts) assert.match(text, /flowarden_/);
    const all = [...Object.entries(SENT), ...given, ...Object.entries(SETTINGS)];
    assert.deepEqual(found([...texts, ...traces].join('\n'), all), []);
  });

  it('are not stored in plain', async () => {
    const text = await databaseText();
    assert.ok(text.includes(run.orgId));
    const { field: _, ...rest } = SENT;
    assert.deepEqual(found(text, [...Object.entries(rest), ...given, ...Object.entries(SETTINGS)]), []);
  });

  it('are not written by any process, at any level', async () => {
    serve.child.kill('SIGTERM');
    await serve.ended;
    const text = serve.output();
    for (const role of ['gateway', 'core', 'serve']) assert.match(text, new RegExp(`"role":"${role}"`));
    const all = [...Object.entries(SENT), ...given, ...Object.entries(SETTINGS)];
    assert.deepEqual(found(text, all), []);
    for (const line of text.split('\n').filter((line) => line.startsWith('{')))
      assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});
