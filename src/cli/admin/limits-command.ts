/** `flowarden limits`: clears the rate limits of an organisation, directly in the database. */
import { inTransaction } from '../../infra/database/database.ts';
import type { Config } from '../../infra/settings/config.ts';
import { RATE_LIMITS } from '../../service/rate-limits/limits.ts';
import { clearLimits } from '../../service/rate-limits/limits-store.ts';
import { asOwner, DATABASE_HINT, readArguments, rejecting } from './operator.ts';
import { knownOrganisation } from './organisation.ts';

const USAGE = `flowarden limits clear [--org UUID]

  clear   forgets the calls that the organisation and its credentials have made, as far as rate limits count them
  --org   the organisation; not needed when there is only one

It is effective within ${RATE_LIMITS.limitRecheckMs / 1000} seconds.
${DATABASE_HINT}
`;

const OPTIONS = { org: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

const reject: (message: string) => never = rejecting(USAGE);

/** Runs the command; `write` prints on standard output. Returns the exit code. */
export async function limitsCommand(
  argv: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, reject);
  if (values.help) {
    write(USAGE);
    return 0;
  }
  if (positionals.length !== 1 || positionals[0] !== 'clear') reject('The action must be: clear.');
  const cleared = await asOwner(config, (owner) =>
    inTransaction(owner, async (sql) => clearLimits(sql, await knownOrganisation(sql, values.org))),
  );
  write(`${cleared} used limits are cleared.\n`);
  return 0;
}
