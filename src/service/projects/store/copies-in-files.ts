/** Copies of findings in several files of a project: which one is listed, and what the others no longer count. */
import { copiesSentence, NAMED_MAX } from '../../../analysis/engine/findings/copies.ts';
import { COMPARED_MAX, type Copied, foldFiles } from '../../../analysis/engine/project/copies-in-files.ts';
import type { Finding } from '../../../analysis/model/finding.ts';
import { blockingFindings } from '../../../analysis/model/gate.ts';
import { type Summary, summarise } from '../../../analysis/model/report.ts';
import type { Severity } from '../../../analysis/model/rule.ts';
import { storableJson } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import type { CopiedFinding, ListedElsewhere } from './project-record.ts';

/** Findings of a file that are listed in another one. */
export interface Elsewhere extends Summary {
  /** Their places in the list of the file, from 1. */
  readonly places: readonly number[];
  readonly listed: readonly ListedElsewhere[];
  /** Those of them that block, or would in the blocking mode. */
  readonly blocking: number;
}

/** Findings of a file that stand for copies in other files, by place: how many, and the first files. */
export type CopiesByPlace = Readonly<
  Record<number, { readonly count: number; readonly files: readonly string[] }>
>;

interface Entry extends Copied, Pick<CopiedFinding, 'id' | 'isExcepted'> {
  readonly number: number;
  readonly place: number;
}

/** Chooses for each set of copies the finding that is listed, and notes it with the files. Harmless when it is done again. */
export async function foldCopiesInProject(
  sql: TenantTransaction,
  projectId: string,
  failOn: Severity,
): Promise<void> {
  const sets = foldFiles(await listCopied(sql, projectId));
  if (sets.length === 0) return;
  const elsewhere = Map.groupBy(
    sets.flatMap(({ listed, others }) => others.map((entry) => ({ entry, listed }))),
    ({ entry }) => entry.number,
  );
  const copies = Map.groupBy(sets, ({ listed }) => listed.number);
  const rows = [...new Set([...elsewhere.keys(), ...copies.keys()])].map((number) => ({
    number,
    elsewhere: elsewhereOf(elsewhere.get(number) ?? [], failOn),
    copies: Object.fromEntries(
      (copies.get(number) ?? []).map(({ listed, others }) => [
        listed.place,
        { count: others.length, files: others.slice(0, NAMED_MAX).map(({ file }) => file) },
      ]),
    ),
  }));
  await sql`
    update project_items as item set elsewhere = folded.elsewhere, copies = folded.copies
    from jsonb_to_recordset(${storableJson(rows)}::text::jsonb) as folded(number integer, elsewhere jsonb, copies jsonb)
    where item.org_id = ${sql.orgId} and item.project_id = ${projectId} and item.number = folded.number
      and item.number = any(${`{${rows.map(({ number }) => number).join(',')}}`}::integer[])`;
}

function elsewhereOf(
  found: readonly { readonly entry: Entry; readonly listed: Entry }[],
  failOn: Severity,
): Elsewhere {
  const entries = found.map(({ entry }) => entry);
  const gated = entries.map(({ severity, isExcepted }) => ({
    severity,
    exceptionStatus: isExcepted ? ('approved' as const) : ('none' as const),
    exceptionId: isExcepted ? '' : null,
  }));
  return {
    ...summarise(entries),
    places: entries.map(({ place }) => place),
    listed: found.map(({ entry, listed }) => ({
      findingId: entry.id,
      listedAs: listed.id,
      listedIn: listed.file,
    })),
    blocking: blockingFindings(gated, failOn).length,
  };
}

/** Returns whether a project has more findings than are compared. */
export async function hasTooMany(sql: TenantTransaction, projectId: string): Promise<boolean> {
  const beyond = await sql`
    select 1 from project_items as item, jsonb_object_keys(item.copy_keys)
    where item.org_id = ${sql.orgId} and item.project_id = ${projectId} and item.copy_keys is not null
    offset ${COMPARED_MAX} limit 1`;
  return beyond.length > 0;
}

/** Lists the findings whose key another finding of the project has too; none where there are too many to compare. */
async function listCopied(sql: TenantTransaction, projectId: string): Promise<readonly Entry[]> {
  if (await hasTooMany(sql, projectId)) return [];
  return sql<Entry[]>`
    with entry as (
      select item.number, item.path as file, listed.place::integer as place, listed.finding ->> 'key' as key,
        listed.finding ->> 'id' as id, listed.finding ->> 'severity' as severity,
        (listed.finding ->> 'isExcepted')::boolean as is_excepted
      from project_items as item, jsonb_each(item.copy_keys) as listed(place, finding)
      where item.org_id = ${sql.orgId} and item.project_id = ${projectId} and item.copy_keys is not null
    )
    select * from (select *, count(*) over (partition by key) as copies from entry) as counted
    where copies > 1 order by number, place`;
}

/** Writes how many findings of the row `item` are listed elsewhere: all, those of a severity, or those that block. */
export function countElsewhere(sql: TenantTransaction, name: 'total' | 'blocking' | Severity): Fragment {
  return sql`coalesce((item.elsewhere ->> ${name}::text)::integer, 0)`;
}

/** Columns of a file about the copies of its findings. */
export interface CopyColumns {
  readonly elsewhere: Elsewhere | null;
  readonly copies: CopiesByPlace | null;
}

/** Returns the findings of a file that its project lists, with the copies that they stand for. */
export function listedOf(
  findings: readonly Finding[],
  { elsewhere, copies }: CopyColumns,
): readonly Finding[] {
  if (elsewhere === null && copies === null) return findings;
  const hidden = new Set(elsewhere?.places);
  return findings.flatMap((finding, index) =>
    hidden.has(index + 1) ? [] : [withCopies(finding, copies, index + 1)],
  );
}

/** Returns the finding with a sentence about its copies in other files. */
export function withCopies(finding: Finding, copies: CopiesByPlace | null, place: number): Finding {
  const own = copies?.[place];
  if (own === undefined) return finding;
  return { ...finding, description: `${finding.description} ${copiesSentence(own.files, own.count)}` };
}
