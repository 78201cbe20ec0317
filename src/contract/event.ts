/** Events of an organisation that its webhooks receive. */
import type { Summary } from '../analysis/model/report.ts';
import type { Severity } from '../analysis/model/rule.ts';
import type { ChangeKind } from './change.ts';
import type {
  DecidedExceptionData,
  ExpiringExceptionData,
  RequestedExceptionData,
} from './events/exception-data.ts';
import type { ExpiringCredentialData, FailedPullData, FoundDriftData } from './events/source-data.ts';

/** Every kind of event, as receivers know them. */
export const EVENT_KINDS = [
  'validation.completed',
  'validation.below_threshold',
  'exception.expiring_soon',
  'change.completed',
  'exception.requested',
  'exception.decided',
  'run.blocked',
  'source.pull_failed',
  'source.drift_found',
  'source.credential_expiring',
] as const;

/** Kinds for a webhook whose maker names none. Any other kind goes only to webhooks that name it. */
export const EVENT_KINDS_DEFAULT = [
  'validation.completed',
  'validation.below_threshold',
  'exception.expiring_soon',
] as const satisfies readonly EventKind[];

export type EventKind = (typeof EVENT_KINDS)[number];

/**
 * Webhooks of an organisation that an event is for; `chatWithoutResults`: chats that want no `validation.completed`; `none`:
 * results of pulls.
 */
export type Audience = 'everyone' | 'generic' | 'chat' | 'chatWithoutResults' | 'none';

/** Origin of the run that an event is about. Null: the run did not set it. */
export interface RunContext {
  readonly repository: string | null;
  readonly solution: string | null;
  readonly branch: string | null;
  readonly owner: string | null;
  /** Page of the pull request; absent: not sent. */
  readonly prUrl?: string;
}

/** Facts that chat messages add to the result of a file. */
export interface ResultContext extends RunContext {
  /** Findings that block, or would block in the blocking mode. */
  readonly wouldBlock: number;
  /** Checks that did not finish, and parts of the file that were not read. */
  readonly notEvaluated: number;
}

/** Facts that chat messages show about a project that has ended. */
export interface ProjectContext extends ResultContext {
  readonly project: {
    readonly id: string;
    readonly fileCount: number;
    readonly failedCount: number;
    readonly skippedCount: number;
    /** The first file that could not be validated. */
    readonly failedFile: { readonly path: string; readonly message: string } | null;
    readonly worstFiles: readonly WorstFile[];
    /** Known files that were not analysed. Absent: there are none, or an earlier version stored the event. */
    readonly unanalysed?: UnanalysedFiles;
    /** Files whose score is an alert. Absent: there are none, or an earlier version stored the event. */
    readonly alert?: ProjectAlert;
    /** Reason why the project failed; null when it is completed. */
    readonly error: string | null;
  };
}

/** Files of a project that belong to an automation and that no rule has seen. */
export interface UnanalysedFiles {
  /** One a kind. */
  readonly sentences: readonly string[];
  /** The project has nothing else. */
  readonly isAll: boolean;
}

/** Number of files of a project with a score that is an alert. */
export interface ProjectAlert {
  readonly threshold: number;
  readonly fileCount: number;
}

/** One of the worst files of a project. */
export interface WorstFile {
  readonly path: string;
  readonly score: number;
  /** Findings that count, by severity. */
  readonly counts: Readonly<Record<Severity, number>>;
}

/** Facts for chat messages alone, because the members of `data` are closed. */
export type ChatContext = Pick<RunContext, 'repository'> | RunContext | ResultContext | ProjectContext;

/** A finding in an event. */
export interface EventFinding {
  readonly ruleId: string;
  readonly severity: string;
  readonly category: string;
  readonly location: string;
  readonly description: string;
}

/** Members that the results of files and projects share. */
interface RunData {
  readonly fileName: string;
  readonly label: string | null;
  readonly enforcementMode: string;
  /** ISO 8601. */
  readonly validatedAt: string;
}

/** Result of a file. */
export interface FileResultData extends RunData {
  readonly validationId: string;
  readonly platform: string;
  readonly passed: boolean;
  readonly score: number;
  readonly policyPackSlug: string | null;
  /** Absent: an earlier version stored the event. */
  readonly summary?: Summary;
  /** The first findings. Absent: an earlier version stored the event. */
  readonly findings?: readonly EventFinding[];
}

/** Result of a project. `score` and `summary` are null if it failed. */
export interface ProjectResultData extends RunData {
  readonly projectValidationId: string;
  readonly passed: boolean;
  readonly score: number | null;
  readonly policyPackSlug: string | null;
  readonly summary: Summary | null;
}

