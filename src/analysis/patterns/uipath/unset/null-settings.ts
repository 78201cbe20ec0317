/** Settings of UiPath activities without whose value the activity throws. */
import type { Activity, Property } from '../../../model/workflow.ts';

/** By type, from the vendor's public documentation of the activities, 2026. */
const NEEDED: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    AddDataColumn: 'DataTable',
    AddDataRow: 'DataTable',
    AddToCollection: 'Collection',
    AppendCsvFile: 'DataTable',
    AppendRange: 'DataTable',
    BulkInsert: 'DataTable',
    ClearCollection: 'Collection',
    ClearDataTable: 'DataTable',
    CopyFile: 'Path Destination',
    CreateDirectory: 'Path',
    Delete: 'Path',
    DeserializeJson: 'JsonString',
    ExcelAppendRange: 'DataTable',
    ExcelWriteRange: 'DataTable',
    ExistsInCollection: 'Collection',
    FilterDataTable: 'DataTable',
    ForEach: 'Values',
    ForEachRow: 'DataTable',
    GetRowItem: 'Row',
    JoinDataTables: 'DataTable1 DataTable2',
    LookupDataTable: 'DataTable',
    MergeDataTable: 'Source Destination',
    MoveFile: 'Path Destination',
    OutputDataTable: 'DataTable',
    ParallelForEach: 'Values',
    ReadCsvFile: 'FilePath',
    ReadRange: 'WorkbookPath',
    ReadTextFile: 'FileName',
    RemoveDataColumn: 'DataTable',
    RemoveDataRow: 'DataTable',
    RemoveDuplicateRows: 'DataTable',
    RemoveFromCollection: 'Collection',
    SetTransactionStatus: 'TransactionItem',
    SetTransactionProgress: 'TransactionItem',
    SortDataTable: 'DataTable',
    Throw: 'Exception',
    WriteCsvFile: 'DataTable',
    WriteRange: 'DataTable',
  }).map(([type, names]) => [type, new Set(names.split(' '))]),
);

/** Returns whether an activity throws when a setting is Nothing. */
export function failsOnNothing({ type }: Activity, { name }: Property): boolean {
  return NEEDED.get(type)?.has(name) === true;
}
