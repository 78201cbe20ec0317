/** The supervisor with fixture roles, as a process that tests can kill. `node serve-fixtures.ts journal`. */
import { fileURLToPath } from 'node:url';
import { StartError } from '../../../src/infra/process/start-error.ts';
import { loadConfig } from '../../../src/infra/settings/config.ts';
import { supervise } from '../../../src/processes/supervisor/supervisor.ts';

const [journal = ''] = process.argv.slice(2);
const script = fileURLToPath(new URL('./fixture-role.ts', import.meta.url));
const roles = ['gateway', 'core', 'jobs'].map((name) => ({
  name,
  argv: [script, name, journal],
  startsLast: name === 'jobs',
  withheld: [],
  isConfined: false,
  servesWebApp: false,
  needsSource: false,
}));

try {
  await supervise(loadConfig(), roles);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`flowarden: ${error.message}\n`);
  process.exitCode = error.exitCode;
}
