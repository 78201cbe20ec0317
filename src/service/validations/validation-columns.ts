/** Columns of a validation: each field stands here once, and every statement follows from it. */
import { eachTag, RUN_TAGS } from '../../contract/runs/run-tags.ts';
import type { Fragment, Transaction } from '../../infra/database/transaction.ts';
import { WHOLE_PIPELINE } from '../results/bodies/small-row.ts';
import type { ValidationRecord } from './validation-record.ts';

/** A validation as its row stores it, from its submission to its end. */
export interface StoredValidation extends ValidationRecord {
  /** Judges unchanged objects of the vendor. */
  readonly includeVendor: boolean;
  /** Judges workflows of Azure Logic Apps (Standard). */
  readonly includeLogicApps: boolean;
  /** Reports known files that were not analysed as high findings. */
  readonly blockUnanalysed: boolean;
  /** Address that is notified of the end; null: none. */
  readonly webhookUrl: string | null;
  /** File of a run that has not ended. */
  readonly blobId: string | null;
}

/** Field of a stored validation. */
export type ValidationField = keyof StoredValidation;

/**
 * Origin of a field when a file of a project reuses an earlier result: that result, the project, or a value of its own.
 */
type Reuse = 'result' | 'project' | 'own';

interface Column<Value> {
  readonly names: readonly string[];
  /** SQL expression of the field. */
  readonly read: string;
  /** Returns the values of the columns, as JSON holds them. */
  write(value: Value): readonly unknown[];
  readonly reuse: Reuse;
}

/** Returns bytes as Postgres reads them. */
const hexBytes = (hex: string | null | undefined): string | undefined =>
  hex == null ? undefined : `\\x${hex}`;

/** Columns by field. A field of one plain column of its name has only its origin here. */
const COLUMNS = {
  id: 'own',
  orgId: 'result',
  projectId: {
    names: ['project_id', 'is_alone'],
    read: 'project_id',
    write: (id) => [id, id === null],
    reuse: 'own',
  },
  platform: 'result',
  kind: 'result',
  filename: 'result',
  hasPath: 'own',
  ...eachTag(() => 'project' as const),
  branch: 'project',
  environment: 'project',
  ruleset: 'result',
  rulesetDigest: 'result',
  policyPackId: 'project',
  policyPackSlug: 'project',
  enforcementMode: 'result',
  passed: 'result',
  failOn: {
    names: ['fail_on'],
    // Null: stored before policies could set it.
    read: `coalesce(fail_on, 'high')`,
    write: (failOn) => [failOn],
    reuse: 'result',
  },
  wouldBlockCount: 'result',
  score: 'result',
  scoreVersion: 'result',
  summary: {
    names: ['critical_count', 'high_count', 'medium_count', 'low_count', 'total_count'],
    read: `jsonb_build_object('critical', critical_count, 'high', high_count, 'medium', medium_count, 'low', low_count,
                              'total', total_count)`,
    write: ({ critical, high, medium, low, total }) => [critical, high, medium, low, total],
    reuse: 'result',
  },
  findings: 'own',
  ruleErrors: 'result',
  // Read by queries of the inventory alone.
  inventory: {
    names: ['inventory'],
    read: 'null::jsonb',
    write: (inventory) => [inventory],
    reuse: 'result',
  },
  // Read with the checks of a run alone.
  checkedRules: {
    names: ['checked_rules'],
    read: 'null::jsonb',
    write: (rules) => [rules],
    reuse: 'result',
  },
  metrics: { names: ['metrics'], read: 'null::jsonb', write: (metrics) => [metrics], reuse: 'result' },
  // Read by the update of the estate alone.
  channels: { names: ['channels'], read: 'null::jsonb', write: (channels) => [channels], reuse: 'result' },
  // Read by the update of the estate and by pulls alone.
  form: {
    names: ['form', 'connections', 'form_version', 'part_forms'],
    read: 'null::jsonb',
    write: (form) => [
      hexBytes(form?.form),
      hexBytes(form?.connections),
      form?.version,
      form === null || form.parts.length === 0 ? null : form.parts.map(hexBytes),
    ],
    reuse: 'result',
  },
  outlineId: {
    names: ['outline_id'],
    read: `encode(outline_id, 'hex')`,
    write: (hex) => [hexBytes(hex)],
    reuse: 'result',
  },
  // Read by dry runs of policy packs alone.
  hasNotes: { names: ['has_notes'], read: 'null::boolean', write: (hasNotes) => [hasNotes], reuse: 'result' },
  isPart: { names: ['is_part'], read: 'null::boolean', write: (isPart) => [isPart], reuse: 'result' },
  pipeline: {
    names: ['pipeline', 'repository'],
    read: WHOLE_PIPELINE,
    write: (pipeline) => [pipeline, pipeline?.repository ?? null],
    reuse: 'project',
  },
  diff: {
    names: ['diff', 'is_regression'],
    read: 'diff',
    write: (diff) => [diff, diff.isRegression],
    reuse: 'own',
  },
  artifactKey: 'result',
  contentSha256: {
    names: ['content_sha256'],
    read: `encode(content_sha256, 'hex')`,
    write: (hex) => [hexBytes(hex)],
    reuse: 'result',
  },
  contentBytes: 'result',
  engineVersion: 'result',
  validatedAt: 'own',
  validationMs: 'own',
  ownerId: 'project',
  ownerName: 'project',
  includeVendor: 'project',
  includeLogicApps: 'project',
  blockUnanalysed: 'project',
  webhookUrl: 'own',
  blobId: 'own',
} as const satisfies { readonly [Field in ValidationField]: Reuse | Column<StoredValidation[Field]> };

