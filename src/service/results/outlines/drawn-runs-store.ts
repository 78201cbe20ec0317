/** Results as far as their pictures show them. */
import type { DiffChange } from '../../../analysis/model/diff.ts';
import type { ExceptionStatus } from '../../../analysis/model/finding.ts';
import type { Severity } from '../../../analysis/model/rule.ts';
import { requireContents } from '../../../infra/database/contents.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { readEntry } from '../bodies/pack.ts';
import { type BodyPlace, bodyColumns, requireChanges, requireFacts } from '../bodies/read-bodies.ts';

/** A change since the run before. */
export type RunChange = Pick<DiffChange, 'ruleId' | 'location' | 'status'>;

/** A completed run with its outline; `bytes` is null when none is stored. */
export interface DrawnRun extends BodyPlace {
  readonly ownerId: string | null;
  readonly changes: readonly RunChange[];
  /** Id of the outline, hexadecimal. */
  readonly outlineId: string | null;
  readonly bytes: Buffer | null;
}

/** Finds a completed run; undefined when the organisation has none with this id. */
export async function findDrawnRun(sql: TenantTransaction, id: string): Promise<DrawnRun | undefined> {
  const [row] = await sql<[(DrawnRun & { readonly outlinePackId: string | null })?]>`
    select validations.id, validations.owner_id, validations.body_id, validations.diff -> 'changes' as changes,
      encode(outlines.id, 'hex') as outline_id, outlines.bytes, outlines.pack_id as outline_pack_id
    from validations
    left join outlines on outlines.org_id = ${sql.orgId} and outlines.id = validations.outline_id
    where validations.org_id = ${sql.orgId} and validations.id = ${id} and validations.status = 'completed'`;
  if (row === undefined) return undefined;
  const { outlinePackId, ...run } = row;
  const changes = requireChanges(sql, run);
  const movedId = requireFacts(sql, run)?.outlineId;
  if (movedId)
    return { ...run, changes, outlineId: movedId, bytes: (await findOutline(sql, movedId)) ?? null };
  const bytes = outlinePackId === null ? run.bytes : outlineIn(sql, outlinePackId, run.outlineId!);
  return { ...run, changes, bytes: bytes ?? null };
}

async function findOutline(sql: TenantTransaction, id: string): Promise<Buffer | undefined> {
  const [row] = await sql<[{ bytes: Buffer; packId: string | null }?]>`
    select bytes, pack_id from outlines where org_id = ${sql.orgId} and id = decode(${id}, 'hex')`;
  if (row === undefined) return undefined;
  return row.packId === null ? row.bytes : outlineIn(sql, row.packId, id);
}

/** Reads an outline in the bucket; undefined: it is lost, and the result has no picture any more. */
function outlineIn(sql: TenantTransaction, packId: string, id: string): Buffer | undefined {
  const pack = requireContents(sql, [packId]).get(packId);
  const text = pack ? readEntry(pack, id)?.[0] : undefined;
  return text === undefined ? undefined : Buffer.from(text, 'base64');
}

/** A finding with what is needed to place it. */
export interface PlacedFinding {
  readonly id: string;
  readonly severity: Severity;
  readonly exceptionStatus: ExceptionStatus;
  readonly ruleId: string;
  /** Human path to the element. */
  readonly location: string;
  /** Strong fingerprints of its places. */
  readonly prints: readonly string[];
}

/** Lists the findings of a run in their order. Postgres leaves out their texts, which are most of their size. */
export async function listPlacedFindings(
  sql: TenantTransaction,
  id: string,
  run: BodyPlace,
): Promise<readonly PlacedFinding[]> {
  const { findings } = bodyColumns(sql, run);
  return sql<PlacedFinding[]>`
    select found ->> 'id' as id, found ->> 'severity' as severity, found ->> 'exceptionStatus' as exception_status,
      found ->> 'ruleId' as rule_id,
      (select string_agg(name, ' › ' order by place)
       from jsonb_array_elements_text(found -> 'location' -> 'names') with ordinality as names(name, place)) as location,
      case when jsonb_typeof(found -> 'group') = 'object'
        then jsonb_path_query_array(found, '$.group.places[*].fingerprints.strong')
        else jsonb_build_array(found -> 'fingerprints' -> 'strong') end as prints
    from validations as run cross join lateral jsonb_array_elements(${findings}) with ordinality as list(found, number)
    where org_id = ${sql.orgId} and id = ${id}
    order by number`;
}
