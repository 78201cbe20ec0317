/** Notification of chats about a project that has ended: one message instead of one for each of its files. */
import { KIND_RULE, NOTHING_RULE } from '../../analysis/engine/project/unanalysed-files.ts';
import type { ProjectAlert, ProjectEvent, UnanalysedFiles } from '../../contract/event.ts';
import { alertThreshold } from '../../contract/organisation-settings.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import { findSettings } from '../policy/organisation-settings-store.ts';
import { runContext } from '../validations/validation-events.ts';
import { insertEvent } from '../webhooks/events-store.ts';
import { hasChatWebhook } from '../webhooks/webhooks-store.ts';
import { countItems, findFailedItem } from './store/project-items.ts';
import type { ProjectRecord, ProjectResult, StoredError } from './store/project-record.ts';
import { countUnevaluatedFiles, listScoresBelow, listWorstFiles } from './store/project-sums.ts';

/** Most files that a chat message about a project lists. */
export const CHAT_WORST_FILES_MAX = 5;
/** Most kinds of files that were not analysed that such a message names. */
const CHAT_UNANALYSED_KINDS_MAX = 10;

const RESULT = 'validation.completed';
const ALERT = 'validation.below_threshold';

/** End of a project. */
type ProjectEnd = { readonly result: ProjectResult } | { readonly error: StoredError };

/**
 * Stores a delivery for each chat that subscribes to results, or to alerts alone if files fell below the threshold. No
 * other target gets the event, as its `data` is not that of a file.
 */
export async function notifyChats(
  sql: TenantTransaction,
  project: ProjectRecord,
  end: ProjectEnd,
): Promise<void> {
  if (!(await hasChatWebhook(sql, [RESULT, ALERT]))) return;
  const at = new Date();
  const alert = await alertOf(sql, project);
  const ended = await projectEnded(sql, project, end, { at, alert });
  await insertEvent(sql, ended, 'chat');
  if (alert === undefined) return;
  await insertEvent(sql, { ...ended, id: uuidV7(at), kind: ALERT }, 'chatWithoutResults');
}

async function projectEnded(
  sql: TenantTransaction,
  project: ProjectRecord,
  end: ProjectEnd,
  { at, alert }: { readonly at: Date; readonly alert: ProjectAlert | undefined },
): Promise<ProjectEvent> {
  const { id, orgId, filename, label, enforcementMode, policyPackSlug, fileCount } = project;
  const counts = await countItems(sql, id);
  const failed = await findFailedItem(sql, id);
  const result = 'result' in end ? end.result : null;
  const ruleErrors = result?.ruleErrors.length ?? 0;
  return {
    id: uuidV7(at),
    orgId,
    kind: RESULT,
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
      notEvaluated: ruleErrors + (await countUnevaluatedFiles(sql, id)),
      project: {
        id,
        fileCount,
        failedCount: counts.failed,
        skippedCount: counts.skipped,
        failedFile: failed === undefined ? null : { path: failed.path, message: failed.error.message },
        worstFiles: await listWorstFiles(sql, id, CHAT_WORST_FILES_MAX),
        ...unanalysedOf(result),
        ...(alert === undefined ? {} : { alert }),
        error: 'error' in end ? end.error.message : null,
      },
    },
  };
}

/** Returns the known files that were not analysed, as a part of the facts; nothing when there are none. */
function unanalysedOf(result: ProjectResult | null): { readonly unanalysed?: UnanalysedFiles } {
  const findings = result?.findings ?? [];
  const sentences = findings
    .filter(({ ruleId }) => ruleId === KIND_RULE)
    .map(({ description }) => description);
  const isAll = findings.some(({ ruleId }) => ruleId === NOTHING_RULE);
  if (sentences.length === 0 && !isAll) return {};
  return { unanalysed: { sentences: sentences.slice(0, CHAT_UNANALYSED_KINDS_MAX), isAll } };
}

/** Counts the files whose score is an alert; undefined when there are none. */
async function alertOf(sql: TenantTransaction, { id }: ProjectRecord): Promise<ProjectAlert | undefined> {
  const settings = await findSettings(sql);
  const threshold = settings.scoreAlertThreshold;
  if (threshold === null) return undefined;
  const scores = await listScoresBelow(sql, id, threshold);
  const fileCount = scores.filter(
    ({ score, previousScore }) => alertThreshold(settings, score, previousScore) !== null,
  ).length;
  return fileCount === 0 ? undefined : { threshold, fileCount };
}
