/** ServiceNow by its Table API. The external id is the `correlation_id` of a record. */
import { fieldValue } from '../ticket-place.ts';
import type { FieldValues, TicketContent, TicketMapping, TicketPlace } from '../ticket-target.ts';
import { TICKET_FOOTER, ticketLines, ticketTitle } from './ticket-text.ts';
import { type RemoteTicket, type Tracker, TrackerProblem } from './tracker.ts';
import type { TrackerHttp } from './tracker-http.ts';

const TITLE_CHARACTERS_MAX = 160;
/** States of incidents: resolved, and in progress. */
const CLOSED_STATE = '6';
const REOPENED_STATE = '2';
const SYS_ID = /^[0-9a-f]{32}$/;
const SHOWN = 'sysparm_fields=sys_id,number,state,active,correlation_id';

/** Record with the requested fields. */
interface Row {
  readonly sys_id: string;
  readonly number: string;
  readonly state: string;
  readonly active: string;
  /** Empty where the table has no such field, or the account may not read it. */
  readonly correlation_id: string;
}

/** Creates a tracker over a connection. */
export function serviceNowTracker(
  http: TrackerHttp,
  { url, project }: TicketPlace,
  mapping: TicketMapping,
): Tracker {
  const table = `/api/now/table/${project}`;
  const record = (id: string) => `${table}/${encodeURIComponent(id)}?${SHOWN}`;
  const closedState = mapping.closedStatus ?? CLOSED_STATE;
  const ticketOf = ({ sys_id: remoteId, number: key }: Row): RemoteTicket => ({
    remoteId,
    key,
    url: `${url}/nav_to.do?uri=${encodeURIComponent(`${project}.do?sys_id=${remoteId}`)}`,
  });
  const change = async (id: string, fields: Readonly<Record<string, unknown>>) => {
    rowOf(await http.request('PATCH', record(id), fields));
  };

  function contentFields(content: TicketContent) {
    const urgency = mapping.priorities[content.severity];
    const lines = ticketLines(content).map(({ name, value }) => `${name}: ${value}`);
    return {
      short_description: ticketTitle(content, TITLE_CHARACTERS_MAX),
      description: [...lines, `Finding: ${content.link}`, '', TICKET_FOOTER].join('\n'),
      ...(urgency !== undefined && { urgency }),
    };
  }

  /** ServiceNow drops a condition on a field that it does not know, and answers with any record. @throws TrackerProblem for such a one */
  function ownRow(row: Row, externalId: string): Row {
    if (row.correlation_id === externalId) return row;
    throw new TrackerProblem(
      `The table ${project} has no field correlation_id, or the account may not read it. The service knows its tickets by it.`,
    );
  }

  async function isClosed(id: string): Promise<boolean> {
    const { state, active } = rowOf(await http.request('GET', record(id)));
    return active === 'false' || state === closedState;
  }

  return {
    async find(externalId) {
      const query = `sysparm_query=correlation_id=${externalId}^ORDERBYsys_created_on&${SHOWN}&sysparm_limit=2`;
      const found = resultOf(await http.request('GET', `${table}?${query}`));
      if (!Array.isArray(found)) throw new TrackerProblem('The answer of ServiceNow to a query has no list.');
      const [first] = found as readonly unknown[];
      return first === undefined ? undefined : ticketOf(ownRow(readRow(first), externalId));
    },
    async create(externalId, content) {
      const fields = {
        ...valuesOf(mapping.fields),
        ...contentFields(content),
        correlation_id: externalId,
        correlation_display: 'Flowarden',
      };
      const made = rowOf(await http.request('POST', `${table}?${SHOWN}`, fields));
      return ticketOf(ownRow(made, externalId));
    },
    update: (id, content) => change(id, contentFields(content)),
    comment: (id, text) => change(id, { work_notes: text }),
    async close(id, text) {
      if (await isClosed(id)) await change(id, { work_notes: text });
      else
        await change(id, {
          close_notes: text,
          ...valuesOf(mapping.closingFields),
          state: closedState,
          work_notes: text,
        });
    },
    async reopen(id, text) {
      if (await isClosed(id))
        await change(id, { state: mapping.reopenedStatus ?? REOPENED_STATE, work_notes: text });
    },
    async test() {
      const found = resultOf(await http.request('GET', `${table}?sysparm_fields=sys_id&sysparm_limit=1`));
      if (!Array.isArray(found)) throw new TrackerProblem('The answer of ServiceNow to a query has no list.');
    },
    end: () => http.end(),
  };
}

function valuesOf(fields: FieldValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fieldValue(value)]));
}

function resultOf(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'result' in answer ? answer.result : undefined;
}

function rowOf(answer: unknown): Row {
  return readRow(resultOf(answer));
}

/** Reads a record. @throws TrackerProblem */
function readRow(value: unknown): Row {
  const { sys_id, number, state, active, correlation_id } = (value ?? {}) as Readonly<
    Record<string, unknown>
  >;
  if (typeof sys_id !== 'string' || !SYS_ID.test(sys_id) || typeof number !== 'string')
    throw new TrackerProblem('The answer of ServiceNow has no record with sys_id and number.');
  const textOf = (member: unknown) => String(member ?? '');
  return {
    sys_id,
    number,
    state: textOf(state),
    active: textOf(active),
    correlation_id: textOf(correlation_id),
  };
}
