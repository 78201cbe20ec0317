/** Types of the nodes of a flow: what they do, by the beginning of their name. */
import type { Role } from '../../../../model/workflow.ts';
import { connectorRole } from '../connector-role.ts';

/** Beginning of a type → role; the first that fits counts. */
const ROLES: readonly (readonly [start: string, role: Role])[] = [
  ['core.trigger', 'trigger'],
  ['uipath.trigger', 'trigger'],
  ['core.action.http', 'http'],
  ['core.action.script', 'script'],
  ['core.action.transform', 'assign'],
  ['core.action.queue', 'queue'],
  ['core.logic.decision', 'branch'],
  ['core.logic.switch', 'branch'],
  ['core.logic.loop', 'loop'],
  ['core.logic.while', 'loop'],
  ['core.logic.foreach', 'loop'],
  ['core.logic.delay', 'delay'],
  ['core.logic.terminate', 'terminate'],
  ['core.control.end', 'respond'],
  ['core.subflow', 'sequence'],
  ['uipath.human-in-the-loop', 'approval'],
  ['uipath.agent.resource.tool', 'invoke'],
  ['uipath.agent.resource.escalation', 'approval'],
  ['uipath.agent.resource', 'other'],
  ['uipath.agent', 'ai'],
  ['uipath.core.human', 'approval'],
  ['uipath.core.queue', 'queue'],
  ['uipath.core', 'invoke'],
  ['uipath.ixp', 'ai'],
];

const CONNECTOR = 'uipath.connector.';
/** Id that the designer puts behind the type of a resource. */
const ID = /\.[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Returns the type without the id of the resource that the node uses. */
export const plainType = (type: string): string => type.replace(ID, '');

/** Returns whether a node is a tool, source or escalation of an agent, and no step. */
export const isResource = (type: string): boolean => type.startsWith('uipath.agent.resource');

/** Returns the connector that a type names: `uipath-salesforce-slack`; undefined when it names none. */
export function connectorOfType(type: string): string | undefined {
  return type.startsWith(CONNECTOR) ? type.slice(CONNECTOR.length).split('.')[0] : undefined;
}

/** Returns the role of a node. */
export function nodeRole(type: string): Role {
  const connector = connectorOfType(type);
  if (connector !== undefined) return connectorRole(connector, type.slice(CONNECTOR.length));
  return ROLES.find(([start]) => type.startsWith(start))?.[1] ?? 'other';
}

/** Conditions of an edge by the port that it leaves. */
export function edgeConditions(port: string): readonly string[] {
  if (port === 'error') return ['failed'];
  if (port === 'success' || port === 'output' || port === '') return ['next'];
  return [port.toLowerCase()];
}
