/** Channels between bots: text files and the clipboard. */
import type { FlowRow } from '../row.ts';

/** From the vendor's documentation of packages (A360, 2026). */
export const TASK_BOT_CHANNELS: readonly FlowRow[] = [
  { kind: 'channel', channel: 'file', steps: 'LogToFile/logToFile', name: 'filePath', from: 'logContent' },
  { kind: 'channel', channel: 'file', steps: 'DataTable/writeToFile', name: 'filePath', from: 'sourceTable' },
  { kind: 'channel', channel: 'file', steps: /^TextFile\/read/i, name: 'filePath', to: /^returnTo/ },
  {
    kind: 'channel',
    channel: 'clipboard',
    steps: /^Clipboard\/(?:copyTo|set|assignTo)/i,
    from: /^(?:text|value|clipboard)/i,
  },
  { kind: 'channel', channel: 'clipboard', steps: /^Clipboard\/(?:copyFrom|get)/i, to: /^returnTo/ },
];
