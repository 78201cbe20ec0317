/** Commands that need no database: all but `submit` need no server either. Each loads only what it needs. */
import { type Commands, VERSION_COMMAND } from './run-command.ts';
import { completionCommand } from './setup/completion/completion-command.ts';

/** The commands by name. */
export const OFFLINE_COMMANDS = {
  validate: {
    help: 'validate files, folders and archives',
    warnsOf: 'settings',
    hasUsage: true,
    options: async () => (await import('./validate/arguments.ts')).VALIDATE_OPTIONS,
    run: async (argv) => {
      const [{ offlineConfig }, { validateOffline }] = await Promise.all([
        import('../infra/settings/config.ts'),
        import('./validate/validate-command.ts'),
      ]);
      return validateOffline(argv, offlineConfig());
    },
  },
  fix: {
    help: 'mend findings in the files, and prove that nothing else changes',
    hasUsage: true,
    options: async () => (await import('./fix/arguments.ts')).FIX_OPTIONS,
    run: async (argv) => (await import('./fix/fix-command.ts')).fixCommand(argv),
  },
  drift: {
    help: 'say where two folders or archives differ, without what designers change by themselves',
    hasUsage: true,
    options: async () => (await import('./drift/arguments.ts')).DRIFT_OPTIONS,
    run: async (argv) => (await import('./drift/drift-command.ts')).driftCommand(argv),
  },
  baseline: {
    help: 'write, prune and show the file of known findings',
    hasUsage: true,
    options: async () => (await import('./baseline/baseline-command.ts')).BASELINE_OPTIONS,
    run: async (argv) => (await import('./baseline/baseline-command.ts')).baselineCommand(argv),
  },
  init: {
    help: 'write flowarden.json and a pipeline file for this repository',
    hasUsage: true,
    options: async () => (await import('./setup/init-command.ts')).INIT_OPTIONS,
    run: async (argv) => (await import('./setup/init-command.ts')).initCommand(argv),
  },
  submit: {
    help: 'send files to the service, wait for the result and report it',
    warnsOf: 'settings',
    hasUsage: true,
    options: async () => (await import('./submit/arguments.ts')).SUBMIT_OPTIONS,
    run: async (argv) => {
      const [{ submitConfig }, { submit }] = await Promise.all([
        import('./submit/config.ts'),
        import('./submit/submit-command.ts'),
      ]);
      return submit(argv, submitConfig());
    },
  },
  pull: {
    help: 'list or fetch what a platform tenant holds; it only reads',
    warnsOf: 'settings',
    hasUsage: true,
    options: async () => (await import('./pull/arguments.ts')).PULL_OPTIONS,
    run: async (argv) => {
      const [{ pullConfig }, { pullCommand }] = await Promise.all([
        import('./pull/config.ts'),
        import('./pull/pull-command.ts'),
      ]);
      return pullCommand(argv, pullConfig());
    },
  },
  policy: {
    help: 'make, check and sign policy packs',
    hasUsage: true,
    options: async () => {
      const { POLICY_OPTIONS } = await import('./policy/arguments.ts');
      return Object.fromEntries(Object.keys(POLICY_OPTIONS).map((name) => [name, []]));
    },
    run: async (argv) => (await import('./policy/policy-command.ts')).policyCommand(argv),
  },
  explain: {
    help: 'say why a rule matters and how to fix its findings, or explain one finding',
    hasUsage: true,
    run: async (argv) => (await import('./rules/explain-command.ts')).explain(argv),
  },
  rules: {
    help: 'list the rules',
    hasUsage: true,
    run: async (argv) => (await import('./rules/rules-command.ts')).listRules(argv),
  },
  mcp: {
    help: 'serve coding agents by the Model Context Protocol',
    hasUsage: true,
    options: async () => (await import('./mcp/mcp-command.ts')).MCP_OPTIONS,
    run: async (argv) => (await import('./mcp/mcp-command.ts')).mcpCommand(argv),
  },
  completion: completionCommand((): Commands => OFFLINE_COMMANDS),
  version: VERSION_COMMAND,
} as const satisfies Commands;
