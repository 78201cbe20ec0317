/** Messages for database errors that an operator can fix before a process starts. */
import { StartError } from './start-error.ts';

/** SQLSTATE classes of a schema that is older than this program, or belongs to another account. */
const OLD_SCHEMA = /^(?:42P01|42703|42883|3F000)$/;
const NO_RIGHT = '42501';

/** Describes an error of Postgres that ends a start; null for any other error. */
export function databaseFault(error: unknown): StartError | null {
  if (!(error instanceof Error) || error.name !== 'PostgresError') return null;
  const { code = '' } = error as Error & { readonly code?: string };
  if (OLD_SCHEMA.test(code)) {
    return new StartError('The database is not up to date. Run `flowarden migrate` first.', 1, {
      cause: error,
    });
  }
  if (code !== NO_RIGHT) return null;
  return new StartError(
    `The account of DATABASE_URL may not do this: ${error.message}. Use the account that owns the database, or the one that docs/deployment.md gives this command.`,
    1,
    { cause: error },
  );
}
