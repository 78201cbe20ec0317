/** Channels between Blue Prism processes and objects: work queues, files and the clipboard. */
import type { FlowRow } from '../row.ts';

/** From the vendor's documentation of internal objects and utilities (7.3, 2025). */
export const PROCESS_CHANNELS: readonly FlowRow[] = [
  {
    kind: 'channel',
    channel: 'queue',
    steps: /clsWorkQueuesActions::(?:Add To Queue|Set Data)$/,
    name: 'inputs.Queue Name',
    from: 'inputs.Data',
  },
  {
    kind: 'channel',
    channel: 'queue',
    steps: /clsWorkQueuesActions::Get (?:Next Item|Item Data)$/,
    name: 'inputs.Queue Name',
    to: 'outputs.Data',
  },
  {
    kind: 'channel',
    channel: 'file',
    steps: /^Utility - File Management[^:]{0,40}::(?:Write|Append)/i,
    name: /^inputs\.(?:File Name|File Path|Filename)$/i,
    from: /^inputs\.(?:Text|Content|Data)/i,
  },
  {
    kind: 'channel',
    channel: 'file',
    steps: /^Utility - File Management[^:]{0,40}::Read/i,
    name: /^inputs\.(?:File Name|File Path|Filename)$/i,
    to: /^outputs\.(?:Text|Content|Data|Output Text)/i,
  },
  { kind: 'channel', channel: 'clipboard', steps: /::Set Clipboard/i, from: /^inputs\./ },
  { kind: 'channel', channel: 'clipboard', steps: /::Get Clipboard/i, to: /^outputs\./ },
];
