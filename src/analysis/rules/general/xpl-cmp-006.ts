/** An agent whose model is not on the organisation's list. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Settings that name the model of an agent: of UiPath, of Copilot Studio in its forms, and of a node in a cloud flow. */
const MODELS: ReadonlySet<string> = new Set([
  'settings.model',
  'aISettings.model.modelNameHint',
  'agentSettings.model.series',
  'inlineModel',
  'inputs.parameters.body/definition.entity.configuration.agentSettings.model.series',
]);

export const rule = defineRule('XPL-CMP-006', {
  level: 'activity',
  types: ['agent', 'GptComponentMetadata', 'AgentSettings', 'BotConfiguration', 'OpenApiConnection'],
  *check(agent, { options: { approved } }) {
    for (const setting of agent.properties) {
      const model = MODELS.has(setting.name) ? literalOf(setting)?.trim() : undefined;
      if (!model || approved.some((pattern) => matchesWildcard(model, pattern))) continue;
      const message = `The agent "${agent.name}" uses the model "${model}", which is not on the list.`;
      yield { at: setting, subject: 'model', message };
    }
  },
});
