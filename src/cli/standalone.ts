/** Entry of the package that contains only the command, without the service. */
import { OFFLINE_COMMANDS } from './offline-commands.ts';
import { runCommand } from './run-command.ts';

await runCommand(OFFLINE_COMMANDS);
