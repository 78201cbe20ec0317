/** Brings one ticket of a tracker up to date, and notes each act. */
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import type { TicketContent, TicketState } from '../ticket-target.ts';
import { stateComment } from '../trackers/ticket-text.ts';
import { type Tracker, TrackerProblem } from '../trackers/tracker.ts';
import {
  beginTicket,
  type DueTicket,
  recordConfirmed,
  recordLostTicket,
  unbeginTicket,
} from './due-tickets-store.ts';
import type { HeldTicketTarget } from './ticket-claims-store.ts';

/** Time in which a creation must have been sent once it is noted; a process that was asleep for longer leaves it. */
const BEGUN_MS_MAX = 10_000;

/** States of closed tickets. */
const CLOSED: ReadonlySet<TicketState> = new Set(['fixed', 'waived', 'deleted']);

/** Brings a ticket up to date. @throws TrackerProblem, TicketTargetLost */
export async function updateTicket(
  sql: Sql,
  tracker: Tracker,
  target: HeldTicketTarget,
  ticket: DueTicket,
): Promise<void> {
  if (ticket.confirmed === null || ticket.remoteId === null) {
    await makeTicket(sql, tracker, target, ticket);
    return;
  }
  try {
    await changeTicket(sql, tracker, target, {
      ...ticket,
      confirmed: ticket.confirmed,
      remoteId: ticket.remoteId,
    });
  } catch (error) {
    if (!(error instanceof TrackerProblem) || error.status !== 404) throw error;
    // An account without rights gets the same answer, and the test says so.
    await tracker.test();
    await inTransaction(sql, (inner) => recordLostTicket(inner, target, ticket));
  }
}

/** Finds the ticket by its external id, else creates it. What is found may be in any state, and is brought to the right one next. */
async function makeTicket(
  sql: Sql,
  tracker: Tracker,
  target: HeldTicketTarget,
  ticket: DueTicket,
): Promise<void> {
  const { externalId, content, wanted, begunAt } = ticket;
  const found = await tracker.find(externalId);
  if (found !== undefined) {
    const confirmed = wanted === 'open' ? 'fixed' : 'open';
    await inTransaction(sql, (inner) =>
      recordConfirmed(inner, target, ticket, { confirmed, content: null, remote: found }),
    );
    return;
  }
  if (wanted !== 'open') {
    if (begunAt !== null) await inTransaction(sql, (inner) => unbeginTicket(inner, target, ticket));
    return;
  }
  const begunMs = performance.now();
  await inTransaction(sql, (inner) => beginTicket(inner, target, ticket));
  if (performance.now() - begunMs > BEGUN_MS_MAX)
    throw new TrackerProblem('The service was too slow to create a ticket, and tries again.');
  try {
    const remote = await tracker.create(externalId, content);
    await inTransaction(sql, (inner) =>
      recordConfirmed(inner, target, ticket, { confirmed: 'open', content, remote }),
    );
  } catch (error) {
    if (error instanceof TrackerProblem && error.isRejection)
      await inTransaction(sql, (inner) => unbeginTicket(inner, target, ticket));
    throw error;
  }
}

async function changeTicket(
  sql: Sql,
  tracker: Tracker,
  target: HeldTicketTarget,
  ticket: DueTicket & { readonly confirmed: TicketState; readonly remoteId: string },
): Promise<void> {
  const { confirmed, wanted, content, confirmedContent, remoteId } = ticket;
  const note = (confirmed: TicketState, heard: TicketContent | null) =>
    inTransaction(sql, (inner) => recordConfirmed(inner, target, ticket, { confirmed, content: heard }));
  let said = confirmedContent;
  if (confirmed !== wanted) {
    const text = stateComment(confirmed, wanted);
    if (CLOSED.has(wanted)) await tracker.close(remoteId, text);
    else if (CLOSED.has(confirmed)) await tracker.reopen(remoteId, text);
    else await tracker.comment(remoteId, text);
    // A closed ticket keeps what it said, so one that opens again is updated.
    if (CLOSED.has(confirmed)) said = null;
    await note(wanted, CLOSED.has(wanted) ? content : said);
    if (CLOSED.has(wanted)) return;
  }
  if (JSON.stringify(said) === JSON.stringify(content)) return;
  if (!CLOSED.has(wanted)) {
    await tracker.update(remoteId, content);
    if (said !== null && said.severity !== content.severity)
      await tracker.comment(remoteId, `The severity was ${said.severity} and is ${content.severity} now.`);
  }
  await note(wanted, content);
}
