/** Who may import whom. The table is the architecture; anything else fails here. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

/** Area → areas it may import. An area is a folder, or a file that stands alone. The first match in `AREAS` counts. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  errors: ['model'],
  limits: [],
  'start-error': [],
  'limited-text': [],
  'install-root': [],
  'process-identity': [],
  'metrics-listener': ['tls'],
  tls: ['config', 'log', 'limits', 'start-error'],
  'listen-on': ['start-error'],
  config: ['limits', 'errors', 'start-error', 'network', 'model'],
  network: [],
  seats: [],
  'core-channel': ['limits'],
  telemetry: ['config', 'limits', 'pool', 'store'],
  credential: ['errors'],
  output: ['model'],
  log: ['config', 'limits', 'model', 'output'],
  model: [],
  gen: [],
  platforms: ['model', 'errors'],
  patterns: ['model'],
  rules: ['model', 'patterns'],
  engine: ['model', 'platforms', 'errors'],
  workers: ['engine', 'rules', 'platforms', 'model', 'errors', 'limits', 'install-root'],
  confinement: ['install-root'],
  pool: ['engine', 'model', 'errors', 'install-root', 'confinement', 'output'],
  store: ['model', 'errors', 'limits', 'start-error', 'install-root', 'process-identity'],
  webhooks: ['model', 'network', 'errors', 'limits'],
  blobs: ['log', 'store', 'model', 'errors', 'limits'],
  auth: ['store', 'credential', 'limited-text', 'model', 'errors', 'limits'],
  'use cases': [
    'pool',
    'blobs',
    'engine',
    'platforms',
    'store',
    'blobs',
    'auth',
    'webhooks',
    'model',
    'errors',
    'limits',
    'process-identity',
    'limited-text',
    'seats',
  ],
  jobs: [
    'core-channel',
    'telemetry',
    'tls',
    'use cases',
    'auth',
    'blobs',
    'webhooks',
    'install-root',
    'store',
    'start-error',
    'gen',
    'model',
    'errors',
    'limits',
    'config',
    'log',
    'serve',
    'process-identity',
    'metrics-listener',
    'listen-on',
  ],
  rpc: [
    'telemetry',
    'tls',
    'use cases',
    'network',
    'webhooks',
    'pool',
    'auth',
    'store',
    'rules',
    'platforms',
    'engine',
    'model',
    'gen',
    'errors',
    'limits',
    'log',
    'install-root',
  ],
  gateway: [
    'telemetry',
    'install-root',
    'gen',
    'errors',
    'limits',
    'model',
    'network',
    'credential',
    'serve',
    'config',
    'log',
    'start-error',
    'tls',
    'seats',
    'core-channel',
    'listen-on',
    'metrics-listener',
  ],
  serve: [
    'confinement',
    'tls',
    'webhooks',
    'config',
    'log',
    'output',
    'store',
    'auth',
    'errors',
    'limits',
    'start-error',
    'install-root',
    'process-identity',
  ],
  offline: [
    'engine',
    'pool',
    'rules',
    'platforms',
    'model',
    'output',
    'errors',
    'limits',
    'start-error',
    'install-root',
  ],
  operator: [
    'use cases',
    'blobs',
    'auth',
    'store',
    'serve',
    'config',
    'model',
    'errors',
    'limits',
    'start-error',
  ],
  core: [
    'telemetry',
    'tls',
    'blobs',
    'rpc',
    'blobs',
    'webhooks',
    'use cases',
    'rules',
    'pool',
    'auth',
    'store',
    'serve',
    'config',
    'limits',
    'log',
    'errors',
    'model',
    'install-root',
    'metrics-listener',
    'listen-on',
    'seats',
  ],
  'health-command': ['config', 'limits', 'process-identity', 'start-error'],
  main: [
    'health-command',
    'core',
    'jobs',
    'serve',
    'offline',
    'operator',
    'output',
    'store',
    'config',
    'log',
    'model',
    'errors',
    'gateway',
    'start-error',
    'install-root',
  ],
};

/** Path prefix → area, the most specific first. */
const AREAS: readonly (readonly [string, string])[] = [
  ['src/rules/patterns/', 'patterns'],
  ['src/gen/', 'gen'],
  ['src/validations.ts', 'use cases'],
  ['src/judge-report.ts', 'use cases'],
  ['src/projects/', 'use cases'],
  ['src/scanner/', 'use cases'],
  ['src/ruleset-digests.ts', 'use cases'],
  ['src/pipeline.ts', 'use cases'],
  ['src/readiness.ts', 'use cases'],
  ['src/settings.ts', 'use cases'],
  ['src/environments.ts', 'use cases'],
  ['src/exceptions.ts', 'use cases'],
  ['src/exception-requests.ts', 'use cases'],
  ['src/policy.ts', 'use cases'],
  ['src/policy-memory.ts', 'use cases'],
  ['src/async-validations.ts', 'use cases'],
  ['src/callbacks.ts', 'use cases'],
  ['src/run-validation.ts', 'use cases'],
  ['src/run-waiters.ts', 'use cases'],
  ['src/poison-files.ts', 'use cases'],
  ['src/api-keys.ts', 'use cases'],
  ['src/members.ts', 'use cases'],
  ['src/org-webhooks.ts', 'use cases'],
  ['src/webhook-deliveries.ts', 'use cases'],
  ['src/limiter/', 'use cases'],
  ['src/audit-log.ts', 'use cases'],
  ['src/overload.ts', 'use cases'],
  ['src/plan-gate.ts', 'use cases'],
  ['src/webhook-audit.ts', 'use cases'],
  ['src/idempotency.ts', 'use cases'],
  ['src/plans.ts', 'use cases'],
  ['src/delete-organisation.ts', 'use cases'],
  ['src/usage.ts', 'use cases'],
  ['src/log-stream.ts', 'log'],
  ['src/database-fault.ts', 'start-error'],
  ['src/file-fault.ts', 'start-error'],
  ['src/setting-values.ts', 'config'],
  ['src/setting-table.ts', 'config'],
  ['src/setting-warnings.ts', 'config'],
  ['src/s3-setting.ts', 'config'],
  ['src/token-setting.ts', 'config'],
  ['src/captcha-setting.ts', 'config'],
  ['src/telemetry-setting.ts', 'config'],
  ['src/tls-setting.ts', 'config'],
  ['src/tls/', 'tls'],
  ['src/fair-queue.ts', 'pool'],
  ['src/pool-slots.ts', 'pool'],
  ['src/guests/', 'pool'],
  ['src/pool-confinement.ts', 'pool'],
  ['src/core-metrics.ts', 'core'],
  ['src/core-counts.ts', 'core'],
  ['src/core-pool.ts', 'core'],
  ['workers/', 'workers'],
  ['gateway/', 'gateway'],
];

