/** Channels between UiPath workflows: queues, assets, files and the clipboard. */
import { listed } from '../listed.ts';
import type { FlowRow } from '../row.ts';

const QUEUE = ['QueueType', 'QueueName'];
const FILE = ['FileName', 'FilePath', 'Path'];

/** From the documentation of the vendor's activities (System 26.4, 2026). */
export const UIPATH_CHANNELS: readonly FlowRow[] = [
  {
    kind: 'channel',
    channel: 'queue',
    steps: ['AddQueueItem', 'AddQueueItemAndGetReference', 'AddTransactionItem'],
    name: QUEUE,
    from: /^ItemInformation\./,
    members: ['specificcontent'],
  },
  { kind: 'channel', channel: 'queue', steps: 'BulkAddQueueItems', name: QUEUE, from: 'QueueItemsDataTable' },
  {
    kind: 'channel',
    channel: 'queue',
    steps: listed('GetQueueItem GetTransactionItem WaitQueueItem WaitForQueueItemAndResume QueueTrigger'),
    name: QUEUE,
    to: ['TransactionItem', 'QueueItem', 'Result'],
  },
  { kind: 'channel', channel: 'asset', steps: ['SetAsset'], name: 'AssetName', from: 'Value' },
  { kind: 'channel', channel: 'asset', steps: ['GetRobotAsset', 'GetAsset'], name: 'AssetName', to: 'Value' },
  { kind: 'channel', channel: 'file', steps: ['WriteTextFile', 'AppendLine'], name: FILE, from: 'Text' },
  { kind: 'channel', channel: 'file', steps: 'ReadTextFile', name: FILE, to: ['Content', 'Result'] },
  {
    kind: 'channel',
    channel: 'file',
    steps: ['WriteCsvFile', 'AppendCsvFile', 'AppendToCsvFile'],
    name: FILE,
    from: 'DataTable',
  },
  {
    kind: 'channel',
    channel: 'file',
    steps: ['ReadCsvFile', 'ReadCSV'],
    name: FILE,
    to: ['DataTable', 'Result'],
  },
  {
    kind: 'channel',
    channel: 'clipboard',
    steps: listed('SetToClipboard SetClipboard CopyToClipboard NSetClipboard'),
    from: ['Text', 'Value'],
  },
  {
    kind: 'channel',
    channel: 'clipboard',
    steps: listed('GetFromClipboard GetClipboard NGetClipboard'),
    to: ['Result', 'Value', 'Text'],
  },
];
