/** An activity stands outside the scope that gives it its file, connection or window. */
import { ancestorsOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

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

export const rule = defineRule({
  id: 'UIP-REL-013',
  version: 1,
  title: 'Activity outside its scope container',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The activity does not know which file, connection or window to work on: the project fails when it is checked or run.',
  fix: 'Drag the activity into the scope that opens what it works on, or use the activity of the same name that opens it itself (for example "Read Range Workbook").',
  compliance: ['INTEG'],
  options: {},
  level: 'activity',
  types: [...BY_TYPE.keys()],
  *check(activity, { workflow }) {
    const { scope, title, instead } = BY_TYPE.get(activity.type)!;
    if (instead.some((name) => propertyOf(activity, name) !== undefined)) return;
    if (hasScope(workflow, activity, scope)) return;
    yield { at: activity, message: `"${activity.name}" is not inside a "${title}".`, subject: title };
  },
  examples: {
    uipath: {
      bad: [
        '<ui:ExcelReadRange DisplayName="Read orders" SheetName="Orders" DataTable="[rows]" />',
        '<ui:PythonScope><ui:PythonScope.Body><ActivityAction x:TypeArguments="x:Object"><Sequence /></ActivityAction></ui:PythonScope.Body></ui:PythonScope><ui:LoadScript File="a.py" />',
        '<uix:NClick DisplayName="Press Save"><uix:NClick.Target><uix:TargetAnchorable FullSelectorArgument="&lt;webctrl id=\'save\' /&gt;" /></uix:NClick.Target></uix:NClick>',
      ],
      good: [
        `<ui:ExcelApplicationScope WorkbookPath="a.xlsx"><ui:ExcelApplicationScope.Body><ActivityAction x:TypeArguments="x:Object">
  <If Condition="[again]"><If.Then><ui:ExcelReadRange SheetName="Orders" /></If.Then></If></ActivityAction></ui:ExcelApplicationScope.Body></ui:ExcelApplicationScope>`,
        '<uix:NApplicationCard><uix:NApplicationCard.Body><ActivityAction x:TypeArguments="x:Object"><uix:NClick /></ActivityAction></uix:NApplicationCard.Body></uix:NApplicationCard>',
        // Near misses: the workbook activity opens its file, and the click has its window.
        '<ui:ReadRange WorkbookPath="a.xlsx" SheetName="Orders" />',
        '<uix:NClick><uix:NClick.Target><uix:TargetAnchorable ScopeSelectorArgument="&lt;wnd app=\'a.exe\' /&gt;" /></uix:NClick.Target></uix:NClick>',
        '<uix:NTypeInto InUiElement="[window]" Text="abc" />',
      ],
    },
  },
});
