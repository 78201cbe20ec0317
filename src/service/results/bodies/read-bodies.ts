/** Reads of results whose bodies are in the bucket. Each interrupts a transaction that lacks a pack. */
import type { Diff, DiffChange, PreviousFinding } from '../../../analysis/model/diff.ts';
import type { Finding } from '../../../analysis/model/finding.ts';
import { AppError } from '../../../errors.ts';
import { requireContents } from '../../../infra/database/contents.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { type MovedFacts, movedFactsOf, type ResultBody, readBody } from './result-body.ts';

/** Columns of a result that locate its body. */
export interface BodyPlace {
  readonly id: string;
  /** Pack that has the body; null: it is in the row. */
  readonly bodyId: string | null;
}

/** Reads the body of a result; undefined: it is in the row. @throws AppError `result_unreadable` */
export function requireBody(sql: TenantTransaction, { id, bodyId }: BodyPlace): ResultBody | undefined {
  if (bodyId === null) return undefined;
  const body = readBody(requireContents(sql, [bodyId]).get(bodyId), id);
  if (body === undefined) throw unreadable(id);
  return body;
}

/** Reads the findings of a result. @throws AppError `result_unreadable` */
export function requireFindings(
  sql: TenantTransaction,
  row: BodyPlace & { readonly findings: readonly Finding[] },
): readonly Finding[] {
  const body = requireBody(sql, row);
  return body === undefined ? row.findings : (JSON.parse(body.findings) as readonly Finding[]);
}

/** Reads the changes of a result. @throws AppError `result_unreadable` */
export function requireChanges<Change extends Partial<DiffChange>>(
  sql: TenantTransaction,
  row: BodyPlace & { readonly changes: readonly Change[] },
): readonly Change[] {
  const body = requireBody(sql, row);
  return body === undefined ? row.changes : (JSON.parse(body.changes) as readonly Change[]);
}

/** Diff as the database gives it: times inside JSON are text. */
export type StoredDiff = Omit<Diff, 'previousValidatedAt'> & { readonly previousValidatedAt: string | null };

/** Reads the diff of a result. @throws AppError `result_unreadable` */
export function requireDiff(
  sql: TenantTransaction,
  { diff: ofRow, ...placed }: BodyPlace & { readonly diff: StoredDiff },
): Diff {
  const body = requireBody(sql, placed);
  const diff = body === undefined || body.diff === '' ? ofRow : (JSON.parse(body.diff) as StoredDiff);
  const changes = body === undefined ? ofRow.changes : (JSON.parse(body.changes) as readonly DiffChange[]);
  const { previousValidatedAt: time } = diff;
  return { ...diff, previousValidatedAt: time === null ? null : new Date(time), changes };
}

/** Reads columns of a result that its row may lack. @throws AppError `result_unreadable` */
export function requireFacts(sql: TenantTransaction, placed: BodyPlace): MovedFacts | undefined {
  const body = requireBody(sql, placed);
  return body === undefined ? undefined : movedFactsOf(body);
}

/** Row with its body, which is null when the row has it. */
interface RowWithBody<Row> {
  readonly row: Row;
  readonly body: ResultBody | null;
}

/** Reads the bodies of rows. Rows whose body is lost are left out. */
export function withBodies<Row extends BodyPlace>(
  sql: TenantTransaction,
  rows: readonly Row[],
): readonly RowWithBody<Row>[] {
  const contents = requireContents(
    sql,
    rows.flatMap(({ bodyId }) => bodyId ?? []),
  );
  return rows.flatMap((row): readonly RowWithBody<Row>[] => {
    if (row.bodyId === null) return [{ row, body: null }];
    const body = readBody(contents.get(row.bodyId), row.id);
    return body === undefined ? [] : [{ row, body }];
  });
}

/** Gives rows the findings of their bodies. Those whose body is lost are left out. */
export function withFindings<Row extends BodyPlace & { readonly findings: readonly PreviousFinding[] }>(
  sql: TenantTransaction,
  rows: readonly Row[],
): readonly Row[] {
  return withBodies(sql, rows).map(({ row, body }) =>
    body === null ? row : { ...row, findings: JSON.parse(body.findings) as readonly Finding[] },
  );
}

/** Findings and changes of a result as expressions over its row. */
export interface BodyColumns {
  readonly findings: Fragment;
  readonly changes: Fragment;
}

/** Writes the findings and changes of one result, whose row has the alias `run`. @throws AppError `result_unreadable` */
export function bodyColumns(sql: TenantTransaction, placed: BodyPlace): BodyColumns {
  const body = requireBody(sql, placed);
  if (body === undefined) return { findings: sql`run.findings`, changes: sql`run.diff -> 'changes'` };
  return { findings: sql`${body.findings}::text::jsonb`, changes: sql`${body.changes}::text::jsonb` };
}

/** Findings as rows of a statement. In an object, as awaiting a part of a statement would send it. */
interface MovedFindings {
  readonly moved: Fragment;
}

/**
 * Reads the findings of moved results, and writes them as rows of `id` and `findings`. A lost body has null.
 * @param ids query of one column
 */
export async function movedFindings(sql: TenantTransaction, ids: Fragment): Promise<MovedFindings> {
  const rows = await sql<{ id: string; bodyId: string }[]>`
    select id, body_id from validations
    where exists (select from packed_results where org_id = ${sql.orgId})
      and org_id = ${sql.orgId} and id = any(array(${ids})) and body_id is not null`;
  if (rows.length === 0) return { moved: noFindings(sql) };
  const contents = requireContents(
    sql,
    rows.map(({ bodyId }) => bodyId),
  );
  const findings = rows.map(({ id, bodyId }) => readBody(contents.get(bodyId), id)?.findings);
  const moved = sql`
    unnest(
      ${storableArray(rows.map(({ id }) => id))}::text[]::uuid[], ${storableArray(findings)}::text[]::jsonb[]
    )`;
  return { moved };
}

/** Writes the rows of `movedFindings` where no result is in the bucket. */
export function noFindings(sql: TenantTransaction): Fragment {
  return sql`(select null::uuid, null::jsonb where false)`;
}

function unreadable(id: string): AppError {
  return new AppError(
    'result_unreadable',
    `The findings of the result ${id} are lost or damaged in the store of files. Its score, its counts and its outcome are not; validate the file again.`,
    { id },
  );
}
