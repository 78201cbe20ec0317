/**
 * Loaded before every test file. Node loads the sources by itself, as it only has to erase their types, and keeps the
 * result with the compiled code: that takes a third of the time of tsx, which has the files with JSX.
 */
import { readFileSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = /^(?:file:|\.\.?\/).*\.ts$/;

// What the threads and the sandbox may write depends on the cache of their process: their tests choose it themselves.
if (!/[\\/]test[\\/]pool[\\/]/.test(process.argv[1] ?? '')) {
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/flowarden/tests'));
  // Hooks that are registered later are asked first.
  await import('tsx/esm');
  registerHooks({
    resolve(specifier, context, next) {
      if (!SOURCE.test(specifier)) return next(specifier, context);
      const { href: url } = new URL(specifier, context.parentURL);
      return { url, format: 'module-typescript', shortCircuit: true };
    },
    load(url, context, next) {
      if (!SOURCE.test(url)) return next(url, context);
      const source = readFileSync(fileURLToPath(url), 'utf8');
      return { source, format: 'module-typescript', shortCircuit: true };
    },
  });
}
