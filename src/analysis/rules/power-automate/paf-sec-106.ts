/** A server or an agent of another product that offers its own operations to an agent. */
import { parentOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-SEC-106', {
  level: 'activity',
  languages: ['power-fx'],
  types: ['McpTool', 'InvokeExternalAgentTaskAction'],
  *check(activity, { workflow }) {
    const { name } = parentOf(workflow, activity) ?? workflow;
    const isServer = activity.properties.some(({ text }) => text === 'ModelContextProtocolMetadata');
    const what =
      isServer || activity.type === 'McpTool'
        ? 'a server with tools of its own'
        : 'an agent of another product';
    yield { at: activity, subject: activity.type, message: `"${name}" is ${what}.` };
  },
});
