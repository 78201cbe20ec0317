/** Transfers of UiPath workflows: data that steps carry from their inputs to their outputs, and tests that guard it. */
import { type FlowRow, OUTPUT } from '../row.ts';

export const UIPATH_TRANSFERS: readonly FlowRow[] = [
  { kind: 'transfer', steps: ['Assign', 'AssignOperation'], from: 'Value', to: 'To' },
  { kind: 'transfer', steps: ['ForEach', 'ParallelForEach'], from: 'Values', to: OUTPUT },
  {
    kind: 'transfer',
    steps: /^ForEach(?:Row|File|Email|Excel)/,
    from: ['DataTable', 'Values', 'Range'],
    to: OUTPUT,
  },
  { kind: 'transfer', steps: 'AddToCollection', from: 'Item', to: 'Collection' },
  { kind: 'transfer', steps: 'AppendItemToCollection', from: /^Items?/, to: 'Collection' },
  { kind: 'transfer', steps: 'AddDataRow', from: ['ArrayRow', 'DataRow'], to: 'DataTable' },
  { kind: 'transfer', steps: 'GetRowItem', from: 'Row', to: 'Value' },
  { kind: 'transfer', steps: 'OutputDataTable', from: 'DataTable', to: 'Text' },
  { kind: 'transfer', steps: 'SerializeJson', from: /^(?:Object|Input)/, to: /^(?:Json|Output|Result)/ },
  { kind: 'transfer', steps: /^DeserializeJson/, from: 'JsonString', to: ['JsonObject', 'JsonArray'] },
  {
    kind: 'transfer',
    steps: 'InvokeMethod',
    from: ['TargetObject', /^Parameters\./],
    to: 'Result',
    families: ['untrusted'],
  },
];
