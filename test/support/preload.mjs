/** Loaded before every test file: the code that all of them load is compiled once. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/flowarden/tests'));
