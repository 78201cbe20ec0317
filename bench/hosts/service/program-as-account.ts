/**
 * Program of a host that runs another one, which must not be root: it is ready when it has started.
 *
 * Usage: program-as-account.ts <program> <argument>…
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { commandAs, postgresAccount } from '../../../src/infra/embedded-postgres/account.ts';

const [name = '', ...rest] = process.argv.slice(2);
const { program, argv, options } = commandAs(postgresAccount(null), 'KILL', name, rest);
const child = spawn(program, argv, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
await once(child, 'spawn');
process.send!('up');
await once(child, 'exit');
