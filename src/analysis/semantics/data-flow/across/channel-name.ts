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
  if (isId === true) {
    const id = ID.exec(text)?.[0];
    return id === undefined ? undefined : { text: id, key: id.toLowerCase() };
  }
  const key = (channel === 'file' ? text.replaceAll('\\', '/') : text).toLowerCase();
  return { text, key };
}
