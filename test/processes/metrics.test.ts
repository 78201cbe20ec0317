/** Metrics of a whole service, against the documentation, the dashboard and the alerts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { programVersion } from '../../src/infra/process/install-root.ts';
import { freePort } from '../../src/processes/supervisor/ports.ts';
import { until } from '../support/processes.ts';
import { startService } from '../support/service/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Metric as its text describes it. */
interface Family {
  readonly type: string;
  readonly samples: readonly { readonly name: string; readonly labels: ReadonlyMap<string, string> }[];
}

function parse(text: string): Map<string, Family> {
  const samples = [...text.matchAll(/^([a-z_][a-z0-9_]*)(?:\{(.*)\})? [^ ]+$/gm)].map(
    ([, name, labels = '']) => ({
      name: name!,
      labels: new Map(
        [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key!, value!]),
      ),
    }),
  );
  return new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => {
      const own = samples.filter(
        (sample) => sample.name === name || (type === 'histogram' && sample.name.startsWith(`${name}_`)),
      );
      return [name!, { type: type!, samples: own }];
    }),
  );
}

const newPort = () => freePort('127.0.0.1', 0, '');
const [gatewayPort, corePort, jobsPort, deliveriesPort, pullsPort] = [
  await newPort(),
  await newPort(),
  await newPort(),
  await newPort(),
  await newPort(),
];
const { run } = await startService({
  FLOWARDEN_GATEWAY_METRICS_PORT: String(gatewayPort),
  FLOWARDEN_CORE_METRICS_PORT: String(corePort),
  FLOWARDEN_JOBS_METRICS_PORT: String(jobsPort),
  FLOWARDEN_DELIVERIES_METRICS_PORT: String(deliveriesPort),
  FLOWARDEN_PULLS_METRICS_PORT: String(pullsPort),
});

