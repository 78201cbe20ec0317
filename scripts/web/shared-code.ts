/**
 * Plugin of esbuild that puts the code of several screens into one file, which is loaded first.
 *
 * esbuild makes a file of its own for each set of screens that share something: some sixty files, most of them smaller than
 * what a request costs. So each file that is loaded by itself exports a list of everything in the shared folders; what all of
 * them hold is one file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/** Folders and files with what screens share. */
const SHARED = [
  'web/api',
  'web/parts',
  'web/routing',
  'web/session',
  'web/screens/api-keys/key-words.ts',
  'web/screens/findings/finding-columns.tsx',
  'web/screens/members/role-words.ts',
  'web/screens/projects/calls/call-rows.ts',
  'web/screens/scan/place-id.ts',
  'web/shell/theme-choice.tsx',
];

/** Parts that few screens have: they stay apart. */
const RARE = ['web/parts/charts/', 'web/parts/picture/'];

const LIST = 'shared-code';
const EXPORT = /^export (?:async )?(?:function|const|class) (\w+)/gm;

/** Creates the plugin. */
export function sharedCode(root: string): Plugin {
  return {
    name: LIST,
    setup(build) {
      build.onResolve({ filter: /\.tsx?$/ }, ({ kind, path, resolveDir }) => {
        if (kind === 'entry-point' && path.endsWith('.tsx'))
          return { path: join(root, path), pluginData: LIST };
        if (kind === 'dynamic-import') return { path: join(resolveDir, path), pluginData: LIST };
        return undefined;
      });
      build.onLoad({ filter: /\.tsx?$/ }, ({ path, pluginData }) => {
        if (pluginData !== LIST) return undefined;
        const source = readFileSync(path, 'utf8');
        return {
          contents: `${source}\nexport { shared } from '${LIST}';\n`,
          loader: 'tsx',
          resolveDir: dirname(path),
        };
      });
      build.onResolve({ filter: new RegExp(`^${LIST}$`) }, () => ({ path: LIST, namespace: LIST }));
      build.onLoad({ filter: /./, namespace: LIST }, () => ({ contents: listOf(root), resolveDir: root }));
    },
  };
}

/** Writes the module with the list. */
function listOf(root: string): string {
  const names: string[] = [];
  const imports = SHARED.flatMap((shared) => modulesIn(root, shared)).map((path) => {
    const own = [...readFileSync(join(root, path), 'utf8').matchAll(EXPORT)].map(([, name]) => {
      names.push(`shared${names.length}`);
      return `${name} as ${names.at(-1)}`;
    });
    return `import { ${own.join(', ')} } from './${path}';`;
  });
  return `${imports.join('\n')}\nexport const shared = [${names.join(', ')}];\n`;
}

function modulesIn(root: string, path: string): readonly string[] {
  if (/\.tsx?$/.test(path)) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((file) => `${path}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !RARE.some((folder) => file.startsWith(folder)))
    .sort();
}
