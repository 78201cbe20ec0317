/** Allowed imports. The table is the architecture; any other import fails here. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { importedPath, modulesIn, ROOT, type SourceModule } from '../../scripts/imports.ts';

/** An area is a folder, or a file that stands alone. Each may import what stands to the right of it, and nothing else. */
const MAY_IMPORT: Readonly<Record<string, string>> = {
  text: '',
  units: '',
  errors: 'text',
  'analysis/model': 'errors text',
  contract: 'analysis/model errors text units',
  'analysis/semantics': 'analysis/model analysis/facts text',
  'analysis/facts': 'analysis/model',
  'analysis/patterns': 'analysis/model analysis/facts analysis/semantics text units',
  'analysis/custom-rules': 'analysis/model analysis/semantics analysis/patterns text',
  'analysis/outline': 'analysis/model analysis/semantics analysis/patterns text',
  'analysis/inventory': 'analysis/model analysis/semantics analysis/custom-rules analysis/patterns text',
  'analysis/rules': 'analysis/model analysis/facts analysis/semantics analysis/patterns gen text',
  'analysis/platforms': 'analysis/model errors text',
  'analysis/forms': 'analysis/model analysis/platforms errors text',
  'analysis/engine':
    'analysis/model analysis/semantics analysis/inventory analysis/outline analysis/custom-rules analysis/platforms analysis/forms contract gen errors text units',
  'analysis/fixes':
    'analysis/model analysis/semantics analysis/patterns analysis/outline analysis/platforms analysis/engine errors text',
  'rule-pages': 'analysis/model analysis/engine analysis/fixes gen infra text',
  picture: 'analysis/model',
  'analysis/report':
    'analysis/model analysis/semantics analysis/patterns analysis/engine analysis/outline picture contract errors text',
  policy:
    'analysis/model analysis/custom-rules analysis/inventory analysis/patterns analysis/engine analysis/platforms contract errors text units',
  web: 'analysis/model picture',
  infra: 'analysis/model contract errors text units',
  remotes: 'infra text units',
  pool: 'analysis/model analysis/engine policy contract infra errors text units',
  service:
    'analysis/model analysis/custom-rules analysis/inventory analysis/outline analysis/platforms analysis/engine policy contract infra remotes pool gen errors text units',
  rpc: 'analysis/model analysis/engine rule-pages contract infra service gen errors text units',
  jobs: 'infra service errors text units',
  cli: 'analysis/model analysis/forms analysis/fixes analysis/facts analysis/custom-rules analysis/platforms analysis/engine analysis/report analysis/rules rule-pages policy contract infra remotes pool service gen clients errors text units',
  processes: 'analysis/model analysis/rules contract infra pool service rpc jobs errors text units',
  workers: 'analysis/model analysis/rules analysis/engine policy pool infra errors',
  gateway: 'analysis/model analysis/report rule-pages picture contract infra gen errors text units',
  main: 'infra cli processes gateway errors text',
  clients: '',
  gen: 'analysis/model contract',
};

/** Paths of which the web app may import types: what the API answers, and closed lists. Its code never runs there. */
const WEB_TYPES =
  /^(?:src\/gen\/contract\/answers|gateway\/pages\/app\/app-paths|src\/(?:contract|analysis\/model|service\/access\/scopes))\b/;

/** The slices of an area in their order: each may import those before it. */
const SLICES: Readonly<Record<string, string>> = {
  infra:
    'limits.ts async memory logging sealing process network settings tls patches core database telemetry blobs queue embedded-postgres',
  // `contract` is what the contract says of messages and endpoints; requests are read and answers are written by it.
  gateway: 'limits.ts core contract endpoint response request routes openapi pages server main.ts',
  service:
    'frameworks organisations audit rate-limits plans results/bodies results/estate results/backlog policy access teams assignments views webhooks audit-targets tickets exceptions results/evidence results/outlines validations results/inventory policy/dry-runs projects sources results/feed changes drift inbox mail results/findings free-scans idempotency retention',
};

/** The form of errors is a schema beside its endpoint, until every answer follows from its message. */