describe('metrics', () => {
  let roles: ReadonlyMap<string, ReadonlyMap<string, Family>>;
  const all = () => new Map([...roles.values()].flatMap((families) => [...families]));

  before(async () => {
    const headers = { Authorization: `ApiKey ${run.apiKey}`, 'X-Org-Id': run.orgId };
    const send = (path: string) => {
      const form = new FormData();
      form.set('platform', 'uipath');
      form.set('file', new Blob([read('samples/uipath/Main.xaml')]), 'Main.xaml');
      return fetch(`${run.restUrl}${path}`, { method: 'POST', headers, body: form });
    };
    assert.equal((await send('/api/v1/validate')).status, 200);
    const { resultUrl } = (await (await send('/api/v1/validate/async')).json()) as { resultUrl: string };
    assert.equal((await fetch(`${resultUrl}?wait=20`, { headers })).status, 200);
    assert.equal((await fetch(`${run.restUrl}/api/v1/usage`)).status, 401);
    const stranger = { ...headers, Authorization: `ApiKey ${run.apiKey.slice(0, -1)}` };
    assert.equal((await fetch(`${run.restUrl}/api/v1/usage`, { headers: stranger })).status, 401);
    assert.equal((await fetch(`${run.restUrl}/nothing/${run.orgId}`)).status, 404);
    const addresses = {
      Gateway: `http://127.0.0.1:${gatewayPort}`,
      Core: `http://127.0.0.1:${corePort}`,
      Jobs: `http://127.0.0.1:${jobsPort}`,
      Deliveries: `http://127.0.0.1:${deliveriesPort}`,
      Pulls: `http://127.0.0.1:${pullsPort}`,
    };
    // Those that pull start with the first source.
    const source = {
      kind: 'uipath',
      name: 'Tenant',
      url: 'https://cloud.uipath.com/acme/test/orchestrator_',
    };
    const added = await fetch(`${run.restUrl}/api/v1/sources`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(source),
    });
    assert.equal(added.status, 201, await added.text());
    for (const role of ['Deliveries', 'Pulls'] as const)
      await until(role, () => fetch(addresses[role]).then(Boolean, () => false));
    const textOf = async (url: string) => (await fetch(`${url}/metrics`)).text();
    // A job ends after the result that it has stored can be read.
    await until('the job to end', async () =>
      (await textOf(addresses.Jobs)).includes('flowarden_job_seconds_count{task="run-validation"'),
    );
    const texts = Object.entries(addresses).map(
      async ([role, url]) => [role, parse(await textOf(url))] as const,
    );
    roles = new Map(await Promise.all(texts));
  });

  it('are not served where REST is', async () => {
    assert.equal((await fetch(`${run.restUrl}/metrics`)).status, 404);
  });

  it('are those of the documentation, process by process', () => {
    const [, ...sections] = read('docs/metrics.md').split(/^## /m);
    for (const section of sections) {
      const [title] = section.split('\n');
      const documented = [...section.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(
        ([, name, type]) => `${name} ${type}`,
      );
      const real = [...roles.get(title!)!].filter(([name]) => name.startsWith('flowarden_'));
      assert.ok(documented.length > 0);
      assert.deepEqual(documented.sort(), real.map(([name, { type }]) => `${name} ${type}`).sort());
    }
  });

  it('are named by the rules of Prometheus: base units, and counters end with _total', () => {
    for (const [name, { type }] of all()) {
      if (!name.startsWith('flowarden_')) continue;
      assert.equal(name.endsWith('_total'), type === 'counter', name);
      if (type === 'histogram') assert.match(name, /_(?:seconds|bytes)$/);
      assert.doesNotMatch(name, /_(?:ms|milliseconds|minutes|kb|mb)(?:_|$)/);
    }
  });

  it('have labels from closed sets: no organisation, no file, no path', () => {
    for (const [name, { samples }] of all()) {
      if (!name.startsWith('flowarden_')) continue;
      assert.ok(samples.length < 2_000, `${name} has ${samples.length} series`);
      for (const { labels } of samples)
        for (const [label, value] of labels) {
          if (label === 'le') continue;
          assert.doesNotMatch(value, /[0-9a-f]{8}-[0-9a-f]{4}|\.xaml|fwd_live|nothing/, `${name} ${label}`);
          assert.match(value, /^(?:[\w/:.{}*-]{1,100})$/, `${name} ${label}`);
        }
    }
  });

  it('count what has happened, in every process', () => {
    const has = (name: string, labels: Record<string, string>) =>
      all()
        .get(name)
        ?.samples.some((sample) =>
          Object.entries(labels).every(([key, value]) => sample.labels.get(key) === value),
        );
    const expected: readonly (readonly [string, Record<string, string>])[] = [
      ['flowarden_http_requests_total', { route: '/api/v1/validate', status: '200' }],
      ['flowarden_http_errors_total', { code: 'authentication_required' }],
      ['flowarden_http_errors_total', { code: 'route_not_found' }],
      ['flowarden_grpc_refusals_total', { code: 'invalid_credentials' }],
      ['flowarden_grpc_call_seconds', { method: 'ValidationService/Validate', status: 'OK' }],
      ['flowarden_async_validation_seconds', { end: 'completed' }],
      ['flowarden_database_transaction_seconds', { outcome: 'committed' }],
      ['flowarden_ready', { part: 'database' }],
      ['flowarden_build_info', { version: programVersion(), node: process.version }],
      ['flowarden_job_seconds', { task: 'run-validation', outcome: 'succeeded' }],
    ];
    for (const [name, labels] of expected) assert.ok(has(name, labels), `${name} ${JSON.stringify(labels)}`);
  });

  /** Every name in an expression that is a metric by its form: not a function, a label or a value. */
  const namesIn = (expression: string): string[] =>
    expression
      .replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)/g, ' ')
      .match(/\b[a-z]+_[a-z0-9_]+\b(?!\s*\()/g) ?? [];

  function checkExpressions(expressions: readonly string[], enough: number): void {
    assert.ok(expressions.length >= enough);
    const known = new Set(
      [...all()].flatMap(([name, { type }]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    for (const expression of expressions) {
      const names = namesIn(expression);
      assert.ok(names.length > 0, expression);
      assert.deepEqual(
        names.filter((name) => !known.has(name)),
        [],
        expression,
      );
      for (const [, name, selector] of expression.matchAll(/(flowarden_\w+)\{([^}]*)\}/g)) {
        const family = all().get(name!.replace(/_(?:bucket|sum|count)$/, ''))!;
        for (const [, label] of selector!.matchAll(/(\w+)=~?"/g))
          assert.ok(
            family.samples.some(({ labels }) => labels.has(label!)),
            `${name} has no label ${label}`,
          );
      }
    }
  }

  it('are there for every panel of the dashboard', () => {
    const { panels } = JSON.parse(read('deploy/grafana/flowarden.json')) as {
      panels: { type: string; id: number; targets?: { expr: string }[] }[];
    };
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    checkExpressions(
      panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      30,
    );
  });

  it('are there for every alert', () => {
    checkExpressions(
      [...read('deploy/prometheus/alerts.yaml').matchAll(/^ +expr: (.*)$/gm)].map(
        ([, expression]) => expression!,
      ),
      10,
    );
  });
});
