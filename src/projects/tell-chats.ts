/** Tells chats of a project that has ended: one message instead of one for each of its files. */
import { LIMITS } from '../limits.ts';
import type { EventRecord } from '../model/event.ts';
import { insertEvent, runContext } from '../store/events.ts';
import { countItems, findFailedItem } from '../store/project-items.ts';
import type { ProjectRecord, ProjectResult, StoredError } from '../store/project-record.ts';
import { countUnevaluatedFiles, listWorstFiles } from '../store/project-sums.ts';
import type { Transaction } from '../store/transaction.ts';
import { uuidV7 } from '../store/uuid-v7.ts';
import { hasChatWebhook } from '../store/webhooks.ts';

const KIND = 'validation.completed';

/** How a project ended. */
type ProjectEnd = { readonly result: ProjectResult } | { readonly error: StoredError };

/**
 * Keeps a delivery for each chat that wants results. The event is of their kind; no other target gets it, as its `data`
 * is not that of a file.
 */
export async function tellChats(sql: Transaction, project: ProjectRecord, end: ProjectEnd): Promise<void> {
  if (!(await hasChatWebhook(sql, project.orgId, KIND))) return;
  await insertEvent(sql, await projectEnded(sql, project, end, new Date()), 'chat');
}

async function projectEnded(
  sql: Transaction,
  project: ProjectRecord,
  end: ProjectEnd,
  at: Date,
): Promise<EventRecord> {
  const { id, orgId, filename, label, enforcementMode, policyPackSlug, fileCount } = project;
  const counts = await countItems(sql, orgId, id);
  const failed = await findFailedItem(sql, orgId, id);
  const result = 'result' in end ? end.result : null;
  const ruleErrors = result?.ruleErrors.length ?? 0;
  return {
    id: uuidV7(at),
    orgId,
    kind: KIND,
    occurredAt: at,
    data: {
      projectValidationId: id,
      fileName: filename,
      label,
      passed: result?.passed ?? false,
      score: result?.score ?? null,
      enforcementMode,
      policyPackSlug,
      validatedAt: at.toISOString(),
      summary: result?.summary ?? null,
    },
    chat: {
      ...runContext(project),
      wouldBlock: result?.wouldBlockCount ?? 0,
      notEvaluated: ruleErrors + (await countUnevaluatedFiles(sql, orgId, id)),
      project: {
        id,
        fileCount,
        failedCount: counts.failed,
        skippedCount: counts.skipped,
        failedFile: failed === null ? null : { path: failed.path, message: failed.error.message },
        worstFiles: await listWorstFiles(sql, orgId, id, LIMITS.chatWorstFilesMax),
        error: 'error' in end ? end.error.message : null,
      },
    },
  };
}