/** Score of a file below the threshold of the organisation. */
export interface LowScoreData extends RunData {
  readonly validationId: string;
  readonly platform: string;
  readonly score: number;
  readonly threshold: number;
  readonly previousScore: number | null;
  readonly reportUrl: string;
}

/** Change whose runs have all ended. */
export interface CompletedChangeData {
  readonly changeId: string;
  readonly kind: ChangeKind;
  readonly passed: boolean;
  readonly repository: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly prUrl: string | null;
  readonly author: string | null;
  /** Path of the file, or name of the archive, of the newest run. */
  readonly fileName: string;
  readonly fileCount: number;
  /** Files and archives that are blocked. */
  readonly blockedCount: number;
  /** Files and archives that could not be validated. */
  readonly failedCount: number;
  /** Findings that block, or would in the blocking mode. */
  readonly wouldBlock: number;
  readonly newFindingsCount: number;
  readonly resolvedFindingsCount: number;
  readonly summary: Summary;
  /** ISO 8601. */
  readonly endedAt: string;
  readonly reportUrl: string;
}

/** File or project that the gate has blocked. */
export interface BlockedRunData {
  readonly runId: string;
  readonly runKind: 'file' | 'project';
  readonly changeId: string;
  readonly fileName: string;
  readonly repository: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly prUrl: string | null;
  readonly author: string | null;
  readonly label: string | null;
  readonly environment: string | null;
  /** Findings that block. */
  readonly blocking: number;
  readonly summary: Summary;
  /** ISO 8601. */
  readonly endedAt: string;
  readonly reportUrl: string;
}

/** Members of every event. Receivers get its `data`, in camelCase. */
interface EventOf<Kind extends EventKind, Data, Chat> {
  readonly id: string;
  readonly orgId: string;
  readonly kind: Kind;
  readonly occurredAt: Date;
  readonly data: Data;
  /** Null: nothing is known beyond `data`. */
  readonly chat: Chat;
}

/** A file was validated. Events of earlier versions have less context. */
export type FileResultEvent = EventOf<
  'validation.completed',
  FileResultData,
  ResultContext | RunContext | null
>;

/** The score of a file fell below the threshold. */
export type LowScoreEvent = EventOf<'validation.below_threshold', LowScoreData, RunContext | null>;

/** A project ended, or has files below the threshold. Only chats get it. */
export type ProjectEvent = EventOf<
  'validation.completed' | 'validation.below_threshold',
  ProjectResultData,
  ProjectContext
>;

/** An exception is about to end. Events of earlier versions have no context. */
export type ExpiringExceptionEvent = EventOf<
  'exception.expiring_soon',
  ExpiringExceptionData,
  Pick<RunContext, 'repository'> | null
>;

/** The runs of a change have ended. */
export type CompletedChangeEvent = EventOf<'change.completed', CompletedChangeData, null>;

/** Someone requests an exception. */
export type RequestedExceptionEvent = EventOf<'exception.requested', RequestedExceptionData, null>;

/** Someone decided on an exception. */
export type DecidedExceptionEvent = EventOf<'exception.decided', DecidedExceptionData, null>;

/** The gate has blocked a file or project. */
export type BlockedRunEvent = EventOf<'run.blocked', BlockedRunData, null>;

/** A pull has failed, and the one before had not. */
export type FailedPullEvent = EventOf<'source.pull_failed', FailedPullData, null>;

/** A pull has found drift that the one before had not. */
export type FoundDriftEvent = EventOf<'source.drift_found', FoundDriftData, null>;

/** The credential of a source is about to end. */
export type ExpiringCredentialEvent = EventOf<'source.credential_expiring', ExpiringCredentialData, null>;

/** Event of an organisation, by kind. */
export type EventRecord =
  | FileResultEvent
  | LowScoreEvent
  | ProjectEvent
  | ExpiringExceptionEvent
  | CompletedChangeEvent
  | RequestedExceptionEvent
  | DecidedExceptionEvent
  | BlockedRunEvent
  | FailedPullEvent
  | FoundDriftEvent
  | ExpiringCredentialEvent;

/** Members of `data`, by kind of event. */
export type EventData = EventRecord['data'];

/** Returns whether an event is about a project. */
export function isProjectEvent(event: EventRecord): event is ProjectEvent {
  return event.chat !== null && 'project' in event.chat;
}

/** Returns whether a text names a kind of event. */
export function isEventKind(text: string): text is EventKind {
  return (EVENT_KINDS as readonly string[]).includes(text);
}
