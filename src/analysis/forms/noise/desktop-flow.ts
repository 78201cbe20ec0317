/** Noise of scripts of desktop flows: line ends, blanks at the end of lines, and notes of the designer to itself. */
import { lexRobin } from '../../platforms/power-automate/desktop/lexer.ts';
import type { Digests } from '../xml-form.ts';

/** Notes before an action. The others hold what the designer shows for a setting: they count. */
const GENERATED = /^[ \t]*@@copilotGeneratedAction: *'(?:True|False)'[ \t]*$/i;
const CONNECTION = /^[ \t]*@@connectionDisplayName:/;
/** Signs that reach beyond a line: the end of another line, and marks of comments over several lines. */
const BEYOND_LINE = /\r|\/#|#\//;

/** Writes a script. */
export function addScript(script: string, { form, connections }: Digests): void {
  const text = script.replaceAll('\r\n', '\n');
  // In a text over several lines every blank and every line has a meaning.
  if (hasTextOverLines(text)) {
    form.add('t', text);
    return;
  }
  for (const line of text.split('\n')) {
    if (GENERATED.test(line)) continue;
    const isConnection = CONNECTION.test(line) && !BEYOND_LINE.test(line);
    if (isConnection) form.add('c');
    (isConnection ? connections() : form).add('l', line.slice(0, endOfLine(line)));
  }
}

function hasTextOverLines(script: string): boolean {
  let feed = script.indexOf('\n');
  for (const { kind, start, end } of lexRobin(script)) {
    while (feed !== -1 && feed < start) feed = script.indexOf('\n', feed + 1);
    if (kind !== 'line' && kind !== 'comment' && feed !== -1 && feed < end) return true;
  }
  return false;
}

/** Returns the offset behind the last character that is no blank. */
function endOfLine(line: string): number {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return end;
}
