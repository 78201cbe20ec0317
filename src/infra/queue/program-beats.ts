/** Registry of living processes without jobs: each core writes itself and the gateways that have called it. */

import { storableArray } from '../database/postgres-text.ts';
import type { Transaction } from '../database/transaction.ts';

/** Time after which a core that does not beat is forgotten. */
const PROGRAM_SILENCE_MS_MAX = 3_600_000;

/** Program that serves calls. */
export interface ServingProgram {
  readonly kind: 'core' | 'gateway';
  readonly version: string;
}

/** Records that these programs live, and forgets those of cores that have been silent for long. */
export async function beatPrograms(
  sql: Transaction,
  coreId: string,
  programs: readonly ServingProgram[],
): Promise<void> {
  await sql`
    with forgotten as (
      delete from program_beats
      where core_id <> ${coreId} and beaten_at < now() - ${PROGRAM_SILENCE_MS_MAX} * interval '1 millisecond'
    )
    insert into program_beats (core_id, role, version)
    select ${coreId}, role, version
    from unnest(
      ${storableArray(programs.map(({ kind }) => kind))}::text[],
      ${storableArray(programs.map(({ version }) => version))}::text[]
    ) as living (role, version)
    on conflict (core_id, role, version) do update set beaten_at = now()`;
}

/** Forgets a core that ends, and the gateways that it has written. */
export async function forgetPrograms(sql: Transaction, coreId: string): Promise<void> {
  await sql`delete from program_beats where core_id = ${coreId}`;
}

/** Lists the versions of cores and gateways that have been written within this time. */
export async function listServingPrograms(
  sql: Transaction,
  silenceMsMax: number,
): Promise<readonly ServingProgram[]> {
  return sql<ServingProgram[]>`
    select distinct role as kind, version from program_beats
    where beaten_at > now() - ${silenceMsMax} * interval '1 millisecond'
    order by kind, version`;
}
