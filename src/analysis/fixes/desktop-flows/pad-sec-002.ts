/** Secret variables that are not marked as sensitive. */
import type { Fix } from '../fix.ts';

const MARK = '@SENSITIVE: [';

export const fix: Fix = {
  rule: 'PAD-SEC-002',
  does: 'Marks the variable as sensitive.',
  script({ bytes }, { finding: { subject } }) {
    const text = bytes.toString('utf8');
    const at = text.startsWith(MARK) ? 0 : text.indexOf(`\n${MARK}`) + 1;
    const change = { name: '@SENSITIVE', before: null, after: subject };
    if (at === 0 && !text.startsWith(MARK)) {
      const added = `${MARK}${subject}]`;
      const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
      return [{ start: 0, end: 0, text: added + lineEnd, cells: [added], change }];
    }
    const line = /^[^\r\n]*/.exec(text.slice(at))![0];
    const close = line.lastIndexOf(']');
    if (close === -1) return 'The list of sensitive variables has no end.';
    const isEmpty = line.slice(MARK.length, close).trim() === '';
    const after = `${line.slice(0, close)}${isEmpty ? '' : ', '}${subject}${line.slice(close)}`;
    const start = Buffer.byteLength(text.slice(0, at));
    return [{ start, end: start + Buffer.byteLength(line), text: after, cells: [after], change }];
  },
};
