/** Reads a project in any state, and watches it until it ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProjectStatus, projectHasEnded } from '../../contract/lists/project-status.ts';
import { AppError, allTaken } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { blockingOf, type ProjectBlocking } from './gate-project.ts';
import type { ProjectDeps } from './project-deps.ts';
import { type FileFindings, listFileFindings } from './store/file-findings.ts';
import { countItems, findCurrentPath, listItems } from './store/project-items.ts';
import type { ItemCounts, ProjectItem, ProjectRecord } from './store/project-record.ts';
import { findProject } from './store/projects.ts';

/** Files that one answer about a project lists. */
export const PROJECT_ITEMS_MAX = 1_000;

/** Interval at which a watched project is polled. */
const PROJECT_LOOK_MS = 500;

/** A project with a page of its files. */
export interface ReadProject {
  readonly project: ProjectRecord;
  readonly counts: ItemCounts;
  readonly items: readonly ProjectItem[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  readonly blocking: ProjectBlocking;
}

/** Progress of a project. */
export interface ProjectProgress extends ItemCounts {
  readonly status: ProjectStatus;
  readonly fileCount: number;
  readonly currentPath: string | undefined;
}

/** The project. @throws AppError `not_found` also when it is another organisation's */
export async function requireProject(sql: TenantTransaction, id: string): Promise<ProjectRecord> {
  const project = isUuid(id) ? await findProject(sql, id) : undefined;
  if (project !== undefined) return project;
  throw new AppError(
    'not_found',
    `The organisation has no validation of a project ${JSON.stringify(id.slice(0, 80))}.`,
  );
}

/** Page of a project's files to read, and how long to wait for its end. */
export interface ReadProjectRequest {
  readonly cursor: string | null;
  readonly waitMs: number;
}

/**
 * Reads a project with one page of its files, at its end or when the time is over.
 * @param check throws if the caller may not read it
 * @throws AppError `not_found`, `invalid_cursor`
 */
export async function readProject(
  { sql, waiters }: Pick<ProjectDeps, 'sql' | 'waiters'>,
  orgId: string,
  id: string,
  { cursor, waitMs }: ReadProjectRequest,
  signal: AbortSignal,
  check: (project: ProjectRecord) => void,
): Promise<ReadProject> {
  const from = cursor === null ? 0 : numberOf(cursor);
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const found = await withOrganisation(sql, orgId, (inner) => requireProject(inner, id));
    check(found);
    const leftMs = untilMs - performance.now();
    if (projectHasEnded(found.status) || leftMs <= 0) break;
    const end = await waiters.wait(found, leftMs, signal);
    if (end === 'closing' || end === 'full') break;
  }
  return withOrganisation(sql, orgId, (inner) => readPage(inner, id, from));
}

async function readPage(sql: TenantTransaction, id: string, from: number): Promise<ReadProject> {
  const project = await requireProject(sql, id);
  // Written one after the other, answered together.
  const [counts, rows, blocking] = await Promise.all([
    countItems(sql, id),
    listItems(sql, id, from, PROJECT_ITEMS_MAX + 1),
    blockingOf(sql, project),
  ]);
  const items = rows.slice(0, PROJECT_ITEMS_MAX);
  const next = rows[PROJECT_ITEMS_MAX];
  return { project, counts, items, nextCursor: next === undefined ? null : cursorOf(next.number), blocking };
}

/**
 * Reads a page of the findings of a project's files, with the project.
 * @param check throws if the caller may not read it
 * @throws AppError `not_found`, `invalid_cursor`
 */
export async function readProjectFindings(
  sql: Sql,
  orgId: string,
  { id, cursor }: { readonly id: string; readonly cursor: string | null },
  check: (project: ProjectRecord) => void,
): Promise<{
  readonly project: ProjectRecord;
  readonly files: readonly FileFindings[];
  readonly nextCursor: string | null;
}> {
  const from = cursor === null ? 0 : numberOf(cursor);
  return withOrganisation(sql, orgId, async (inner) => {
    const project = await requireProject(inner, id);
    check(project);
    const { files, next } = await listFileFindings(inner, id, from);
    return { project, files, nextCursor: next === null ? null : cursorOf(next) };
  });
}

const cursorOf = (number: number): string => Buffer.from(`item ${number}`).toString('base64url');

function numberOf(cursor: string): number {
  const [, digits] = /^item (\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new AppError(
    'invalid_cursor',
    'The cursor is not one that this service gave out. Start again without it.',
  );
}

/** Yields the progress of the project, now and after each change, until it ends. @throws AppError `concurrency_limited` */
export async function* watchProject(
  { sql, watches }: Pick<ProjectDeps, 'sql' | 'watches'>,
  orgId: string,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ProjectProgress> {
  const leave = watches.tryTake(orgId);
  if (leave === null) throw allTaken('Too many projects are watched.');
  try {
    yield* lookAt(sql, orgId, id, signal);
  } finally {
    leave();
  }
}

async function* lookAt(
  sql: Sql,
  orgId: string,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ProjectProgress> {
  let sent = '';
  for (;;) {
    const progress = await withOrganisation(sql, orgId, (inner) => progressOf(inner, id));
    const text = JSON.stringify(progress);
    if (text !== sent) yield progress;
    sent = text;
    if (projectHasEnded(progress.status)) return;
    await sleep(PROJECT_LOOK_MS, undefined, { signal });
  }
}

async function progressOf(sql: TenantTransaction, id: string): Promise<ProjectProgress> {
  const { status, fileCount } = await requireProject(sql, id);
  const counts = await countItems(sql, id);
  const currentPath = status === 'running' ? await findCurrentPath(sql, id) : undefined;
  return { status, fileCount, ...counts, currentPath };
}
