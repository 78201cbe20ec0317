/** Channels between desktop flows: work queues, files, the clipboard and environment variables. */
import type { FlowRow, SettingTest } from '../row.ts';

/** Work queues have ids; the placeholder of a template is none. */
const HAS_ID: SettingTest = { property: 'WorkQueue', is: /^\{?[0-9a-f]{8}-[0-9a-f]{4}-/i };

/** From the vendor's reference of actions (2026). */
export const DESKTOP_FLOW_CHANNELS: readonly FlowRow[] = [
  {
    kind: 'channel',
    channel: 'queue',
    steps: /^WorkQueues\.EnqueueWorkQueueItem\./i,
    when: [HAS_ID],
    name: 'WorkQueue',
    isId: true,
    from: ['Value', 'Name'],
    members: [],
  },
  {
    kind: 'channel',
    channel: 'queue',
    steps: 'LoopWhile',
    when: [{ property: 'Condition', is: /^WorkQueues\.ProcessWorkQueueItem\b/i }, HAS_ID],
    name: 'WorkQueue',
    isId: true,
    to: 'WorkQueueItem',
  },
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
