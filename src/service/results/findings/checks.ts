/** The use case of reading what the run of a file has checked. */
import { AppError } from '../../../errors.ts';
import { readList } from '../../../infra/database/bounded-read.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { type Checks, findChecks } from './checks-store.ts';
import { type ResultRequest, requireResult } from './findings.ts';

/** Reads what a run has checked. @throws AppError `not_found`, also for a project; `state_conflict` */
export function readChecks(sql: Sql, request: ResultRequest): Promise<Checks> {
  return readList(sql, request.orgId, async (transaction) => {
    const { kind, id } = await requireResult(transaction, request);
    const checks = kind === 'file' ? await findChecks(transaction, id) : undefined;
    if (checks !== undefined) return checks;
    const message = `${id} is a project: read what each of its files has checked.`;
    throw new AppError('not_found', message);
  });
}
