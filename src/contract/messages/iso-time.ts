/** Times in ISO 8601 with their zone. */

const FORM =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Parses a time; null: the text is none, or its day is not in the calendar. */
export function parseIsoTime(text: string): Date | null {
  const [, day] = FORM.exec(text) ?? [];
  if (day === undefined) return null;
  const start = new Date(`${day}T00:00:00Z`);
  const isInCalendar = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day);
  return isInCalendar ? new Date(text) : null;
}
