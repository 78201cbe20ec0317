/** A Code stage with more lines than a reviewer can oversee. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Lines that do nothing: empty ones and comments. */
const SILENT = /^\s*(?:'|\/\/|$)/;

export const rule = defineRule('BPR-MNT-009', {
  level: 'activity',
  types: ['Code'],
  *check(stage, { options }) {
    const code = propertyOf(stage, 'code');
    if (code === undefined || !isLive(stage)) return;
    const lines = code.text.split('\n').filter((line) => !SILENT.test(line)).length;
    if (lines <= options.maxLines) return;
    yield {
      at: code,
      subject: 'lines',
      message: `The code of "${stage.name}" has ${lines} lines; the maximum is ${options.maxLines}.`,
      measure: { option: 'maxLines', value: lines },
    };
  },
});
