/** `flowarden organisations`: lists organisations, and deletes one permanently. Works directly on the database. */
import { openBlobs } from '../../infra/blobs/open-blobs.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import type { Config } from '../../infra/settings/config.ts';
import { listOrganisations } from '../../service/organisations/organisations-store.ts';
import { deleteOrganisation } from '../../service/retention/delete-organisation.ts';
import { listDeletedOrganisations } from '../../service/retention/organisation-deletion-store.ts';
import { asOwner, curable, DATABASE_HINT, operatorActor, readArguments, rejecting } from './operator.ts';
import { knownOrganisation } from './organisation.ts';

const USAGE = `flowarden organisations list
flowarden organisations delete --org UUID --confirm NAME

  list       existing organisations, and deleted ones with the actor and time of their deletion
  delete     deletes an organisation with its results, files, keys, members, exceptions and audit log; this cannot be undone
  --confirm  the name of the organisation, as \`list\` shows it

Run the same command again to resume an interrupted deletion. Backups are not changed.
${DATABASE_HINT}
`;

const OPTIONS = {
  org: { type: 'string' },
  confirm: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const reject: (message: string) => never = rejecting(USAGE);

/** Runs the command; `write` prints on standard output. Returns the exit code. */
export async function organisationsCommand(
  argv: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, reject);
  if (values.help) {
    write(USAGE);
    return 0;
  }
  const [action, ...more] = positionals;
  if (more.length > 0) reject('Too many arguments.');
  if (action === 'list') {
    write(await asOwner(config, list));
    return 0;
  }
  if (action !== 'delete')
    reject(action === undefined ? 'Missing subcommand.' : `Unknown subcommand \`organisations ${action}\`.`);
  const { org, confirm } = values;
  if (org === undefined) reject('Missing --org.');
  await asOwner(config, (sql) => curable(() => deleteNamed(sql, config, { org, confirm }, write)));
  return 0;
}

async function list(sql: Sql): Promise<string> {
  const [known, deleted] = await inTransaction(sql, (inner) =>
    Promise.all([listOrganisations(inner), listDeletedOrganisations(inner)]),
  );
  const gone = deleted.map(({ id, name, requestedBy, begunAt, completedAt }) => {
    const state = completedAt === null ? 'being deleted since' : 'deleted';
    return `${id}  ${name}  ${state} ${(completedAt ?? begunAt).toISOString()} by ${requestedBy}\n`;
  });
  const pending = new Set(deleted.map(({ id }) => id));
  return [
    ...known.filter(({ id }) => !pending.has(id)).map(({ id, name }) => `${id}  ${name}\n`),
    ...gone,
  ].join('');
}

async function deleteNamed(
  sql: Sql,
  config: Config,
  { org, confirm }: { readonly org: string; readonly confirm: string | undefined },
  write: (text: string) => void,
): Promise<void> {
  const known = await inTransaction(sql, async (inner) => {
    const id = await knownOrganisation(inner, org);
    return (await listOrganisations(inner)).find((organisation) => organisation.id === id)!;
  });
  if (confirm !== known.name)
    reject(`Confirm with the name of the organisation: --confirm ${JSON.stringify(known.name)}`);
  const blobs = await openBlobs(sql, config.s3);
  try {
    await deleteOrganisation(
      { sql, blobs, onProgress: (what, rows) => void (rows > 0 && write(`${what.padEnd(24)}${rows}\n`)) },
      known,
      operatorActor(),
    );
  } finally {
    blobs.close();
  }
  write(`The organisation ${known.name} is deleted.\n`);
}
