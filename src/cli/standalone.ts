/** Entry of the package that contains only the command, without the service. */
import { type Commands, runCommand, VERSION_COMMAND } from './run-command.ts';

const COMMANDS = {
  validate: {
    help: 'validate files, folders and archives',
    warnsOf: 'settings',
    hasUsage: true,
    run: async (argv) => {
      const [{ offlineConfig }, { validateOffline }] = await Promise.all([
        import('../infra/settings/config.ts'),
        import('./validate/validate-command.ts'),
      ]);
      return validateOffline(argv, offlineConfig());
    },
  },
  version: VERSION_COMMAND,
} as const satisfies Commands;

await runCommand(COMMANDS);
