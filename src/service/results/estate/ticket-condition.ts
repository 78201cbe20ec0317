/** Filter of findings by their ticket. */
import { storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';

/** Writes the condition on rows of `open_findings`, with its AND: the key of a ticket, `any` or `none`. */
export function ticketCondition(sql: TenantTransaction, ticket: string | null): Fragment {
  if (ticket === null) return sql``;
  const isKey = ticket !== 'any' && ticket !== 'none';
  return sql`
    and ${ticket === 'none' ? sql`not` : sql``} exists (
      select from tickets
      where tickets.org_id = ${sql.orgId} and tickets.workflow_id = open_findings.workflow_id
        and tickets.finding_id = open_findings.finding_id and not is_lost
        and ${isKey ? sql`key = ${storableText(ticket)}` : sql`key is not null`})`;
}
