/** Findings of the files of a project, read page by page. */
import type { Finding } from '../../../analysis/model/finding.ts';
import { requireContents } from '../../../infra/database/contents.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { type BodyPlace, requireFindings } from '../../results/bodies/read-bodies.ts';

/** Findings after which a page of them ends; a file is never divided. */
const PROJECT_FINDINGS_PAGE_MAX = 2_000;

/** Files that one page of findings looks at. */
const PROJECT_FINDINGS_FILES_MAX = 500;

/** A file with findings. */
export interface FileFindings {
  readonly path: string;
  readonly findings: readonly Finding[];
  /** Findings beyond the end of the list count too. */
  readonly total: number;
}

/** Page of files with findings. */
export interface FindingsPage {
  readonly files: readonly FileFindings[];
  /** Number of the first file of the next page; null on the last one. */
  readonly next: number | null;
}

/**
 * Lists the findings of files from a number on, in the order of the archive, until a page is full.
 * @throws AppError `result_unreadable`
 */
export async function listFileFindings(
  sql: TenantTransaction,
  projectId: string,
  from: number,
): Promise<FindingsPage> {
  const rows = await sql<{ number: number; total: number }[]>`
    select number, (summary ->> 'total')::int as total from project_items
    where org_id = ${sql.orgId} and project_id = ${projectId} and number >= ${from} and status = 'completed'
      and (summary ->> 'total')::int > 0
    order by number limit ${PROJECT_FINDINGS_FILES_MAX + 1}`;
  const count = filesOfPage(rows.map(({ total }) => total));
  const numbers = rows.slice(0, count).map(({ number }) => number);
  const files = await sql<(FileFindings & BodyPlace)[]>`
    select item.path, validation.id, validation.findings, validation.body_id, (item.summary ->> 'total')::int as total
    from project_items as item
    join validations as validation on validation.org_id = item.org_id and validation.id = item.validation_id
    where item.org_id = ${sql.orgId} and item.project_id = ${projectId}
      and item.number = any(${`{${numbers.join(',')}}`}::integer[])
    order by item.number`;
  requireContents(
    sql,
    files.flatMap(({ bodyId }) => bodyId ?? []),
  );
  return {
    files: files.map(({ path, total, ...file }) => ({ path, total, findings: requireFindings(sql, file) })),
    next: rows[count]?.number ?? null,
  };
}

/** Returns how many files a page holds: one at least. */
function filesOfPage(totals: readonly number[]): number {
  let sum = 0;
  const last = totals.findIndex((total) => {
    sum += total;
    return sum >= PROJECT_FINDINGS_PAGE_MAX;
  });
  const whole = last === -1 ? totals.length : last + 1;
  return Math.min(whole, PROJECT_FINDINGS_FILES_MAX);
}
