/** An activity stands outside the scope that gives it its file, connection or window. */
import { ancestorsOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Group of activities with the type pattern of their scope, and the settings that replace it. */
interface Need {
  readonly types: string;
  readonly scope: RegExp;
  /** Name of the scope in Studio. */
  readonly title: string;
  readonly instead: readonly string[];
}

// Types of scopes differ between the classic and the modern design, and vendors add their own. The catalogue's
// `ReadCell` and the like are the workbook activities, which open their file themselves.
const NEEDS: readonly Need[] = [
  {
    types: `ExcelReadRange ExcelWriteRange ExcelAppendRange ExcelReadCell ExcelWriteCell ExcelReadCellFormula ExcelReadRow
      ExcelReadColumn ExcelDeleteRange ExcelDeleteColumn ExcelInsertColumn ExcelInsertDeleteRows ExcelInsertDeleteColumns
      ExcelLookUpRange ExcelSelectRange ExcelGetSelectedRange ExcelGetCellColor ExcelSetRangeColor ExcelSaveWorkbook
      ExcelCloseWorkbook ExcelCopySheet ExcelGetWorkbookSheet ExcelGetWorkbookSheets ExcelCopyPasteRange ExcelAutoFillRange
      ExcelCreateTable ExcelFilterTable ExcelSortTable ExcelGetTableRange ExcelRemoveDuplicatesRange ExcelRefreshPivotTable
      ExcelCreatePivotTable ExecuteMacro`,
    scope: /Excel/,
    title: 'Use Excel File',
    instead: ['WorkbookPath', 'Workbook', 'ExistingWorkbook'],
  },
  {
    types: 'LoadScript RunScript GetObject',
    scope: /PythonScope/,
    title: 'Python Scope',
    instead: [],
  },
  {
    types: 'EnumerateObjects UploadFiles DownloadFiles',
    scope: /FtpSession/,
    title: 'Use FTP Connection',
    instead: ['FtpSession', 'ConnectionId'],
  },
  {
    types:
      'NClick NTypeInto NGetText NCheck NCheckState NSelectItem NHover NDoubleClick NSetText NGetAttribute NGoToUrl NNavigateBrowser NGetUrl NExtractDataGeneric',
    scope: /ApplicationCard|ForEachUiElement|ElementScope/,
    title: 'Use Application/Browser',
    instead: [
      'InUiElement',
      'Target.InUiElement',
      'Target.ScopeSelectorArgument',
      'Target.ScopeSelector',
      'Target.Selector',
    ],
  },
];

const BY_TYPE = new Map<string, Need>();
for (const need of NEEDS) for (const type of need.types.split(/\s+/)) BY_TYPE.set(type, need);

function hasScope(workflow: Workflow, activity: Activity, scope: RegExp): boolean {
  for (const up of ancestorsOf(workflow, activity)) if (scope.test(up.type)) return true;
  return false;
}

export const rule = defineRule('UIP-REL-013', {
  level: 'activity',
  types: [...BY_TYPE.keys()],
  *check(activity, { workflow }) {
    const { scope, title, instead } = BY_TYPE.get(activity.type)!;
    if (instead.some((name) => propertyOf(activity, name) !== undefined)) return;
    if (hasScope(workflow, activity, scope)) return;
    yield { at: activity, message: `"${activity.name}" is not inside a "${title}".`, subject: title };
  },
});
