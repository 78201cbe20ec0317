/** Builds `command-host.ts` into a folder with the built command, whose threads it starts. Usage: node build-host.ts folder */
import { join } from 'node:path';
import { build } from 'esbuild';
import { COMMON_JS } from '../../../scripts/common-js.ts';

const CACHED_POOL = join(import.meta.dirname, 'cached-pool.ts');

await build({
  entryPoints: { host: join(import.meta.dirname, 'command-host.ts') },
  outdir: join(process.argv[2]!, 'dist/src/cli'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  banner: { js: COMMON_JS },
  external: ['@napi-rs/nice'],
  logLevel: 'warning',
  plugins: [
    {
      name: 'cached pool',
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/pool\/pool\.ts$/ }, ({ importer }) =>
          importer === CACHED_POOL ? null : { path: CACHED_POOL },
        ),
    },
  ],
});
