/** An error event of BPMN without the error that it raises or catches. */
import { isBpmn } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-122', {
  level: 'activity',
  languages: ['javascript'],
  types: ['endEvent', 'boundaryEvent'],
  *check(event, { workflow }) {
    const { name, type, properties } = event;
    if (!isBpmn(workflow) || !properties.some(({ name: key, text }) => key === 'event' && text === 'error'))
      return;
    const reference = properties.find((property) => property.name === 'errorRef');
    // A boundary without a reference catches every error.
    const isMissing = reference === undefined ? type === 'endEvent' : reference.text.trim() === '';
    if (!isMissing) return;
    const what = type === 'endEvent' ? 'raises an error' : 'catches an error';
    yield {
      at: reference ?? event,
      subject: 'errorRef',
      message: `"${name}" ${what} and does not say which.`,
    };
  },
});
