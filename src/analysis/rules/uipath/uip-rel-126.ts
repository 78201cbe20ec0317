/** An escalation of an agent to a channel without an assignee. */
import { defineRule } from '../define-rule.ts';

/** Channels whose tasks have an assignee; messages go to the channel of a chat. */
const CHANNEL = /^channels\.(\d+)\.type$/;
/** A person or a group by itself, or the asset or argument that holds its address. */
const RECIPIENT = /^channels\.(\d+)\.recipients\.\d+\.(?:value|displayName|(?:asset|argument)Name)$/;

export const rule = defineRule('UIP-REL-126', {
  level: 'activity',
  languages: ['javascript'],
  types: ['escalation'],
  *check(escalation) {
    const assigned = new Set(
      escalation.properties.flatMap(({ name, text }) => {
        const channel = RECIPIENT.exec(name)?.[1];
        return channel === undefined || text.trim() === '' ? [] : [channel];
      }),
    );
    for (const setting of escalation.properties) {
      const channel = CHANNEL.exec(setting.name)?.[1];
      if (channel === undefined || setting.text.toLowerCase() !== 'actioncenter' || assigned.has(channel))
        continue;
      const name = escalation.properties.find((own) => own.name === `channels.${channel}.name`)?.text;
      const what = name === undefined ? 'A channel' : `The channel "${name}"`;
      yield {
        at: setting,
        subject: `channels.${channel}.recipients`,
        message: `${what} of the escalation "${escalation.name}" has no assignee.`,
      };
    }
  },
});
