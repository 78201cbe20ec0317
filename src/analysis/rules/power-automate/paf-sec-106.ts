/** A server or an agent of another product that offers its own operations to an agent. */
import { parentOf } from '../../model/navigate.ts';
import { agentNodeTools } from '../../patterns/power-automate/agent-node-tools.ts';
import { defineRule } from '../define-rule.ts';

const SERVER = 'a server with tools of its own';
const TYPES: ReadonlySet<string> = new Set(['McpTool', 'InvokeExternalAgentTaskAction']);

export const rule = defineRule('PAF-SEC-106', {
  level: 'activity',
  languages: ['power-fx', 'workflow-definition'],
  *check(activity, { workflow }) {
    for (const { name, kind } of agentNodeTools(activity))
      if (kind.text === 'McpTool') yield { at: kind, subject: name, message: `"${name}" is ${SERVER}.` };
    if (!TYPES.has(activity.type)) return;
    const { name } = parentOf(workflow, activity) ?? workflow;
    const isServer = activity.properties.some(({ text }) => text === 'ModelContextProtocolMetadata');
    const what = isServer || activity.type === 'McpTool' ? SERVER : 'an agent of another product';
    yield { at: activity, subject: activity.type, message: `"${name}" is ${what}.` };
  },
});
