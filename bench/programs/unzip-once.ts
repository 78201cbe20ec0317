/** Process that unpacks and checks every member of an archive in memory, and ends. */
import { readFileSync } from 'node:fs';
import { readZip } from '../../src/analysis/platforms/zip/zip.ts';

const [path] = process.argv.slice(2);
const archive = readZip(readFileSync(path!));
let bytes = 0;
for (const member of archive.members) bytes += archive.read(member).length;
process.stdout.write(`${bytes}\n`);
