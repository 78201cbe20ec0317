/**
 * Services of coded automations: which step of Studio a call is, and the settings that its arguments are. From the
 * vendor's documentation of the APIs (Studio 2024.10 to 2026.4), where a position has one meaning in all overloads.
 */

/** A call that is a step. */
interface ServiceCall {
  /** Type of the activity in Studio. */
  readonly type: string;
  /** Names of the settings by the positions of arguments. */
  readonly settings: readonly string[];
}

/** Objects that each coded workflow has for the packages of its project. */
const SERVICES = new Set(
  `system excel mail uiAutomation testing word powerpoint google office365 gmail database python csv pdf http
  semanticActivities workflows`.split(/\s+/),
);

/** Calls whose types and settings differ from their own names. */
const CALLS: Readonly<Record<string, string>> = {
  Log: 'LogMessage Message Level',
  'Console.WriteLine': 'WriteLine Text',
  'File.ReadAllText': 'ReadTextFile FileName',
  'File.ReadAllLines': 'ReadTextFile FileName',
  'File.WriteAllText': 'WriteTextFile FileName Text',
  'File.AppendAllText': 'AppendLine FileName Text',
  'File.Copy': 'CopyFile Path Destination',
  'File.Move': 'MoveFile Path Destination',
  'File.Delete': 'Delete Path',
  'File.Exists': 'PathExists Path',
  'Directory.Delete': 'Delete Path',
  'Directory.Exists': 'PathExists Path',
  'Directory.CreateDirectory': 'CreateDirectory Path',
  'Process.Start': 'StartProcess FileName Arguments',
  Delay: 'Delay Duration',
  DelayAsync: 'Delay Duration',
  RunWorkflow: 'RunWorkflow WorkflowFileName',
  RunWorkflowAsync: 'RunWorkflow WorkflowFileName',
  'system.AddQueueItem': 'AddQueueItem QueueType FolderPath',
  'system.AddTransactionItem': 'AddTransactionItem QueueType FolderPath',
  'system.GetQueueItem': 'GetQueueItem QueueType FolderPath',
  'system.GetTransactionItem': 'GetQueueItem QueueType FolderPath',
  'system.GetAsset': 'GetRobotAsset AssetName FolderPath',
  'system.SetAsset': 'SetAsset Value AssetName FolderPath',
  'system.GetCredential': 'GetRobotCredential AssetName FolderPath',
  'system.InvokeProcess': 'InvokeProcess ProcessName',
  'system.StartJob': 'StartJob ProcessName',
  'excel.UseExcelFile': 'UseExcelFile WorkbookPath',
  'excel.UseWorkBook': 'UseWorkbook WorkbookPath',
  'uiAutomation.Open': 'NApplicationCard Target',
  'uiAutomation.Attach': 'NApplicationCard Target',
  '.Click': 'NClick Target',
  '.TypeInto': 'NTypeInto Target Text',
  '.GetText': 'NGetText Target',
  '.SelectItem': 'NSelectItem Target Item',
  '.Check': 'NCheck Target',
  '.Hover': 'NHover Target',
  '.KeyboardShortcut': 'NKeyboardShortcuts Target Shortcuts',
};

/** Methods of any object that send a request to the address in their first argument. */
const REQUESTS =
  /\.(?:(?:Get|Post|Put|Patch|Delete|GetString|GetByteArray|GetStream)Async|(?:Download|Upload)(?:String|File|Data)(?:TaskAsync)?)$/;
const REQUEST: ServiceCall = { type: 'HttpClient', settings: ['EndPoint'] };

const known = new Map(
  Object.entries(CALLS).map(([callee, text]): readonly [string, ServiceCall] => {
    const [type = '', ...settings] = text.split(' ');
    return [callee, { type, settings }];
  }),
);

/**
 * Returns the step that a call is; undefined for one of the language or of the project's own code.
 * @param screens variables that a call of `uiAutomation` has given
 */
export function serviceCall(callee: string, screens: ReadonlySet<string>): ServiceCall | undefined {
  const plain = callee.replace(/^this\./, '').replace(/<.*$/s, '');
  const own = known.get(plain.replace(/^System\.(?:IO|Diagnostics)\./, ''));
  if (own !== undefined) return own;
  if (REQUESTS.test(plain)) return REQUEST;
  const dot = plain.indexOf('.');
  const [object, method] = [plain.slice(0, dot), plain.slice(dot + 1)];
  if (dot < 1 || method.includes('.')) return undefined;
  if (screens.has(object)) return known.get(`.${method}`);
  if (object === 'workflows') return { type: 'RunWorkflowMethod', settings: [] };
  return SERVICES.has(object) ? { type: method, settings: [] } : undefined;
}
