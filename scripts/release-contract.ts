/**
 * Stores the contract of the release in progress, with which later versions must stay compatible.
 *
 * Usage: npm run release:contract
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOpenApi } from '../gateway/openapi/openapi.ts';
import { ERRORS } from '../src/errors.ts';
import { compactJson } from './compact-json.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'test/contract/released');

const buf = spawnSync(
  join(ROOT, 'node_modules/.bin/buf'),
  [
    'build',
    '--exclude-source-info',
    '--exclude-path',
    'proto/flowarden/internal',
    '-o',
    join(FOLDER, 'proto.binpb'),
  ],
  { cwd: ROOT, encoding: 'utf8' },
);
if (buf.status !== 0) throw new Error(`buf build failed: ${buf.stderr}`);
writeFileSync(join(FOLDER, 'openapi.json'), `${compactJson(buildOpenApi(), 4)}\n`);
const codes = Object.entries(ERRORS).map(([code, { http, grpc }]) => `${code} ${http} ${grpc}\n`);
writeFileSync(join(FOLDER, 'error-codes.txt'), codes.sort().join(''));
