/** Every task by its name in the queue. */
import type { TaskName } from '../infra/queue/job.ts';
import type { RunnerName, TaskEntry } from '../infra/queue/task.ts';
import { repeatLogoutNotices } from '../service/access/oidc/repeat-logout-notices-job.ts';
import { forgetSessions } from '../service/access/sessions/forget-sessions-job.ts';
import { forgetSecurityEvents } from '../service/audit/events/forget-security-events-job.ts';
import { announceBlockedRun } from '../service/changes/announce-blocked-run-job.ts';
import { announceChange } from '../service/changes/announce-change-job.ts';
import { announcePulls } from '../service/drift/announce/announce-pulls-job.ts';
import { checkCredentials } from '../service/drift/announce/check-credentials-job.ts';
import { announceExpiringExceptions } from '../service/exceptions/announce-expiring-job.ts';
import { forgetIdempotencyKeys } from '../service/idempotency/forget-idempotency-keys-job.ts';
import { sendMails } from '../service/mail/send-mails-job.ts';
import { runDryRunJob } from '../service/policy/dry-runs/run-dry-run-job.ts';
import { finishProjectJob } from '../service/projects/jobs/finish-project-job.ts';
import { listProjectJob } from '../service/projects/jobs/list-project-job.ts';
import { resumeProjects } from '../service/projects/jobs/resume-projects-job.ts';
import { runShardJob } from '../service/projects/jobs/run-shard-job.ts';
import { forgetLimits } from '../service/rate-limits/forget-limits-job.ts';
import { snapshotBacklog } from '../service/results/backlog/snapshot-backlog-job.ts';
import { packOldResults } from '../service/results/bodies/pack-results-job.ts';
import { forgetFeedChanges } from '../service/results/feed/forget-feed-changes-job.ts';
import { expireValidations } from '../service/retention/expire-results-job.ts';
import { preparePartitions } from '../service/retention/prepare-partitions-job.ts';
import { tickRetention } from '../service/retention/tick-retention-job.ts';
import { advancePullJob } from '../service/sources/advance/advance-pull-job.ts';
import { resumePulls } from '../service/sources/advance/resume-pulls-job.ts';
import { assignOwners } from '../service/teams/assign-owners-job.ts';
import { planTickets } from '../service/tickets/planning/plan-tickets-job.ts';
import { runValidationJob } from '../service/validations/run-validation-job.ts';
import { shiftAllTurns } from './shift-turns.ts';
import { sweepBlobs } from './sweep-blobs.ts';

/** `interactive`: a caller waits for it. `batch`: sweeps, scans and jobs in bulk. */
export const TASKS: { readonly [Task in TaskName]: TaskEntry<Task> } = {
  'advance-pull': { run: advancePullJob, runner: 'batch' },
  'announce-blocked-run': { run: announceBlockedRun, runner: 'interactive' },
  'announce-change': { run: announceChange, runner: 'interactive' },
  'announce-pulls': { run: announcePulls, runner: 'batch', cron: '* * * * *' },
  'assign-owners': { run: assignOwners, runner: 'interactive' },
  'check-credentials': { run: checkCredentials, runner: 'batch', cron: '43 5 * * *' },
  'expire-validations': { run: expireValidations, runner: 'batch', cron: '17 1,3,5 * * *' },
  'finish-project': { run: finishProjectJob, runner: 'batch' },
  'forget-feed-changes': { run: forgetFeedChanges, runner: 'batch', cron: '*/10 * * * *' },
  'forget-idempotency-keys': { run: forgetIdempotencyKeys, runner: 'batch', cron: '27 * * * *' },
  'forget-limits': { run: forgetLimits, runner: 'batch', cron: '*/10 * * * *' },
  'forget-security-events': { run: forgetSecurityEvents, runner: 'batch', cron: '33 * * * *' },
  'forget-sessions': { run: forgetSessions, runner: 'batch', cron: '37 * * * *' },
  'list-project': { run: listProjectJob, runner: 'batch' },
  'pack-results': { run: packOldResults, runner: 'batch', cron: '47 1 * * *' },
  'plan-tickets': { run: planTickets, runner: 'batch', cron: '* * * * *' },
  'prepare-partitions': { run: preparePartitions, runner: 'batch', cron: '7 */6 * * *' },
  'repeat-logout-notices': { run: repeatLogoutNotices, runner: 'interactive', cron: '* * * * *' },
  'run-dry-run': { run: runDryRunJob, runner: 'batch' },
  'run-validation': { run: runValidationJob, runner: 'interactive' },
  'scan-exceptions': { run: announceExpiringExceptions, runner: 'batch', cron: '23 4 * * *' },
  'send-mails': { run: sendMails, runner: 'interactive', cron: '* * * * *' },
  'resume-projects': { run: resumeProjects, runner: 'batch', cron: '*/5 * * * *' },
  'resume-pulls': { run: resumePulls, runner: 'batch', cron: '*/5 * * * *' },
  'run-shard': { run: runShardJob, runner: 'batch' },
  'shift-turns': { run: shiftAllTurns, runner: 'batch', cron: '* * * * *' },
  'snapshot-backlog': { run: snapshotBacklog, runner: 'batch', cron: '52 * * * *' },
  'sweep-blobs': { run: sweepBlobs, runner: 'batch', cron: '*/10 * * * *' },
  'tick-retention': { run: tickRetention, runner: 'batch', cron: '*/10 * * * *' },
};

/** The tasks of one runner. */
export function tasksOf(runner: RunnerName): readonly (readonly [TaskName, TaskEntry<TaskName>])[] {
  const entries = Object.entries(TASKS) as (readonly [TaskName, TaskEntry<TaskName>])[];
  return entries.filter(([, task]) => task.runner === runner);
}
