/** Builds the package of the command, `@flowarden/cli`, into the given folder or `build/cli`: bundles and nothing else. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { COMMON_JS } from './common-js.ts';
import { copyPages, withFirstExamples } from './rules/copy-pages.ts';
import { withoutUnusedParts } from './without-unused-parts.ts';

const ROOT = join(import.meta.dirname, '..');
const OUT = resolve(process.argv[2] ?? join(ROOT, 'build/cli'));
const product = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, string>;

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });

// The folders are those of the sources: the program finds its threads by their place.
await build({
  absWorkingDir: ROOT,
  outdir: join(OUT, 'dist'),
  // Command and threads share the rules: they are there once.
  splitting: true,
  chunkNames: 'src/cli/[name]-[hash]',
  entryPoints: {
    'src/cli/flowarden': 'src/cli/standalone.ts',
    // The file that piscina starts its threads with: it looks for it beside its own code.
    'src/cli/worker': 'node_modules/piscina/dist/worker.js',
    'workers/analyse': 'workers/analyse.ts',
  },
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  banner: { js: COMMON_JS },
  legalComments: 'none',
  // Piscina uses it where it is installed, to lower the priority of threads.
  external: ['@napi-rs/nice'],
  plugins: [withoutUnusedParts],
  logLevel: 'warning',
});

const manifest = {
  name: '@flowarden/cli',
  version: product.version,
  description: 'Finds secrets, swallowed errors and other defects in automation workflows, without a server.',
  license: product.license,
  type: 'module',
  bin: { flowarden: 'bin/flowarden.mjs' },
  files: ['bin', 'dist', 'docs', 'samples', 'README.md', 'LICENSE'],
  // The launcher checks the same.
  engines: { node: '^22.15.0 || >=24.0.0' },
};
writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
copyPages(join(OUT, 'dist'), withFirstExamples);
cpSync(join(import.meta.dirname, 'cli-launcher.mjs'), join(OUT, manifest.bin.flowarden));
cpSync(join(ROOT, 'docs/command.md'), join(OUT, 'README.md'));
for (const name of ['flowarden', 'policy-pack', 'policy-rule'])
  cpSync(join(ROOT, `docs/${name}.schema.json`), join(OUT, `docs/${name}.schema.json`));
cpSync(join(ROOT, 'docs/skill'), join(OUT, 'docs/skill'), { recursive: true });
cpSync(join(ROOT, 'samples'), join(OUT, 'samples'), { recursive: true });
cpSync(join(ROOT, 'LICENSE'), join(OUT, 'LICENSE'));
