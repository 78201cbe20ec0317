/** Names of channels: how a step names the queue, asset or file that it uses. */
import type { ChannelRow } from '../../../facts/data-flow/row.ts';
import { literalOf } from '../../../model/navigate.ts';
import type { Activity } from '../../../model/workflow.ts';
import { nameTest } from '../tables/name-test.ts';

/** Name of a channel, as its step has it and for comparison. */
export interface ChannelName {
  readonly text: string;
  readonly key: string;
}

/** Address of the trigger of a cloud flow. Its query has the key to start the flow, and is not looked at. */
const TRIGGER = /^https:\/\/[^/?#]{1,255}(?:\/[\w-]{1,40}){0,6}\/workflows\/([0-9a-f]{32})\/triggers\//i;
const ID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** Returns the id of the cloud flow that a request to an address starts; undefined where it starts none. */
export const requestedFlow = (address: string): string | undefined =>
  TRIGGER.exec(address.trim())?.[1]?.toLowerCase().replace(ID_PARTS, '$1-$2-$3-$4-$5');

/** Returns the name of the channel to the flow of an id. */
export const flowChannel = (id: string): string => `flow:${id}`;

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Returns the name of the channel of a step; undefined where the run decides it. Without a name there is one on a machine. */
export function channelName(
  activity: Activity,
  { channel, name, isId }: ChannelRow,
): ChannelName | undefined {
  if (name === undefined) return { text: '', key: '' };
  const isName = nameTest(name);
  const setting = activity.properties.find((property) => isName(property.name));
  const text = literalOf(setting)?.trim() ?? '';
  if (text === '') return undefined;
  if (channel === 'flow') {
    const id = requestedFlow(text);
    return id === undefined ? undefined : { text: id, key: id };
  }
  if (isId === true) {
    const id = ID.exec(text)?.[0];
    return id === undefined ? undefined : { text: id, key: id.toLowerCase() };
  }
  const key = (channel === 'file' ? text.replaceAll('\\', '/') : text).toLowerCase();
  return { text, key };
}
