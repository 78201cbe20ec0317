/** Parser of the statements in designer notes that waive findings. Linear in the text. */

/** Beginning of a statement. */
export const NOTE_MARKER = 'flowarden-ignore';
/** Longest text before the colon that can be right; the rest is never read. */
const HEAD_CHARACTERS_MAX = 200;

/** One statement: a rule and its last day (`2027-01-31`), or the defect of the statement as the end of a sentence. */
export type NoteStatement =
  | { readonly ruleId: string; readonly until: string; readonly defect?: undefined }
  | { readonly defect: string };

/** Yields the statements of a text. Each ends with its line, or where the next one begins. */
export function* parseNotes(text: string): Generator<NoteStatement> {
  for (let at = text.indexOf(NOTE_MARKER); at !== -1; ) {
    const start = at + NOTE_MARKER.length;
    const next = text.indexOf(NOTE_MARKER, start);
    yield readStatement(text.slice(start, lineEnd(text, start, next === -1 ? text.length : next)));
    at = next;
  }
}

/** Returns the end of the line, at most `end`. A search for the line feed alone would read on to the end of the text. */
function lineEnd(text: string, start: number, end: number): number {
  for (let i = start; i < end; i += 1) if (text[i] === '\n' || text[i] === '\r') return i;
  return end;
}

/** Reads what stands behind the marker: ` RULE until YYYY-MM-DD: reason`. */
function readStatement(body: string): NoteStatement {
  const colon = body.indexOf(':');
  const head = body.slice(0, Math.min(colon === -1 ? body.length : colon, HEAD_CHARACTERS_MAX));
  const [before, ruleId = '', keyword = '', until = '', more] = head.trimEnd().split(/\s+/);
  if (before !== '' || ruleId === '') return { defect: 'it names no rule' };
  if (keyword !== 'until' || until === '') return { defect: `it does not say until when` };
  if (more !== undefined || !isDay(until)) return { defect: 'its end is not a day like 2027-01-31' };
  if (colon === -1 || body.slice(colon + 1).trim() === '')
    return { defect: 'it gives no reason after a colon' };
  return { ruleId: ruleId.toUpperCase(), until };
}

/** Returns whether a text is a day of the calendar, as `2027-01-31`. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
