/** Exceptions for the place of one finding, in any state. */
import { type Finding, locationText } from '../../analysis/model/finding.ts';
import { readPattern } from '../../contract/exception.ts';
import { baseName } from '../../contract/file-path.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { type ExceptionRecord, exceptionColumns } from './exceptions-store.ts';

/** Number of exceptions that are compared with a finding to list those of its place … */
const EXCEPTIONS_COMPARED_MAX = 200;

/** … and listed. */
const EXCEPTIONS_OF_FINDING_MAX = 20;

/** Lists the exceptions for a finding of a file, or for a pattern that it fits, newest first. */
export async function listExceptionsOfFinding(
  sql: TenantTransaction,
  finding: Finding,
  filename: string,
): Promise<readonly ExceptionRecord[]> {
  const { ruleId, fingerprints, location, group } = finding;
  const prints = [fingerprints.strong, ...(group?.places ?? []).map((place) => place.fingerprints.strong)];
  const names = storableArray([filename, baseName(filename)]);
  const found = await sql<(ExceptionRecord & { readonly fingerprint: string | null })[]>`
    select ${exceptionColumns(sql)} from exceptions
    where org_id = ${sql.orgId} and rule_id = ${storableText(ruleId)} and (file_name = any(${names}::text[]) or is_pattern)
      and (fingerprint is null or fingerprint = any(${storableArray(prints)}::text[])
        or places && ${storableArray(prints)}::text[])
    order by id desc limit ${EXCEPTIONS_COMPARED_MAX}`;
  const place = locationText(location);
  return found
    .filter(
      (record) =>
        [filename, baseName(filename)].some(readPattern(record.fileName)) &&
        (record.fingerprint !== null || readPattern(record.location)(place)),
    )
    .slice(0, EXCEPTIONS_OF_FINDING_MAX);
}