const columnName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Column with the expression that reads the field under its name. */
interface NamedColumn extends Column<unknown> {
  readonly selected: string;
}

function columnOf(field: ValidationField): NamedColumn {
  const column: Reuse | Column<never> = COLUMNS[field];
  const name = columnName(field);
  if (typeof column === 'string')
    return { names: [name], read: name, selected: name, write: (value) => [value], reuse: column };
  return { ...(column as Column<unknown>), selected: `${column.read} as ${name}` };
}

const FIELDS = Object.keys(COLUMNS) as ValidationField[];

/** Columns of every field. A statement of each validation is built from them. */
const TABLE = Object.fromEntries(FIELDS.map((field) => [field, columnOf(field)])) as {
  readonly [Field in ValidationField]: NamedColumn;
};

/** Fields that a submission fixes. */
export const QUEUED_FIELDS = [
  'id',
  'orgId',
  'platform',
  'filename',
  'hasPath',
  ...RUN_TAGS,
  'branch',
  'environment',
  'ruleset',
  'failOn',
  'policyPackId',
  'policyPackSlug',
  'enforcementMode',
  'pipeline',
  'contentSha256',
  'contentBytes',
  'ownerId',
  'ownerName',
  'includeVendor',
  'includeLogicApps',
  'blockUnanalysed',
  'webhookUrl',
  'blobId',
] as const satisfies readonly ValidationField[];

const ONLY_BEFORE_END = {
  includeVendor: true,
  includeLogicApps: true,
  blockUnanalysed: true,
  webhookUrl: true,
  blobId: true,
} as const satisfies Record<Exclude<ValidationField, keyof ValidationRecord>, true>;

/** Fields of a finished validation. */
export const RECORD_FIELDS = FIELDS.filter(
  (field): field is keyof ValidationRecord => !(field in ONLY_BEFORE_END),
);

/** Fields that a run adds to its submission. */
export const RUN_FIELDS = RECORD_FIELDS.filter((field) => !QUEUED_FIELDS.some((queued) => queued === field));

/** Writes the expressions that read these fields, each under its name. */
export function readFields(sql: Transaction, fields: readonly ValidationField[]): Fragment {
  return sql.unsafe(fields.map((field) => TABLE[field].selected).join(', '));
}

/** Writes the columns of these fields, separated by commas. */
export function columnsOf(sql: Transaction, fields: readonly ValidationField[]): Fragment {
  return sql.unsafe(namesOf(fields).join(', '));
}

/** Returns the values of these fields by column, as JSON for `json_populate_record`. */
export function valuesOf<Field extends ValidationField>(
  fields: readonly Field[],
  record: Pick<StoredValidation, Field>,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const { names, write } = TABLE[field];
    const written = write(record[field]);
    for (const [index, name] of names.entries()) values[name] = written[index];
  }
  return values;
}

/** Fields with a value of their own where a result is reused. */
export type OwnField = {
  [Field in keyof ValidationRecord]: (typeof COLUMNS)[Field] extends 'own' ? Field : never;
}[keyof ValidationRecord];

/**
 * Writes the values of a copy of a finished validation, in the order of `RECORD_FIELDS`. `result` and `project` are
 * aliases of the rows that they come from.
 */
export function reusedValues(
  sql: Transaction,
  aliases: { readonly result: string; readonly project: string },
  own: Readonly<Record<OwnField, Fragment>>,
): Fragment[] {
  return RECORD_FIELDS.flatMap((field, index) => {
    const { names, reuse } = TABLE[field];
    const values =
      reuse === 'own'
        ? own[field as OwnField]
        : sql.unsafe(names.map((name) => `${aliases[reuse]}.${name}`).join(', '));
    return index === 0 ? [values] : [sql`, ${values}`];
  });
}

function namesOf(fields: readonly ValidationField[]): readonly string[] {
  return fields.flatMap((field) => TABLE[field].names);
}
