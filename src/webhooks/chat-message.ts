/** An event as a chat tells of it, before any chat's own format. */

/** An event in words. Texts are plain and short; a format only has to arrange them. */
export interface ChatMessage {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The findings of a file, the worst files of a project, or the reason of an exception. */
  readonly lines: readonly string[];
  /** The page to open; null when there is none. */
  readonly url: string | null;
  readonly tone: 'good' | 'warning' | 'bad';
}
