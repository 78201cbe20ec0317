/** The use case of reading the outline of a result. */
import type { PinChange, ShownOutline } from '../../../analysis/model/outline/shown-outline.ts';
import { unpackOutline } from '../../../analysis/outline/pack-outline.ts';
import { type PinnedFinding, showWorkflow } from '../../../analysis/outline/show-workflow.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';
import { findDrawnRun, listPlacedFindings, type PlacedFinding, type RunChange } from './drawn-runs-store.ts';

/** A workflow of a result. */
export interface OutlineQuery {
  readonly validationId: string;
  /** Position among the workflows of the file. */
  readonly workflow: number;
  /** Finding whose workflow is wanted at position -1. */
  readonly findingId: string;
}

/** Caller who reads an outline. */
export interface OutlineReader {
  /** Throws for who may not read the result. */
  check(run: { readonly ownerId: string | null }): void;
  /** Returns whether the reader has the answer that is drawn from an outline with this id. A result never changes. */
  has(outlineId: string): boolean;
}

/** Outline of one workflow; `shown` is null when the reader has it. */
export interface ResultOutline {
  readonly outlineId: string;
  readonly shown: ShownOutline | null;
}

/**
 * Reads the outline of one workflow of a result, with the findings at their places.
 * @throws AppError `not_found`, `outline_not_found`
 */
export async function readResultOutline(
  sql: Sql,
  orgId: string,
  { validationId, workflow, findingId }: OutlineQuery,
  reader: OutlineReader,
): Promise<ResultOutline> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const run = isUuid(validationId) ? await findDrawnRun(transaction, validationId) : undefined;
    if (run === undefined)
      throw new AppError('not_found', `The organisation has no completed validation ${validationId}.`);
    reader.check(run);
    const { outlineId, bytes, changes } = run;
    if (outlineId === null || bytes === null) throw noOutline('its outline is not stored');
    if (reader.has(outlineId)) return { outlineId, shown: null };
    const findings = withChanges(await listPlacedFindings(transaction, validationId, run), changes);
    return { outlineId, shown: requireWorkflow(bytes, workflow, findings, findingId) };
  });
}

/** Returns one workflow of a packed outline. @throws AppError `outline_not_found` */
export function requireWorkflow(
  bytes: Uint8Array,
  workflow: number,
  findings: readonly PinnedFinding[],
  findingId = '',
): ShownOutline {
  const outline = unpackOutline(bytes);
  const shown = showWorkflow(outline, workflow, findings, findingId);
  if (shown !== null) return shown;
  throw noOutline(`the file has ${outline.workflows.length} workflows, counted from 0`);
}

/** Returns the error of a result without a picture. */
export function noOutline(reason: string): AppError {
  return new AppError('outline_not_found', `There is no picture of this workflow: ${reason}.`);
}

/** Gives each finding the change that names its rule and place. */
function withChanges(
  findings: readonly PlacedFinding[],
  changes: readonly RunChange[],
): readonly PinnedFinding[] {
  const left = Map.groupBy(changes, ({ ruleId, location }) => `${ruleId}\n${location}`);
  return findings.map(({ id, severity, exceptionStatus, ruleId, location, prints }) => {
    const change = left.get(`${ruleId}\n${location}`)?.shift()?.status;
    return {
      id,
      severity,
      waived: exceptionStatus === 'approved',
      change: change !== undefined && isPinChange(change) ? change : null,
      prints,
    };
  });
}

const isPinChange = (status: RunChange['status']): status is PinChange => status !== 'resolved';
