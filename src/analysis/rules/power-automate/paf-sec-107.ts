/** An agent whose model gets no instructions. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Texts of the instructions in the settings of an agent, the newer form. */
const SEGMENT = /^agentSettings\.instructions\.segments\.\d{1,9}\.value$/;

/** Returns whether a part of an agent is the place of its instructions, and has none. */
function lacksInstructions(activity: Activity): boolean {
  if (activity.type === 'GptComponentMetadata')
    return (propertyOf(activity, 'instructions')?.text ?? '').trim() === '';
  const { properties } = activity;
  return (
    properties.some(({ name }) => name.startsWith('agentSettings.')) &&
    !properties.some(({ name, text }) => SEGMENT.test(name) && text.trim() !== '')
  );
}

export const rule = defineRule('PAF-SEC-107', {
  level: 'activity',
  languages: ['power-fx'],
  types: ['GptComponentMetadata', 'AgentSettings', 'BotConfiguration'],
  *check(activity, { workflow }) {
    if (!lacksInstructions(activity)) return;
    const name = activity.type === 'GptComponentMetadata' ? activity.name : workflow.name;
    yield { at: activity, subject: 'instructions', message: `The agent "${name}" has no instructions.` };
  },
});
