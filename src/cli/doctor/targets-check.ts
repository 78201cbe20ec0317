/** Check of the audit targets: which of them fail, and why. */
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { listFailingTargets } from '../../service/audit-targets/failing-targets-store.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { type CheckResult, resultsOf } from './check.ts';

/** Targets that are named; more are mentioned. */
const NAMED_MAX = 20;

const { ok, warning, skipped } = resultsOf('targets');

/**
 * Runs the check. A target that fails is a warning: its organisation mends it, and the installation works.
 * @param seesAll true if the reader sees the targets of all organisations
 */
export async function checkTargets(reader: Sql, seesAll: boolean): Promise<readonly CheckResult[]> {
  if (!seesAll) return [skipped('The owner of the tables and the deliveries alone see the audit targets.')];
  const failing = await inTransaction(reader, (sql) => listFailingTargets(sql, NAMED_MAX + 1));
  if (failing.length === 0) return [ok('No audit target fails.')];
  const named = failing.slice(0, NAMED_MAX).map(({ orgId, name, failingSince, problem }) => {
    const target = `The audit target ${JSON.stringify(name)} of the organisation ${orgId}`;
    return warning(showControlCharacters(`${target} fails since ${failingSince.toISOString()}: ${problem}`));
  });
  return failing.length > NAMED_MAX ? [...named, warning('Further audit targets fail.')] : named;
}
