/** A request of the whole product is one trace, from the gateway to the receiver of its webhook, without secrets. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { loadConfig } from '../../src/infra/settings/config.ts';
import { openTracer } from '../../src/infra/telemetry/open-telemetry.ts';
import { parseTraceparent, traceparentOf } from '../../src/infra/telemetry/traceparent.ts';
import { until } from '../support/processes.ts';
import { type CollectedSpan, startCollector } from '../support/service/otlp.ts';
import { startReceiver } from '../support/service/receiver.ts';
import { startService } from '../support/service/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const SECRET = 'hunter2-in-a-file';
const FILE = readFileSync(join(ROOT, 'samples/uipath/Main.xaml'), 'utf8').replace(
  '<Sequence',
  `<!-- ${SECRET} --><Sequence`,
);
const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: true };

const collector = await startCollector();
const receiver = await startReceiver((_request, response) => void response.writeHead(204).end());
const scripts = temporaryFolder();
const { serve, run } = await startService({
  FLOWARDEN_WEBHOOK_ALLOW_HTTP: 'true',
  FLOWARDEN_WEBHOOK_NETWORKS: '127.0.0.0/8',
  FLOWARDEN_LOG_LEVEL: 'debug',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  NODE_V8_COVERAGE: scripts,
});

describe('traceparent', () => {
  const good = traceparentOf(CALLER);
  const table: readonly (readonly [title: string, text: string, ok: boolean])[] = [
    ['is read', good, true],
    ['of a later version may have more fields', `01${good.slice(2)}-more`, true],
    ['of this version may not', `${good}-more`, false],
    ['of the version that is none is not read', `ff${good.slice(2)}`, false],
    ['in capitals is not read', good.toUpperCase(), false],
    ['of no trace is not read', good.replace(CALLER.traceId, '0'.repeat(32)), false],
    ['of no span is not read', good.replace(CALLER.spanId, '0'.repeat(16)), false],
    ['that is too long is not read', `01${good.slice(2)}-${'a'.repeat(500)}`, false],
    ['that is something else is not read', 'hello', false],
  ];
  for (const [title, text, ok] of table) {
    it(title, () => assert.deepEqual(parseTraceparent(text), ok ? CALLER : null));
  }
});

describe('a tracer', () => {
  it('writes protobuf by default, and reports once that a collector accepts nothing', async () => {
    const collector = await startReceiver((_request, response) => void response.writeHead(400).end());
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${collector.port}`;
    const config = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.test' }).telemetry!;
    const failures: unknown[] = [];
    const tracer = await openTracer(config, 'test', '0.0.0', (error) => failures.push(error));
    for (let index = 0; index < 600; index += 1) tracer.start({ name: 'a span of mine' }).end();
    await tracer.close();
    assert.ok(collector.posts.length >= 2);
    for (const { path, headers, body } of collector.posts) {
      assert.deepEqual([path, headers['content-type']], ['/v1/traces', 'application/x-protobuf']);
      assert.ok(body.includes('a span of mine') && body.includes('flowarden-test'));
    }
    assert.equal(failures.length, 1);
  });

  it('collects the part that is wanted, and leaves it to callers where that is wanted', async () => {
    const parent = (isSampled: boolean) => traceparentOf({ ...CALLER, isSampled });
    const table = [
      ['always_on', null, '01'],
      ['always_off', parent(true), '00'],
      ['parentbased_always_on', null, '01'],
      ['parentbased_always_on', parent(false), '00'],
      ['parentbased_always_off', parent(true), '01'],
      ['traceidratio', parent(true), '00'],
      ['parentbased_traceidratio', null, '00'],
    ] as const;
    for (const [sampler, from, flags] of table) {
      const tracer = await openTracer(
        { protocol: 'http/json', sampler, ratio: 0 },
        'test',
        '0.0.0',
        () => {},
      );
      const { traceparent } = tracer.start({ name: 'one', parent: from });
      assert.equal(traceparent.slice(-2), flags, `${sampler} after ${from}`);
      assert.equal(traceparent.includes(CALLER.traceId), from !== null);
      await tracer.close();
    }
  });
});

/** The modules of others that the processes of a service have loaded, as their engine lists them at the end. */
function packagesIn(folder: string): Set<string> {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const texts = files.flatMap((text) => [...text.matchAll(/node_modules\/((?:@[\w-]+\/)?[\w.-]+)\//g)]);
  return new Set(texts.map(([, name]) => name!));
}

describe('a service without traces', () => {
  it('loads nothing of what they take, in no process', async () => {
    const scripts = temporaryFolder();
    const { serve } = await startService({ NODE_V8_COVERAGE: scripts });
    serve.child.kill('SIGTERM');
    assert.equal(await serve.ended, 0, serve.output());
    // The gateway that `serve` starts may write nothing, not even this list.
    const gateway = fork(join(ROOT, 'src/main.ts'), ['gateway'], {
      env: { PATH: process.env.PATH, FLOWARDEN_HTTP_PORT: '0', NODE_V8_COVERAGE: scripts },
      silent: true,
    });
    await once(gateway, 'message');
    gateway.kill('SIGTERM');
    await once(gateway, 'exit');
    const packages = packagesIn(scripts);
    for (const name of ['express', '@grpc/grpc-js', 'graphile-worker', 'piscina'])
      assert.ok(packages.has(name), `${name} is loaded`);
    // The client of Prometheus brings the interface along, which does nothing by itself.
    packages.delete('@opentelemetry/api');
    assert.deepEqual(
      [...packages].filter((name) => name.startsWith('@opentelemetry/')),
      [],
    );
  });
});

describe('a traced service', () => {
  let spans: readonly CollectedSpan[];

  async function send(path: string, id: string, body: FormData | string, more: Record<string, string> = {}) {
    const answer = await fetch(`${run.restUrl}/api/v1${path}`, {
      method: 'POST',
      body,
      headers: {
        Authorization: `ApiKey ${run.apiKey}`,
        'X-Org-Id': run.orgId,
        'X-Request-Id': id,
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
        ...more,
      },
    });
    assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
    return answer;
  }

  function form(fields: Record<string, string> = {}): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      platform: 'platform_1',
      label: `label ${SECRET}`,
      ...fields,
    }))
      form.set(name, value);
    form.set('file', new Blob([FILE]), `${SECRET}.xaml`);
    return form;
  }

  const named = (name: string, among = spans) => among.filter((span) => span.name === name);
  const one = (name: string, among = spans): CollectedSpan => {
    const found = named(name, among);
    assert.equal(found.length, 1, `${name}: ${found.length}`);
    return found[0]!;
  };
  const parentOf = (span: CollectedSpan) => spans.find(({ spanId }) => spanId === span.parentSpanId);
  /** The names from a span up to the first that no process of ours has made. */
  const chain = (span: CollectedSpan | undefined): string[] =>
    span === undefined
      ? []
      : [`${span.service.replace('flowarden-', '')}: ${span.name}`, ...chain(parentOf(span))];

  before(async () => {
    const hook = `http://127.0.0.1:${receiver.port}/hooks/${SECRET}`;
    await send('/org-webhooks', 'make-hook', JSON.stringify({ url: hook }));
    await send('/validate', 'synchronous-1', form(), {
      traceparent: traceparentOf(CALLER),
      'X-Other': SECRET,
    });
    await until('the event has been delivered', () => receiver.posts.length >= 1);
    await send('/validate/async', 'asynchronous-1', form());
    await until('the second event has been delivered', () => receiver.posts.length >= 2);
    serve.child.kill('SIGTERM');
    assert.equal(await serve.ended, 0, serve.output());
    spans = collector.spans();
  });

  it('has one trace from the caller to the threads, the database and the receiver, with the right parents', () => {
    const trace = spans.filter(({ traceId }) => traceId === CALLER.traceId);
    const request = one('POST /api/v1/validate', trace);
    assert.equal(request.parentSpanId, CALLER.spanId);
    assert.deepEqual(
      [request.kind, request.attributes['http.route'], request.attributes['http.response.status_code']],
      [2, '/api/v1/validate', 200],
    );
    const up = [
      'core: flowarden.v1.ValidationService/Validate',
      'gateway: flowarden.v1.ValidationService/Validate',
      'gateway: POST /api/v1/validate',
    ];
    for (const name of ['admit', 'wait for a thread', 'analyse'])
      assert.deepEqual(chain(one(name, trace)), [`core: ${name}`, ...up]);
    assert.deepEqual(chain(one('receive body', trace)), ['gateway: receive body', up[2]]);
    const chains = named('transaction', trace).map(chain);
    assert.ok(
      chains.some(([, ...above]) => above.join() === up.join()),
      JSON.stringify(chains),
    );
    const delivered = one('deliver validation.completed', trace);
    assert.deepEqual(chain(delivered).slice(0, 2), [
      'deliveries: deliver validation.completed',
      'core: transaction',
    ]);
    assert.equal(delivered.attributes['http.response.status_code'], 204);
    assert.deepEqual(
      delivered.links?.map(({ spanId }) => spanId),
      [delivered.parentSpanId],
    );
  });

  it('has the job of a later run and its webhook in the trace of its request, linked to it', () => {
    const { traceId } = one('POST /api/v1/validate/async');
    assert.notEqual(traceId, CALLER.traceId);
    const trace = spans.filter((span) => span.traceId === traceId);
    const job = one('process run-validation', trace);
    assert.deepEqual(chain(job).slice(0, 3), [
      'jobs: process run-validation',
      'core: transaction',
      'core: flowarden.v1.ValidationService/UploadValidation',
    ]);
    assert.deepEqual(
      job.links?.map(({ spanId }) => spanId),
      [job.parentSpanId],
    );
    assert.deepEqual(chain(one('analyse', trace)).slice(0, 4), [
      'core: analyse',
      'core: flowarden.internal.v1.RunService/RunValidation',
      'jobs: flowarden.internal.v1.RunService/RunValidation',
      'jobs: process run-validation',
    ]);
    assert.equal(one('deliver validation.completed', trace).service, 'flowarden-deliveries');
  });

  it('loads the exporter that is set, and no other', () => {
    const packages = packagesIn(scripts);
    assert.ok(packages.has('@opentelemetry/exporter-trace-otlp-http'));
    assert.ok(!packages.has('@opentelemetry/exporter-trace-otlp-proto'));
  });

  it('has spans that lie within those that they belong to', () => {
    for (const span of spans) {
      const parent = parentOf(span);
      assert.ok(BigInt(span.startTimeUnixNano) <= BigInt(span.endTimeUnixNano), span.name);
      if (parent === undefined || span.links?.length) continue;
      const early = Number(BigInt(parent.startTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6;
      assert.ok(early <= 5, `${span.name} begins ${early} ms before ${parent.name}`);
    }
  });

  it('holds nothing that callers send, and sends its traces to the collector alone', () => {
    assert.ok(spans.length > 20);
    const text = collector.text();
    for (const secret of [SECRET, run.apiKey, run.apiKey.split('_')[3]!, run.orgId, 'whsec_', 'postgres://'])
      assert.ok(!text.includes(secret), secret);
    for (const { headers } of receiver.posts) assert.equal(headers.traceparent, undefined);
  });

  it('has the id of the request in the lines of every process, and its trace', () => {
    const lines = serve
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const rolesOf = (id: string) =>
      [...new Set(lines.filter(({ requestId }) => requestId === id).map(({ role }) => role))].sort();
    assert.deepEqual(rolesOf('synchronous-1'), ['core', 'gateway']);
    assert.deepEqual(rolesOf('asynchronous-1'), ['core', 'gateway', 'jobs']);
    for (const line of lines.filter(({ requestId }) => requestId === 'synchronous-1'))
      assert.equal(line.traceId, CALLER.traceId, JSON.stringify(line));
  });
});
