/** Events of an organisation that its webhooks receive. */
import type { Severity } from '../analysis/model/rule.ts';

/** Every kind of event, as receivers know them. */
export const EVENT_KINDS = [
  'validation.completed',
  'validation.below_threshold',
  'exception.expiring_soon',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** Webhooks of an organisation that an event is for; `chatWithoutResults`: chats that want no `validation.completed`. */
export type Audience = 'everyone' | 'generic' | 'chat' | 'chatWithoutResults';

/** Origin of the run that an event is about. Null: the run did not set it. */
export interface RunContext {
  readonly repository: string | null;
  readonly solution: string | null;
  readonly branch: string | null;
  readonly owner: string | null;
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
    /** Files whose score is an alert. Absent: there are none, or an earlier version stored the event. */
    readonly alert?: ProjectAlert;
    /** Reason why the project failed; null when it is completed. */
    readonly error: string | null;
  };
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
export type ChatContext = RunContext | ResultContext | ProjectContext;

/** Event of an organisation. Receivers get `data`, in camelCase. */
export interface EventRecord {
  readonly id: string;
  readonly orgId: string;
  readonly kind: EventKind;
  readonly occurredAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
  /** Null: nothing is known beyond `data`. */
  readonly chat: ChatContext | null;
}

/** Returns whether a text names a kind of event. */
export function isEventKind(text: string): text is EventKind {
  return (EVENT_KINDS as readonly string[]).includes(text);
}
