/** Arguments of `flowarden policy`. */
import { StartError } from '../../infra/process/start-error.ts';
import { type OptionValues, optionText } from '../options.ts';

/** Options of all actions, for parsing and completion. */
export const POLICY_OPTIONS = {
  output: { type: 'string', short: 'o' },
  from: { type: 'string' },
  key: { type: 'string' },
  'new-key': { type: 'string' },
  trust: { type: 'string' },
  lock: { type: 'string' },
  server: { type: 'string' },
  org: { type: 'string' },
  'key-file': { type: 'string' },
  check: { type: 'boolean' },
  'allow-rollback': { type: 'boolean' },
  environment: { type: 'string' },
  path: { type: 'string' },
  coverage: { type: 'boolean' },
  on: { type: 'string' },
  against: { type: 'string' },
  branch: { type: 'string' },
  days: { type: 'string' },
  runs: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Checked arguments of an action; undefined: not given. */
export interface PolicyArguments {
  readonly operands: readonly string[];
  readonly output: string | undefined;
  readonly from: string | undefined;
  readonly key: string | undefined;
  readonly newKey: string | undefined;
  readonly trust: string | undefined;
  readonly lock: string | undefined;
  readonly server: string | undefined;
  readonly org: string | undefined;
  readonly keyFile: string | undefined;
  readonly checkOnly: boolean;
  readonly allowRollback: boolean;
  readonly environment: string | undefined;
  readonly path: string | undefined;
  readonly coverage: boolean;
  readonly on: string | undefined;
  readonly against: string | undefined;
  readonly branch: string | undefined;
  readonly days: string | undefined;
  readonly runs: string | undefined;
}

/** Returns the arguments of an action. */
export function policyArguments(
  values: OptionValues<typeof POLICY_OPTIONS>,
  operands: readonly string[],
): PolicyArguments {
  return {
    operands,
    output: optionText(values.output),
    from: optionText(values.from),
    key: optionText(values.key),
    newKey: optionText(values['new-key']),
    trust: optionText(values.trust),
    lock: optionText(values.lock),
    server: optionText(values.server),
    org: optionText(values.org),
    keyFile: optionText(values['key-file']),
    checkOnly: values.check === true,
    allowRollback: values['allow-rollback'] === true,
    environment: optionText(values.environment),
    path: optionText(values.path),
    coverage: values.coverage === true,
    on: optionText(values.on),
    against: optionText(values.against),
    branch: optionText(values.branch),
    days: optionText(values.days),
    runs: optionText(values.runs),
  };
}

/** Returns the folder of a pack that the operands name, or the working folder. @throws StartError (exit 2) for several */
export function packFolder({ operands }: PolicyArguments): string {
  if (operands.length > 1) throw new StartError('Name one folder.', 2);
  return operands[0] ?? '.';
}

/** Returns an argument that an action needs. @throws StartError (exit 2) without it */
export function requireArgument(value: string | undefined, what: string): string {
  if (value !== undefined) return value;
  throw new StartError(`${what} Run \`flowarden policy --help\` for examples.`, 2);
}
