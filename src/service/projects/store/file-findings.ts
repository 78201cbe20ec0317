/** Findings of the files of a project, read page by page. */
import type { Finding } from '../../../analysis/model/finding.ts';
import { requireContents } from '../../../infra/database/contents.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { type BodyPlace, requireFindings } from '../../results/bodies/read-bodies.ts';
import { type CopyColumns, countElsewhere, listedOf } from './copies-in-files.ts';

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
 * Lists the findings of files from a number on, in the order of the archive, until a page is full. Copies in several files
 * are one.
 * @throws AppError `result_unreadable`
 */
export async function listFileFindings(
  sql: TenantTransaction,
  projectId: string,
  from: number,
): Promise<FindingsPage> {
  const total = sql`(item.summary ->> 'total')::int - ${countElsewhere(sql, 'total')}`;
  const rows = await sql<{ number: number; total: number }[]>`
    select number, ${total} as total from project_items as item
    where org_id = ${sql.orgId} and project_id = ${projectId} and number >= ${from} and status = 'completed'
      and ${total} > 0
    order by number limit ${PROJECT_FINDINGS_FILES_MAX + 1}`;
  const count = filesOfPage(rows.map(({ total }) => total));
  const numbers = rows.slice(0, count).map(({ number }) => number);
  const files = await sql<(FileFindings & BodyPlace & CopyColumns)[]>`
    select item.path, validation.id, validation.findings, validation.body_id, ${total} as total, item.elsewhere, item.copies
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
    files: files.map(({ path, total: listed, ...file }) => ({
      path,
      total: listed,
      findings: listedOf(requireFindings(sql, file), file),
    })),
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
