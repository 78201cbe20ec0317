/** Inputs of the policy from the store: the previous run, the exceptions of the file, the recipients of the event. */
import type { PreviousRun } from '../../analysis/model/diff.ts';
import type { Platform } from '../../analysis/model/platform.ts';
import type { ScopedException } from '../../contract/exception.ts';
import type { FileIdentity } from '../../contract/runs/same-file.ts';
import { storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import {
  exceptionsOfNames,
  exceptionsToLookAt,
  type FoundException,
  namesOf,
} from '../exceptions/exceptions-store.ts';
import { type BodyPlace, withFindings } from '../results/bodies/read-bodies.ts';
import { newestPredecessor } from './predecessors-store.ts';

/** A run to judge. */
export interface FileRun {
  readonly platform: Platform;
  readonly file: FileIdentity;
  /** Scope of the exceptions that hold for it. */
  readonly exceptionScope: string | null;
  readonly branch: string | null;
  readonly defaultBranches: readonly string[];
}

/** Stored inputs of the policy for a report. */
export interface JudgingInput {
  /** The newest finished validation of the same file; absent: there is none. */
  readonly previous: (PreviousRun & { readonly id: string }) | undefined;
  readonly exceptions: readonly ScopedException[];
  /** True if a webhook or an audit target wants the result. */
  readonly hasRecipient: boolean;
}

type JudgingRow =
  | (PlacedRun & {
      readonly id: string;
      readonly exceptions: JsonException[] | null;
      hasRecipient: boolean;
    })
  | { readonly id: null; readonly exceptions: JsonException[] | null; hasRecipient: boolean };

/** A previous run. One whose findings are lost counts as none. */
type PlacedRun = PreviousRun & BodyPlace;

/** An exception inside JSON, where its time is text. */
type JsonException = Omit<FoundException, 'expiresAt'> & { readonly expiresAt: string };

/** Reads the inputs with one statement. `at` decides which exceptions are in force. */
export async function readJudgingInput(
  sql: TenantTransaction,
  run: FileRun,
  at: Date,
): Promise<JudgingInput> {
  const { file, exceptionScope } = run;
  const names = namesOf([file]);
  const [row] = await sql<[JudgingRow]>`
    select previous.*,
      (select json_agg(of_file) from (${exceptionsOfNames(sql, names, exceptionScope, at)}) as of_file) as exceptions,
      exists (
        select from webhooks where org_id = ${sql.orgId} and 'validation.completed' = any(events)
      ) or exists (
        select from audit_targets where org_id = ${sql.orgId} and 'verdicts' = any(events)
      ) as has_recipient
    from (values (true)) as always left join lateral (
      select id, score, validated_at, owner_id, findings, body_id from validations
      where org_id = ${sql.orgId} and id = (${previousId(sql, run)}) limit 1
    ) as previous on true`;
  const found = (row.exceptions ?? []).map((one) => ({ ...one, expiresAt: new Date(one.expiresAt) }));
  return {
    previous: row.id === null ? undefined : withFindings(sql, [row])[0],
    exceptions: exceptionsToLookAt(found, at),
    hasRecipient: row.hasRecipient,
  };
}

/**
 * Reads the newest finished validation of the same file that passed in the same environment; undefined when there is none.
 * In another environment a gate may hold that lets more pass. A file of a project has passed when the project has: the
 * conditions of the gate hold for the project as a whole.
 */
export async function readPassedRun(
  sql: TenantTransaction,
  run: FileRun,
  environment: string | null,
): Promise<PreviousRun | undefined> {
  const condition = sql`
    and passed and environment is not distinct from ${storableText(environment)}::text
    and (project_id is null or exists (
      select from projects where projects.org_id = ${sql.orgId} and projects.id = project_id and projects.passed
    ))`;
  const rows = await sql<PlacedRun[]>`
    select id, score, validated_at, owner_id, findings, body_id from validations
    where org_id = ${sql.orgId} and id = (${previousId(sql, run, condition)}) limit 1`;
  return withFindings(sql, rows)[0];
}

/**
 * Writes the query for the newest finished validation of a file on its branch, else on a default branch. A
 * file whose path has neither is found by the name that it had before paths were stored.
 */
function previousId(
  sql: TenantTransaction,
  { platform, file: { scope, path, formerName }, branch, defaultBranches }: FileRun,
  condition = sql``,
) {
  const newest = (name: string, hasPath: boolean, branches: readonly (string | null)[]) =>
    newestPredecessor(
      sql,
      { kind: platform, scope, name },
      branches,
      (key) => sql`
        select id, validated_at as at from validations
        where org_id = ${sql.orgId} and run_key = ${key} and has_path = ${hasPath} and validated_at is not null ${condition}
        order by validated_at desc, id desc
        limit 1`,
    );
  const formerly = formerName ?? path;
  return sql`select coalesce(
    ${newest(path, true, [branch])}, ${newest(path, true, defaultBranches)},
    ${newest(formerly, false, [branch])}, ${newest(formerly, false, defaultBranches)}
  )`;
}
