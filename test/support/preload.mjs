/** Loaded before every test file: the code that all of them share is compiled once. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// What the threads and the sandbox may write depends on the cache of their process: their tests choose it themselves.
if (!/[\\/]test[\\/]pool[\\/]/.test(process.argv[1] ?? ''))
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/flowarden/tests'));
