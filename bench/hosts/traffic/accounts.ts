/** Accounts of the database: what was accepted, what has ended, and how often. */
import type { Installation } from '../service/installation.ts';

/** Results and their traces, of validations that are no files of projects and of those that are. */
export interface Account {
  readonly validations: number;
  readonly completed: number;
  readonly unended: number;
  /** Workflows of projects, and the distinct validations that they have. */
  readonly items: number;
  readonly itemsCompleted: number;
  readonly itemValidations: number;
  /** Events, and the distinct validations that they are about. */
  readonly events: number;
  readonly eventValidations: number;
  readonly projects: number;
  readonly projectsCompleted: number;
  /** Jobs of runs and projects that are still in the queue. */
  readonly jobs: number;
}

/** Takes the accounts of all organisations. */
export async function takeAccount({ query }: Pick<Installation, 'query'>): Promise<Account> {
  const [account] = await query(
    (sql) => sql<Account[]>`
      select
        (select count(*)::int from validations) as validations,
        (select count(*)::int from validations where status = 'completed') as completed,
        (select count(*)::int from validations where status in ('queued', 'running')) as unended,
        (select count(*)::int from project_items where status <> 'skipped') as items,
        (select count(*)::int from project_items where status = 'completed') as items_completed,
        (select count(distinct validation_id)::int from project_items) as item_validations,
        (select count(*)::int from events where kind = 'validation.completed') as events,
        (select count(distinct data ->> 'validationId')::int from events where kind = 'validation.completed')
          as event_validations,
        (select count(*)::int from projects) as projects,
        (select count(*)::int from projects where status = 'completed') as projects_completed,
        (select count(*)::int from graphile_worker.jobs
          where task_identifier in ('run-validation', 'list-project', 'run-shard', 'finish-project')) as jobs`,
  );
  return account!;
}

/** Returns the number of validations that have been completed. */
export async function completedOf({ query }: Pick<Installation, 'query'>): Promise<number> {
  const [row] = await query(
    (sql) =>
      sql<{ count: number }[]>`select count(*)::int as count from validations where status = 'completed'`,
  );
  return row!.count;
}

/** Returns whether the files of all projects have each one result with one event, and no work is left. */
export function isEachOnce({ items, projects, jobs, unended, ...account }: Account): boolean {
  return (
    account.itemsCompleted === items &&
    account.itemValidations === items &&
    account.eventValidations === account.events &&
    account.projectsCompleted === projects &&
    jobs === 0 &&
    unended === 0
  );
}

/** Formats an account. */
export const describeAccount = (account: Account): string =>
  Object.entries(account)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
