/** Containers that activities need: their titles, what else opens the same thing, and what replaces them. */
import { uipathActivities } from './activity-facts.ts';

/** A container that gives its activities a file, connection or window. */
export interface ScopeFacts {
  /** Name of the container in Studio. */
  readonly title: string;
  /** Types of containers that give it: they differ between the classic and the modern design. */
  readonly types: RegExp;
  /** Types of arguments that hand it over from the caller. */
  readonly handles: RegExp;
  /** Settings of the activity that replace it. */
  readonly instead: readonly string[];
}

const EXCEL: ScopeFacts = {
  title: 'Use Excel File',
  types: /Excel(?!Process)/,
  handles: /QuickHandle|^Workbook/,
  instead: ['Workbook', 'ExistingWorkbook'],
};

const SCOPES: Readonly<Record<string, ScopeFacts>> = {
  ExcelApplicationCard: EXCEL,
  ExcelApplicationScope: EXCEL,
  WordApplicationScope: {
    title: 'Use Word File',
    types: /^Word\w*(?:Scope|Card)$|UseWordFile/,
    handles: /^WordDocument|QuickHandle/,
    instead: ['FilePath', 'FileName', 'PathResource'],
  },
  PowerPointApplicationScope: {
    title: 'Use PowerPoint Presentation',
    types: /PowerPoint/,
    handles: /QuickHandle|^Presentation/,
    instead: [],
  },
  CreatePivotTableX: {
    title: 'Create Pivot Table',
    types: /PivotTable\w{0,60}X/,
    handles: /^(?!)/,
    instead: [],
  },
  TerminalSession: {
    title: 'Terminal Session',
    types: /TerminalSession/,
    handles: /^TerminalConnection/,
    instead: [],
  },
  MobileDeviceConnection: {
    title: 'Mobile Device Connection',
    types: /MobileDeviceConnection/,
    handles: /^MobileDevice/,
    instead: [],
  },
  PythonScope: { title: 'Python Scope', types: /PythonScope/, handles: /^Python/, instead: [] },
  JavaScope: { title: 'Java Scope', types: /JavaScope/, handles: /^Java/, instead: [] },
  SapApplicationScope: {
    title: 'SAP Application Scope',
    types: /SapApplicationScope/,
    handles: /^Sap/,
    instead: ['SapConnection', 'ExistingConnection'],
  },
  CVScope: { title: 'CV Screen Scope', types: /CVScope/i, handles: /^CV/i, instead: [] },
  WithFtpSession: {
    title: 'Use FTP Connection',
    types: /FtpSession/,
    handles: /^I?FtpSession/,
    instead: ['FtpSession', 'ConnectionId'],
  },
  NApplicationCard: {
    title: 'Use Application/Browser',
    types: /ApplicationCard|ForEachUiElement|ElementScope/,
    // A window that a variable holds is set at the activity itself.
    handles: /^(?!)/,
    instead: [
      'InUiElement',
      'Target.InUiElement',
      'Target.ScopeSelectorArgument',
      'Target.ScopeSelector',
      'Target.Selector',
    ],
  },
};

/** Activities of Word by their names, where no page documents them: other versions have others. */
const OF_WORD = /^Word[A-Z]\w{0,60}$|^[A-Z]\w{0,60}InDocument$/;

let byType: ReadonlyMap<string, ScopeFacts> | undefined;

/** Returns the container that each activity type needs. A type that one package has without a container is absent. */
export function scopesByType(): ReadonlyMap<string, ScopeFacts> {
  byType ??= new Map(
    [...uipathActivities()].flatMap(([type, found]) => {
      const scope = found.every((each) => each.scope === found[0]!.scope) ? found[0]!.scope : undefined;
      return scope === undefined ? [] : [[type, SCOPES[scope]!] as const];
    }),
  );
  return byType;
}

/** Returns the container that an activity type needs. */
export function scopeOf(type: string): ScopeFacts | undefined {
  const { WordApplicationScope: word } = SCOPES;
  const isUndocumented = OF_WORD.test(type) && !uipathActivities().has(type);
  return isUndocumented && !word!.types.test(type) ? word : scopesByType().get(type);
}
