/** What happens in an organisation and is told to its webhooks. */

/** Every kind of event, as receivers know them. */
export const EVENT_KINDS = [
  'validation.completed',
  'validation.below_threshold',
  'exception.expiring_soon',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** Something that happened. `data` is what receivers get, in camelCase. */
export interface EventRecord {
  readonly id: string;
  readonly orgId: string;
  readonly kind: EventKind;
  readonly occurredAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Whether a text names a kind of event. */
export function isEventKind(text: string): text is EventKind {
  return (EVENT_KINDS as readonly string[]).includes(text);
}
