/** Size of the web app as browsers load it, and what it knows of the service. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildOpenApi } from '../../gateway/openapi/openapi.ts';
import { bundleWeb } from '../../scripts/web/build-web.ts';
import { firstLoad } from '../../scripts/web/shell.ts';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { KIB } from '../../src/units.ts';
import type { Call, CallInput } from '../../web/api/define-call.ts';

/** Sizes after gzip. */
const FIRST_LOAD_BYTES_MAX = 45 * KIB;
const SCRIPTS_BYTES_MAX = 150_000;
const STYLES_BYTES_MAX = 10 * KIB;
const SCREEN_BYTES_MAX = 12 * KIB;
/** Pictures, which have a layout of their own, and the screens that they open on. */
const PICTURES: Readonly<Record<string, string>> = {
  'web/screens/result/picture/result-picture.tsx': 'web/screens/result/result-screen.tsx',
  'web/screens/scan/scan-picture.tsx': 'web/screens/scan/screens.ts',
  'web/screens/projects/calls/call-picture.tsx': 'web/screens/projects/screens.ts',
};
const PICTURE_BYTES_MAX = 18 * KIB;
/** Files that a screen loads beside those that are loaded first. */
const SCREEN_FILES_MAX = 3;

const { files, metafile } = await bundleWeb('released');
const sizes = new Map(
  files.map(({ path, contents }) => [
    path.slice(installRoot().length + 1),
    gzipSync(contents, { level: 9 }).length,
  ]),
);
const sizeOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + sizes.get(path)!, 0);
const all = (ending: string) => [...sizes.keys()].filter((path) => path.endsWith(ending));
const entry = (source: string) =>
  Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source)![0];

describe('the web app', () => {
  const first = firstLoad(metafile.outputs, entry('web/main.tsx'));

  it('loads no more than its budget before the first screen, and in all', () => {
    assert.ok(sizeOf(first) <= FIRST_LOAD_BYTES_MAX, `first load: ${sizeOf(first)} bytes`);
    assert.ok(sizeOf(all('.js')) <= SCRIPTS_BYTES_MAX, `all scripts: ${sizeOf(all('.js'))} bytes`);
    assert.ok(sizeOf(all('.css')) <= STYLES_BYTES_MAX, `styles: ${sizeOf(all('.css'))} bytes`);
  });

  it('loads no more than its budget for each further screen', () => {
    const heavy = Object.entries(metafile.outputs)
      .filter(([, { entryPoint }]) => entryPoint?.startsWith('web/screens/'))
      .map(([path, { entryPoint }]) => {
        const screen = PICTURES[entryPoint!];
        const before = screen === undefined ? first : firstLoad(metafile.outputs, entry(screen));
        const own = firstLoad(metafile.outputs, path).filter((one) => !before.includes(one));
        return { screen: entryPoint!, bytes: sizeOf(own), files: own.length };
      })
      .filter(
        ({ screen, bytes, files }) =>
          files > SCREEN_FILES_MAX || bytes > (screen in PICTURES ? PICTURE_BYTES_MAX : SCREEN_BYTES_MAX),
      );
    assert.deepEqual(heavy, []);
  });

  it('holds packages of the browser alone', () => {
    const foreign = Object.keys(metafile.inputs).filter(
      (path) =>
        !/^(?:shared-code:|web\/|src\/picture\/|src\/analysis\/model\/(?:kinds\/ignored-folders|report|rule|outline\/file-outline)\.ts$|node_modules\/(?:preact|preact-iso|@preact\/signals(?:-core)?)\/)/.test(
          path,
        ),
    );
    assert.deepEqual(foreign, []);
  });

  it('makes only calls that the OpenAPI document has', async () => {
    const { paths = {} } = buildOpenApi();
    const folder = join(installRoot(), 'web/api/calls');
    const modules = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))));
    const calls = modules
      .flatMap((module) => Object.values(module as Record<string, unknown>))
      .filter(
        (value): value is Call<unknown, CallInput> =>
          typeof value === 'object' && value !== null && 'send' in value,
      )
      .map(({ method, path }) => ({ method: method.toLowerCase(), path }));
    assert.ok(calls.length >= modules.length);
    assert.deepEqual(
      calls.filter(({ method, path }) => !Object.hasOwn((paths[path] ?? {}) as object, method)),
      [],
    );
  });

  it('fetches through one module alone', () => {
    const folder = join(installRoot(), 'web');
    const fetching = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) =>
        /\bfetch\(|XMLHttpRequest|EventSource|WebSocket/.test(readFileSync(join(folder, file), 'utf8')),
      );
    assert.deepEqual(fetching, ['api/define-call.ts']);
  });
});
