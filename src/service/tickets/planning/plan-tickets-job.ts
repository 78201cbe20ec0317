/** Decides each minute what the tickets of each active target should be. Without a target it is one query. */
import { RunServiceService } from '../../../gen/flowarden/internal/v1/run.ts';
import { type CoreClient, isCoreLost } from '../../../infra/core/core-client.ts';
import { inTransaction, withOrganisation } from '../../../infra/database/database.ts';
import type { JobTask, TaskContext } from '../../../infra/queue/task.ts';
import {
  holdActiveTarget,
  listActiveTicketTargets,
  listMovedTickets,
  type MovedTicket,
  openTickets,
  type PlannedTarget,
  storeWanted,
  type WantedTicket,
} from './wanted-tickets-store.ts';

/** Time in which the core says which rules were on. */
const RULES_CALL_MS_MAX = 30_000;

/** One target after the other. One that fails does not stop the others. @throws the first failure, once all have ended */
export const planTickets: JobTask<'plan-tickets'> = async (context) => {
  const { sql, log, signal } = context;
  const failures: unknown[] = [];
  for (const target of await inTransaction(sql, listActiveTicketTargets)) {
    if (signal.aborted) return;
    try {
      await planTarget(context, target);
    } catch (error) {
      const { orgId, id } = target;
      // The next look calls the core again.
      if (isCoreLost(error)) continue;
      failures.push(error);
      log.error({ err: error, orgId, targetId: id }, 'the tickets of a target could not be planned');
    }
  }
  if (failures.length > 0) throw failures[0];
};

/** Dependencies of planning. */
export type PlanDeps = Pick<TaskContext<unknown>, 'sql' | 'baseUrl' | 'signal'> & {
  readonly core: Pick<CoreClient, 'call'>;
};

/** Plans the tickets of one target. */
export async function planTarget(
  { sql, baseUrl, core, signal }: PlanDeps,
  target: PlannedTarget,
): Promise<void> {
  const { orgId, id } = target;
  const moved = await withOrganisation(sql, orgId, (inner) => listMovedTickets(inner, { id, baseUrl }));
  const wanted = await wantedOf(core, orgId, moved, signal);
  await withOrganisation(sql, orgId, async (inner) => {
    if (!(await holdActiveTarget(inner, id))) return;
    await storeWanted(inner, id, wanted);
    await openTickets(inner, target, baseUrl);
  });
}

/** Of a finding that has gone the core says whether its rule has checked the file: only then it is fixed. */
async function wantedOf(
  core: Pick<CoreClient, 'call'>,
  orgId: string,
  moved: readonly MovedTicket[],
  signal: AbortSignal,
): Promise<readonly WantedTicket[]> {
  const wanted: WantedTicket[] = [];
  for (const [validationId, tickets] of Map.groupBy(moved, (ticket) => ticket.validationId)) {
    const gone = tickets.filter(({ state }) => state === 'gone');
    const { checked, off } =
      gone.length === 0 || validationId === null
        ? { checked: [], off: [] }
        : await core.call(
            RunServiceService.getRunRules,
            { orgId, validationId, ruleIds: [...new Set(gone.map(({ ruleId }) => ruleId))] },
            { signal, timeMsMax: RULES_CALL_MS_MAX },
          );
    for (const { workflowId, findingId, ruleId, state, content, wanted: before } of tickets) {
      // A waived ticket is closed already, and a rule that is off does not open it.
      const isTurnedOff = off.includes(ruleId) && before !== 'waived';
      const goneState = checked.includes(ruleId) ? 'fixed' : isTurnedOff ? 'rule_off' : before;
      const now = state === 'gone' ? goneState : state;
      if (state !== 'gone' || now !== before) wanted.push({ workflowId, findingId, wanted: now, content });
    }
  }
  return wanted;
}