/** Packages that only these areas may know. */
const PACKAGE_OWNERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^@grpc\/|^grpc-health-check$/, ['rpc', 'gateway', 'gen', 'core', 'jobs', 'tls', 'core-channel']],
  [/^(?:express|marked|multer)$/, ['gateway']],
  [/^postgres$/, ['store', 'serve', 'core', 'jobs', 'rpc', 'use cases', 'auth']],
  [/^@aws-sdk\//, ['blobs']],
  [/^piscina$/, ['pool']],
  [/^@opentelemetry\//, ['telemetry']],
  [/^undici$/, ['webhooks']],
];
const PURE_AREAS = ['model', 'platforms', 'patterns', 'rules', 'engine'];
/** Total functions of Node's library without a clock, randomness or input and output. */
const PURE_MODULES = ['node:crypto', 'node:buffer', 'node:zlib'];

interface Module {
  readonly path: string;
  readonly area: string;
  readonly imports: readonly string[];
}

function areaOf(path: string): string {
  const known = AREAS.find(([prefix]) => path.startsWith(prefix));
  if (known !== undefined) return known[1];
  return path
    .replace(/^src\//, '')
    .replace(/\.ts$/, '')
    .split('/')[0]!;
}

function modulesIn(folder: string): Module[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => {
      const path = `${folder}/${file.replaceAll('\\', '/')}`;
      const text = readFileSync(join(ROOT, path), 'utf8');
      const imports = [
        ...text.matchAll(/^(?:import|export)\b[^'"`;]*?from\s+'([^']+)'|\bimport\('([^']+)'\)/gm),
      ].map((match) => (match[1] ?? match[2])!);
      return { path, area: areaOf(path), imports };
    });
}

const MODULES = ['src', 'workers', 'gateway'].flatMap(modulesIn);
const target = (module: Module, specifier: string): string =>
  relative(ROOT, resolve(ROOT, dirname(module.path), specifier)).replaceAll('\\', '/');

describe('the architecture', () => {
  it('has an entry for every folder', () => {
    for (const module of MODULES)
      assert.ok(Object.hasOwn(MAY_IMPORT, module.area), `${module.path} belongs to no area`);
  });

  it('lets each area import only what the table names', () => {
    const forbidden = MODULES.flatMap((module) =>
      module.imports
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => ({ specifier, area: areaOf(target(module, specifier)) }))
        .filter(({ area }) => area !== module.area && !MAY_IMPORT[module.area]!.includes(area))
        .map(({ specifier }) => `${module.path} imports ${specifier}`),
    );
    assert.deepEqual(forbidden, []);
  });

  it('keeps one rule from importing another', () => {
    const cross = MODULES.filter(
      (module) => module.area === 'rules' && module.path !== 'src/rules/index.ts',
    ).flatMap((module) =>
      module.imports
        .filter((specifier) => specifier.startsWith('./'))
        .map((specifier) => `${module.path}: ${specifier}`),
    );
    assert.deepEqual(cross, []);
  });

  it('keeps input, output, clocks and randomness out of the pure middle', () => {
    const impure = MODULES.filter((module) => PURE_AREAS.includes(module.area)).flatMap((module) => {
      const text = readFileSync(join(ROOT, module.path), 'utf8');
      const modules = module.imports.filter(
        (specifier) => !specifier.startsWith('.') && !PURE_MODULES.includes(specifier),
      );
      const calls = text.match(
        /\b(?:Date\.now|new Date\(\)|Math\.random|process\.(?:env|argv|exit|stdout|stderr|hrtime|cpuUsage|on)|console\.|performance\.now|randomUUID)\b/g,
      );
      return [...modules, ...(calls ?? [])].map((what) => `${module.path}: ${what}`);
    });
    assert.deepEqual(impure, []);
  });

  it('prints through one module alone, which breaks commands of CI agents', () => {
    const printers = MODULES.filter(({ path }) => path !== 'src/output.ts').flatMap(({ path }) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const calls = text.match(/\bprocess\.std(?:out|err)\.(?:write|end|pipe)\b|\bconsole\.\w+\(/g);
      return (calls ?? []).map((found) => `${path}: ${found}`);
    });
    assert.deepEqual(printers, []);
  });

  it('keeps each library in the areas that own it', () => {
    const strays = MODULES.flatMap((module) =>
      module.imports
        .filter((specifier) =>
          PACKAGE_OWNERS.some(
            ([pattern, owners]) => pattern.test(specifier) && !owners.includes(module.area),
          ),
        )
        .map((specifier) => `${module.path} imports ${specifier}`),
    );
    assert.deepEqual(strays, []);
  });

  it('reads the environment in the configuration modules alone', () => {
    const readers = MODULES.filter((module) =>
      /\bprocess\.env\b/.test(readFileSync(join(ROOT, module.path), 'utf8')),
    ).map((module) => module.path);
    assert.deepEqual(
      readers.filter((path) => !/(?:^|\/)config\.ts$/.test(path)),
      [],
    );
  });

  it('has no import cycles', () => {
    const graph = new Map(
      MODULES.map((module) => [
        module.path,
        module.imports
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => target(module, specifier)),
      ]),
    );
    const state = new Map<string, 'open' | 'done'>();
    const visit = (path: string, trail: readonly string[]): void => {
      if (state.get(path) === 'done') return;
      assert.notEqual(state.get(path), 'open', `cycle: ${[...trail, path].join(' → ')}`);
      state.set(path, 'open');
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      state.set(path, 'done');
    };
    for (const path of graph.keys()) visit(path, []);
  });

  it('keeps files short enough to hold one idea', () => {
    // One flat table each, which only grows: splitting it would make its lines harder to find.
    const tables = ['src/rules/index.ts', 'src/limits.ts'];
    const long = MODULES.filter((module) => module.area !== 'gen' && !tables.includes(module.path))
      .map((module) => ({
        path: module.path,
        lines: readFileSync(join(ROOT, module.path), 'utf8').split('\n').length - 1,
      }))
      .filter(({ lines }) => lines > 300);
    assert.deepEqual(long, []);
  });
});
