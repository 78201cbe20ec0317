/** Message about an event, before the format of any chat. */

/** A page to open. */
export interface ChatLink {
  /** Our own words: a format may show them as they are. */
  readonly name: string;
  readonly url: string;
}

/** An event in words. Texts are plain and short; a format only has to arrange them. */
export interface ChatMessage {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The findings of a file, the worst files of a project, or the reason of an exception. */
  readonly lines: readonly string[];
  /** The pages to open, that of the result first. */
  readonly links: readonly ChatLink[];
  readonly tone: 'good' | 'warning' | 'bad';
}
