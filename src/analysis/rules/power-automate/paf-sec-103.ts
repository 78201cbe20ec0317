/** A tool of an agent that deletes, pays or mails as the model likes. */
import { literalOf, parentOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Operations of connectors whose effects stay, by the beginning of their names. */
const DELETES = /^(?:Delete|Remove|Purge|Pay|Refund|Transfer)(?![a-z])/;
const MAILS = /^(?:Send|Reply|Forward)(?:To)?(?:E?Mail|Email)/i;

const isConfirmed = ({ properties }: Activity): boolean =>
  properties.some(({ name }) => name.startsWith('confirmation'));

/** Returns whether the model fills the recipient of a mail. */
function choosesRecipient({ properties }: Activity): boolean {
  return properties.some(({ name, text }) => {
    const input = /^inputs\.\d+\./.exec(name)?.[0];
    const isRecipient = input !== undefined && name.endsWith('.propertyName') && /(?:^|\/)To$/i.test(text);
    return (
      isRecipient &&
      properties.some((own) => own.name === `${input}kind` && own.text === 'AutomaticTaskInput')
    );
  });
}

export const rule = defineRule('PAF-SEC-103', {
  level: 'activity',
  languages: ['power-fx'],
  types: ['InvokeConnectorTaskAction'],
  *check(activity, { workflow }) {
    const operation = propertyOf(activity, 'operationId');
    const tool = parentOf(workflow, activity);
    if (operation === undefined || tool === undefined || isConfirmed(tool)) return;
    const name = literalOf(operation) ?? '';
    if (!DELETES.test(name) && !(MAILS.test(name) && choosesRecipient(tool))) return;
    const what = MAILS.test(name) ? 'can mail to any address' : `calls "${name}"`;
    yield { at: operation, subject: name, message: `"${tool.name}" ${what} without confirmation.` };
  },
});