/** Slices of the infrastructure that the gateway may import: none that reaches the database or the queue. */
const GATEWAY_INFRA = [
  'limits.ts',
  'async',
  'core',
  'logging',
  'memory',
  'network',
  'patches',
  'process',
  'settings',
  'telemetry',
  'tls',
];

/** Packages, and the folders that alone may know them. */
const PACKAGE_OWNERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^@grpc\/|^grpc-health-check$/,
    [
      'src/rpc/',
      'src/gen/',
      'src/infra/core/',
      'src/infra/patches/',
      'src/infra/tls/',
      'gateway/core/',
      'gateway/response/',
    ],
  ],
  [/^(?:express|marked|multer)$/, ['gateway/']],
  [/^zod$/, ['gateway/', 'src/policy/', 'src/cli/mcp/']],
  [/^(?:preact|preact-iso|@preact\/signals)(?:\/|$)/, ['web/']],
  [/^@modelcontextprotocol\//, ['src/cli/mcp/']],
  [/^yaml$/, ['src/policy/', 'src/analysis/platforms/yaml/']],
  [/^semver$/, ['src/policy/']],
  [/^re2js$/, ['src/analysis/patterns/']],
  [/^@marcbachmann\/cel-js$/, ['src/analysis/custom-rules/']],
  [/^postgres$/, ['src/infra/database/', 'src/service/plans/']],
  [/^graphile-worker$/, ['src/infra/database/', 'src/jobs/']],
  [/^@aws-sdk\//, ['src/infra/blobs/']],
  [/^openid-client$/, ['src/service/access/oidc/']],
  [/^jose$/, ['src/service/access/tokens/', 'src/service/access/trust/']],
  [/^piscina$/, ['src/pool/']],
  [/^@opentelemetry\//, ['src/infra/telemetry/']],
  [/^undici$/, ['src/service/webhooks/sending/']],
  [/^nodemailer(?:\/|$)/, ['src/service/mail/']],
];
const PURE_AREAS = Object.keys(MAY_IMPORT).filter((area) => /^(?:analysis\/(?!report$)|picture$)/.test(area));
/** Functions of Node's library and of packages without a clock, randomness or input and output. */
const PURE_MODULES = ['node:crypto', 'node:buffer', 'node:zlib', 're2js', '@marcbachmann/cel-js', 'yaml'];
/** Folders that grow by one file with each rule, so that a rule is found by its id, and with each proto. */
const GROWING_FOLDER = /^src\/(?:analysis\/rules|gen)\//;

interface Module extends SourceModule {
  readonly area: string;
}

function areaOf(path: string): string {
  const [top, ...names] = path.replace(/\.tsx?$/, '').split('/') as [string, ...string[]];
  if (top !== 'src') return top;
  return names[0] === 'analysis' ? `analysis/${names[1]}` : names[0]!;
}

/** Returns the slice of an area that a file belongs to: its folder, or a folder in that with an entry of its own. */
function sliceOf(path: string): string {
  const names = path.split('/').slice(path.startsWith('src/') ? 2 : 1);
  const inner = names.slice(0, 2).join('/');
  return SLICES[areaOf(path)]?.split(' ').includes(inner) ? inner : (names[0] ?? '');
}

const MODULES: readonly Module[] = modulesIn('src', 'workers', 'gateway', 'web').map((module) => ({
  ...module,
  area: areaOf(module.path),
}));

/** Returns whether an import of the web app brings only types of another area, which no build holds. */
const isForeignType = (module: Module, specifier: string): boolean =>
  module.area === 'web' &&
  module.typeImports.includes(specifier) &&
  areaOf(importedPath(module, specifier)) !== 'web';

/** Areas whose files are found by the names of their exports. */
const NAMED_AREAS =
  /^(?:src\/(?!analysis\/|gen\/|main\.ts)|gateway\/(?:core|request|response|pages|server)\/|workers\/)/;
/** Files of several equal exports, which have the name of their subject. */
const NAMED_BY_SUBJECT = [
  'src/units.ts',
  'src/contract/lists/estate.ts',
  'src/contract/messages/check-message.ts',
  'src/infra/logging/output.ts',
  'src/picture/layout/nested.ts',
  'src/picture/visible-boxes.ts',
];

/** Returns the words of an identifier or a file's name. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_.]/)
    .filter((word) => word.length > 2);

/** Returns whether two words have one stem. */
const isRelated = (one: string, other: string): boolean =>
  one.slice(0, 4) === other.slice(0, 4) || one.startsWith(other) || other.startsWith(one);

describe('the architecture', () => {
  it('has a row for every folder', () => {
    const unknown = MODULES.filter(({ area }) => !Object.hasOwn(MAY_IMPORT, area)).map(({ path }) => path);
    assert.deepEqual(unknown, []);
  });

  const IMPORTS = MODULES.flatMap((module) =>
    module.imports
      .filter((specifier) => specifier.startsWith('.') && !isForeignType(module, specifier))
      .map((specifier) => {
        const to = importedPath(module, specifier);
        return { from: module.path, area: module.area, to, toArea: areaOf(to) };
      }),
  );

  it('lets each area import only what its row names', () => {
    const forbidden = IMPORTS.filter(
      ({ area, toArea }) => area !== toArea && !MAY_IMPORT[area]!.split(' ').includes(toArea),
    );
    assert.deepEqual(forbidden, []);
  });

  for (const [area, order] of Object.entries(SLICES))
    it(`lets each slice of ${area} import only slices before it`, () => {
      const slices = order.split(' ');
      const forbidden = IMPORTS.filter(({ area: own, toArea }) => own === area && toArea === area).filter(
        ({ from, to }) => slices.indexOf(sliceOf(to)) > slices.indexOf(sliceOf(from)),
      );
      assert.deepEqual(forbidden, []);
      const folders = MODULES.filter((module) => module.area === area).map(({ path }) => sliceOf(path));
      assert.deepEqual(
        [...new Set(folders)].filter((folder) => !slices.includes(folder)),
        [],
      );
    });

  it('separates the gateway from the database', () => {
    const forbidden = IMPORTS.filter(({ area, toArea }) => area === 'gateway' && toArea === 'infra').filter(
      ({ to }) => !GATEWAY_INFRA.includes(sliceOf(to)),
    );
    assert.deepEqual(forbidden, []);
  });

  it('lets the web app know the service by the types of its answers alone', () => {
    const forbidden = MODULES.flatMap((module) =>
      module.typeImports
        .filter((specifier) => specifier.startsWith('.') && isForeignType(module, specifier))
        .map((specifier) => ({ from: module.path, to: importedPath(module, specifier) })),
    ).filter(({ to }) => !WEB_TYPES.test(to) && !to.startsWith('src/picture/'));
    assert.deepEqual(forbidden, []);
  });

  it('lets no rule import another', () => {
    const cross = MODULES.filter((module) => /^src\/analysis\/rules\/.+\//.test(module.path)).flatMap(
      (module) =>
        module.imports
          .filter((specifier) => specifier.startsWith('./'))
          .map((specifier) => `${module.path}: ${specifier}`),
    );
    assert.deepEqual(cross, []);
  });

  it('loads the catalogue with rules and with the pages about them alone, as neither is needed at the start', () => {
    const importers = (path: string) =>
      MODULES.filter((module) =>
        module.imports.some(
          (specifier) => specifier.startsWith('.') && importedPath(module, specifier) === path,
        ),
      );
    const values = importers('src/gen/rule-catalogue.ts').filter(({ typeImports }) =>
      typeImports.every((specifier) => !specifier.endsWith('/rule-catalogue.ts')),
    );
    assert.deepEqual(
      values.map(({ path }) => path),
      ['src/analysis/rules/define-rule.ts', 'src/cli/rules/reasons.ts', 'gateway/pages/documents/library.ts'],
    );
    for (const { path, text } of importers('gateway/pages/documents/library.ts'))
      assert.doesNotMatch(text, /^import (?!type\b)[^;]*documents\/library\.ts'/m, path);
  });

  it('allows no input, output, clocks or randomness in the pure middle', () => {
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
    const printers = MODULES.filter(({ path }) => path !== 'src/infra/logging/output.ts').flatMap(
      ({ path }) => {
        const text = readFileSync(join(ROOT, path), 'utf8');
        const calls = text.match(/\bprocess\.std(?:out|err)\.(?:write|end|pipe)\b|\bconsole\.\w+\(/g);
        return (calls ?? []).map((found) => `${path}: ${found}`);
      },
    );
    assert.deepEqual(printers, []);
  });

  it('allows each library only in the areas that own it', () => {
    const strays = MODULES.flatMap((module) =>
      module.imports
        .filter((specifier) =>
          PACKAGE_OWNERS.some(
            ([pattern, owners]) =>
              pattern.test(specifier) && !owners.some((folder) => module.path.startsWith(folder)),
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
          .map((specifier) => importedPath(module, specifier)),
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

  it('limits files to the length of one idea', () => {
    // One flat table, which only grows: splitting it would make its lines harder to find.
    const tables = ['src/analysis/rules/index.ts'];
    const long = MODULES.filter((module) => module.area !== 'gen' && !tables.includes(module.path))
      .map((module) => ({
        path: module.path,
        lines: readFileSync(join(ROOT, module.path), 'utf8').split('\n').length - 1,
      }))
      .filter(({ lines }) => lines > 300);
    assert.deepEqual(long, []);
  });

  it('limits folders to a size that is seen at a glance', () => {
    const counts = new Map<string, number>();
    for (const { path } of MODULES.filter(({ area }) => area !== 'gen'))
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const large = [...counts].filter(
      ([folder, files]) =>
        !GROWING_FOLDER.test(`${folder}/`) && files > (folder === 'src' || folder === 'gateway' ? 4 : 20),
    );
    assert.deepEqual(large, []);
  });

  it('names a file after one of its exports', () => {
    const EXPORT = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
    const unrelated = MODULES.map(({ path }) => path).filter((path) => {
      if (!NAMED_AREAS.test(path) || NAMED_BY_SUBJECT.includes(path)) return false;
      const exports = [...readFileSync(join(ROOT, path), 'utf8').matchAll(EXPORT)].map(([, name]) => name!);
      const [folder, file] = path
        .replace(/\.tsx?$/, '')
        .split('/')
        .slice(-2) as [string, string];
      const names = [...wordsOf(folder), ...wordsOf(file)];
      const isNamed = exports.flatMap(wordsOf).some((word) => names.some((name) => isRelated(word, name)));
      return exports.length > 0 && !isNamed;
    });
    assert.deepEqual(unrelated, []);
  });

  it('is drawn in ARCHITECTURE.md', () => {
    const coarse = (area: string): string => (area === 'analysis/model' ? area : area.split('/')[0]!);
    const direct = new Map<string, Set<string>>();
    for (const { area, toArea } of IMPORTS) {
      const [from, to] = [coarse(area), coarse(toArea)];
      if (from === to || to === 'gen' || to === 'limits' || from === 'gen') continue;
      direct.set(from, (direct.get(from) ?? new Set()).add(to));
    }
    const reachable = (from: string, without: string): Set<string> => {
      const found = new Set<string>();
      const next = [...(direct.get(from) ?? [])].filter((to) => to !== without);
      for (let area = next.pop(); area !== undefined; area = next.pop()) {
        if (!found.has(area)) next.push(...(direct.get(area) ?? []));
        found.add(area);
      }
      return found;
    };
    const arrows = [...direct].flatMap(([from, targets]) =>
      [...targets].filter((to) => !reachable(from, to).has(to)).map((to) => `${from} --> ${to}`),
    );
    const [, picture = ''] =
      /```mermaid\n([^`]*)```/.exec(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')) ?? [];
    const drawn = [...picture.matchAll(/^ {2}(\S+) --> (.+)$/gm)].flatMap(([, from, targets]) =>
      targets!.split(' & ').map((to) => `${from} --> ${to}`),
    );
    assert.deepEqual(drawn.sort(), arrows.sort());
  });

  it('has every path that the documents for contributors name', () => {
    const missing = ['ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap((document) =>
      [
        ...readFileSync(join(ROOT, document), 'utf8').matchAll(
          /`((?:src|gateway|workers|web|test|scripts)\/[\w./-]*)`/g,
        ),
      ]
        .map(([, path]) => path!)
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${document}: ${path}`),
    );
    assert.deepEqual(missing, []);
  });
});
