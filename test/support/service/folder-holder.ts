/** Holds the data folder that the first argument names until it is killed. */
import { lockDataFolder } from '../../../src/infra/embedded-postgres/data-folder.ts';

const unlock = lockDataFolder(process.argv[2]!);
console.log('locked');
setTimeout(unlock, 60_000);
