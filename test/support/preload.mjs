/**
 * Loaded before every test file. Sources load through these hooks, as Node's own loader takes longer to resolve them; Node
 * erases their types, and keeps the result with the compiled code. Files with JSX are compiled by esbuild.
 */
import { readFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = /^(?:file:|\.\.?\/).*\.tsx?$/;

/** Returns the module that Node runs: what stands in the file, or what esbuild makes of its JSX. */
function sourceOf(path) {
  const source = readFileSync(path, 'utf8');
  if (!path.endsWith('x')) return { source, format: 'module-typescript' };
  const { transformSync } = createRequire(import.meta.url)('esbuild');
  const { code } = transformSync(source, {
    loader: 'tsx',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcefile: path,
    sourcemap: 'inline',
  });
  return { source: code, format: 'module' };
}

// What the threads and the sandbox may write depends on the cache of their process: their tests choose it themselves.
if (!/[\\/]test[\\/]pool[\\/]/.test(process.argv[1] ?? ''))
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/flowarden/tests'));

registerHooks({
  resolve(specifier, context, next) {
    if (!SOURCE.test(specifier)) return next(specifier, context);
    const { href: url } = new URL(specifier, context.parentURL);
    return { url, shortCircuit: true };
  },
  load(url, context, next) {
    if (!SOURCE.test(url)) return next(url, context);
    return { ...sourceOf(fileURLToPath(url)), shortCircuit: true };
  },
});

// What the tests of a file have cost, with the start of their process.
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  const [{ keepProcessorTime }, { processTreeMs }] = await Promise.all([
    import('./file-times.ts'),
    import('./processor-time.ts'),
  ]);
  process.once('exit', () => keepProcessorTime(process.argv[1] ?? '', processTreeMs()));
}
