/** Check of the audit and ticket targets: which of them fail, and why. */
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { listFailingTargets } from '../../service/audit-targets/failing-targets-store.ts';
import { listFailingTicketTargets } from '../../service/tickets/failing-ticket-targets-store.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { type CheckResult, resultsOf } from './check.ts';

/** Targets of a kind that are named; more are mentioned. */
const NAMED_MAX = 20;

const { ok, warning, skipped } = resultsOf('targets');

const KINDS = [
  { kind: 'audit target', list: listFailingTargets },
  { kind: 'ticket target', list: listFailingTicketTargets },
];

/**
 * Runs the check. A target that fails is a warning: its organisation mends it, and the installation works.
 * @param seesAll true if the reader sees the targets of all organisations
 */
export async function checkTargets(reader: Sql, seesAll: boolean): Promise<readonly CheckResult[]> {
  if (!seesAll)
    return [skipped('The owner of the tables and the deliveries alone see the audit and ticket targets.')];
  const results: CheckResult[] = [];
  for (const { kind, list } of KINDS) {
    const failing = await inTransaction(reader, (sql) => list(sql, NAMED_MAX + 1));
    for (const { orgId, name, failingSince, problem } of failing.slice(0, NAMED_MAX)) {
      const target = `The ${kind} ${JSON.stringify(name)} of the organisation ${orgId}`;
      const text = `${target} fails since ${failingSince.toISOString()}: ${problem}`;
      results.push(warning(showControlCharacters(text)));
    }
    if (failing.length > NAMED_MAX) results.push(warning(`Further ${kind}s fail.`));
  }
  return results.length > 0 ? results : [ok('No audit or ticket target fails.')];
}
