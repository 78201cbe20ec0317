/** A tool of an agent that deletes, pays or mails as the model likes. */
import { literalOf, parentOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { type AgentNodeTool, agentNodeTools } from '../../patterns/power-automate/agent-node-tools.ts';
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

/** Returns whether a tool of an agent node has a value for the recipient of a mail. */
const fixesRecipient = ({ settings }: AgentNodeTool): boolean =>
  [...settings].some(([name, { text }]) => name.startsWith('toolInputs.') && /(?:^|\/)To$/i.test(text));

/** Returns what a tool does; undefined where its effects pass, or its recipient is fixed. */
function lastingEffect(operation: string, chooses: () => boolean): string | undefined {
  if (DELETES.test(operation)) return `calls "${operation}"`;
  return MAILS.test(operation) && chooses() ? 'can mail to any address' : undefined;
}

export const rule = defineRule('PAF-SEC-103', {
  level: 'activity',
  languages: ['power-fx', 'workflow-definition'],
  *check(activity, { workflow }) {
    for (const tool of agentNodeTools(activity)) {
      const operation = tool.settings.get('operationId');
      const effect = operation && lastingEffect(operation.text, () => !fixesRecipient(tool));
      if (effect === undefined) continue;
      const message = `"${tool.name}" of the agent "${activity.name}" ${effect} without confirmation.`;
      yield { at: operation!, subject: operation!.text, message };
    }
    if (activity.type !== 'InvokeConnectorTaskAction') return;
    const operation = propertyOf(activity, 'operationId');
    const tool = parentOf(workflow, activity);
    if (operation === undefined || tool === undefined || isConfirmed(tool)) return;
    const name = literalOf(operation) ?? '';
    const effect = lastingEffect(name, () => choosesRecipient(tool));
    if (effect === undefined) return;
    yield { at: operation, subject: name, message: `"${tool.name}" ${effect} without confirmation.` };
  },
});
