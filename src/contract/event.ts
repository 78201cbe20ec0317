/** What happens in an organisation and is told to its webhooks. */
import type { Severity } from '../analysis/model/rule.ts';

/** Every kind of event, as receivers know them. */
export const EVENT_KINDS = [
  'validation.completed',
  'validation.below_threshold',
  'exception.expiring_soon',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** Which webhooks of an organisation an event is for; `chatWithoutResults`: chats that want no `validation.completed`. */
export type Audience = 'everyone' | 'generic' | 'chat' | 'chatWithoutResults';

/** Whose run an event is about. Null: the run did not say. */
export interface RunContext {
  readonly repository: string | null;
  readonly solution: string | null;
  readonly branch: string | null;
  readonly owner: string | null;
}

/** What chat messages add to the result of a file. */
export interface ResultContext extends RunContext {
  /** Findings that block, or would block in the blocking mode. */
  readonly wouldBlock: number;
  /** Checks that did not finish, and parts of the file that were not read. */
  readonly notEvaluated: number;
}

/** What chat messages say of a project that has ended. */
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
    /** Why the project failed; null when it is completed. */
    readonly error: string | null;
  };
}

/** How many files of a project have a score that is an alert. */
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

/** What only chat messages say. The members of `data` are closed. */
export type ChatContext = RunContext | ResultContext | ProjectContext;

/** Something that happened. `data` is what receivers get, in camelCase. */
export interface EventRecord {
  readonly id: string;
  readonly orgId: string;
  readonly kind: EventKind;
  readonly occurredAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
  /** Null: nothing is known beyond `data`. */
  readonly chat: ChatContext | null;
}

/** Whether a text names a kind of event. */
export function isEventKind(text: string): text is EventKind {
  return (EVENT_KINDS as readonly string[]).includes(text);
}
