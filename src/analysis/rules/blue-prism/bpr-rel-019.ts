/** A step that moves the mouse or presses keys of the whole desktop, not of the element that it names. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Actions of Application Modeller whose titles begin with Global. */
const GLOBAL = /^(?:(?:UIA|AA)?Mouse(?:Double)?Click(?:Centre)?|(?:AA)?SendKey(?:s|Events))$/;
const ACTION = /^steps\.\d{1,4}\.action$/;

// In real objects a window was often brought to the front just before: the step works until another window gets there first.
export const rule = defineRule('BPR-REL-019', {
  level: 'activity',
  types: ['Navigate'],
  *check(stage) {
    if (!isLive(stage)) return;
    const global = stage.properties.filter(({ name, text }) => ACTION.test(name) && GLOBAL.test(text));
    const [at] = global;
    if (at === undefined) return;
    const what = at.text.includes('Key') ? 'sends keys to' : 'clicks in';
    yield {
      at,
      subject: 'action',
      message: `"${stage.name}" ${what} whatever window is in front at that moment.`,
    };
  },
});
