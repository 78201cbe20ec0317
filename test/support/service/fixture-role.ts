/** A role as small as one can be: notes its life in a file, and ends as every role does. `node fixture-role.ts name file`. */
import { appendFileSync } from 'node:fs';
import { enterRole } from '../../../src/infra/process/role-process.ts';

const [name = '', journal = ''] = process.argv.slice(2);
const note = (what: string) => appendFileSync(journal, `${what} ${name} ${process.pid}\n`);

const role = enterRole(name);
role.onStop(async () => note('stopped'));
setInterval(() => {}, 60_000);
note('started');
role.ready();
