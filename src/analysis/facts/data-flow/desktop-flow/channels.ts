/** Channels between desktop flows: files, the clipboard and environment variables. */
import type { FlowRow } from '../row.ts';

/** From the vendor's reference of actions (2026). */
export const DESKTOP_FLOW_CHANNELS: readonly FlowRow[] = [
  { kind: 'channel', channel: 'file', steps: /^File\.WriteText/, name: 'File', from: 'TextToWrite' },
  { kind: 'channel', channel: 'file', steps: /^File\.ReadText/, name: 'File', to: 'Content' },
  { kind: 'channel', channel: 'clipboard', steps: 'Clipboard.SetText', from: 'Text' },
  { kind: 'channel', channel: 'clipboard', steps: 'Clipboard.GetText', to: 'Text' },
  {
    kind: 'channel',
    channel: 'environment',
    steps: /^System\.SetEnvironmentVariable/,
    name: 'Name',
    from: 'NewValue',
  },
  {
    kind: 'channel',
    channel: 'environment',
    steps: /^System\.GetEnvironmentVariable/,
    name: 'Name',
    to: 'Value',
  },
];
