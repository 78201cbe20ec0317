/** Builds the GitHub action into the given folder or `build/action`: its description and one file that holds the program and its threads. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { COMMON_JS } from './common-js.ts';

const ROOT = join(import.meta.dirname, '..');
const OUT = resolve(process.argv[2] ?? join(ROOT, 'build/action'));
const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
  string,
  string
>;

/** The file starts the action, and as a thread the analysis: piscina loads the handler from the same module. */
const ENTRY = `
import { isMainThread } from 'node:worker_threads';
let analyse;
if (isMainThread) {
  const { runAction } = await import('./action/src/run-action.ts');
  process.exitCode = await runAction();
} else {
  analyse = (await import('./workers/analyse.ts')).default;
  await import('./node_modules/piscina/dist/worker.js');
}
export default (message) => analyse(message);
`;

/** Parts of sources that name a file of its own, and what they become in one file. */
const OWN_FILES = [
  [
    /src\/pool\/pool\.ts$/,
    /new URL\(`[^`]*workers\/analyse[^`]*`, import\.meta\.url\)\.href/,
    'import.meta.url',
  ],
  [/piscina\/dist\/index\.js$/, /\(0, node_path_1\.resolve\)\(__dirname, 'worker\.js'\)/, '__filename'],
] as const;

const oneFile: Plugin = {
  name: 'one file',
  setup(builder) {
    for (const [filter, ownFile, thisFile] of OWN_FILES)
      builder.onLoad({ filter }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        if (!ownFile.test(source)) throw new Error(`${path} does not name its file any more.`);
        return { contents: source.replace(ownFile, thisFile), loader: path.endsWith('.ts') ? 'ts' : 'js' };
      });
  },
};

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });

await build({
  absWorkingDir: ROOT,
  stdin: { contents: ENTRY, resolveDir: ROOT, sourcefile: 'action.ts', loader: 'ts' },
  // Threads may read the folder two above this file: nothing but the program is there.
  outfile: join(OUT, 'dist/src/action/index.mjs'),
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  banner: { js: COMMON_JS },
  legalComments: 'none',
  external: ['@napi-rs/nice'],
  plugins: [oneFile],
  logLevel: 'warning',
});

writeFileSync(
  join(OUT, 'package.json'),
  `${JSON.stringify({ name: 'flowarden-action', version, license, private: true, type: 'module' }, null, 2)}\n`,
);
cpSync(join(ROOT, 'action/action.yml'), join(OUT, 'action.yml'));
cpSync(join(ROOT, 'LICENSE'), join(OUT, 'LICENSE'));
