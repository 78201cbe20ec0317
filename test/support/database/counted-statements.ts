/** Connections of the application, or of another role, with a list of the statements that went over them. */
import postgres from 'postgres';
import { connections, type Sql } from '../../../src/infra/database/connections.ts';
import { APPLICATION_ROLE } from '../../../src/infra/database/database.ts';

/** Opens one connection whose driver notes the text of each statement. */
export function countedStatements(
  url: string,
  role = APPLICATION_ROLE,
): { readonly sql: Sql; readonly statements: string[] } {
  const statements: string[] = [];
  const openClient = (onclose: () => void) =>
    postgres(url, {
      max: 1,
      fetch_types: false,
      transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
      onclose,
      debug: (_connection, text) => statements.push(text.trim()),
    });
  return { sql: connections(openClient, 1, { role }), statements };
}
