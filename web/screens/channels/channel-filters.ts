/** Filters of the channels in the address, named as the API names them. */
import { choiceParam, textParam } from '../../routing/url-state.ts';

/** Kind of a channel → its name for people. */
export const KIND_LABELS: Readonly<Record<string, string>> = {
  queue: 'Queue',
  asset: 'Asset',
  file: 'Shared file',
  automation: 'Started automation',
};

/** Parameters of the address. */
export const CHANNEL_PARAMS = {
  q: textParam(),
  kind: choiceParam<string>(['', ...Object.keys(KIND_LABELS)], ''),
  workflowId: textParam(),
  show: choiceParam<string>(['', 'all'], ''),
} as const;

export type ChannelParam = keyof typeof CHANNEL_PARAMS;
