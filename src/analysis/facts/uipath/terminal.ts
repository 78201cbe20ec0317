/** Facts of UiPath.Terminal.Activities 2.10. */
import type { PackageFacts } from '../package-facts.ts';

export const TERMINAL: PackageFacts = {
  name: 'UiPath.Terminal.Activities',
  version: '2.10',
  source: 'activity-docs/UiPath.Terminal.Activities/2.10/activities',
  activities: `
TerminalFindTextInScreen #FindText @TerminalSession Text!:String StartRow:Int32 StartColumn:Int32 IgnoreCase:Boolean Row>:Int32 Column>:Int32 TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalGetColorAtPosition #GetColorAtPosition @TerminalSession Row!:Int32 Column!:Int32 TerminalColor>:System.Drawing.Color TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalGetCursorPosition #GetCursorPosition @TerminalSession Row>:Int32 Column>:Int32 TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalGetField #GetField @TerminalSession LabeledBy:String Index:Int32 FollowedBy:String Text>:String TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalGetFieldAtPosition #GetFieldAtPosition @TerminalSession Row!:Int32 Column!:Int32 Text>:String TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalGetScreenArea #GetScreenArea @TerminalSession Row!:Int32 Column!:Int32 EndRow!:Int32 EndColumn!:Int32 Text>:String TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalGetText #GetText @TerminalSession Text>:String TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalGetTextAtPosition #GetTextAtPosition @TerminalSession Row!:Int32 Column!:Int32 Length:Int32 Text>:String TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalMoveCursor #MoveCursor @TerminalSession Row!:Int32 Column!:Int32 TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalMoveCursorToText #MoveCursorToText @TerminalSession Text!:String StartRow:Int32 StartColumn:Int32 IgnoreCase:Boolean Row>:Int32 Column>:Int32 TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalSendControlKey #SendControlKey @TerminalSession Key!:ControlKey TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalSendKeys #SendKeys @TerminalSession Keys!:String TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalSendKeysSecure #SendKeysSecure @TerminalSession SecureText!:SecureString TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalSetField #SetField @TerminalSession Text!:String LabeledBy:String Index:Int32 FollowedBy:String TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalSetFieldAtPosition #SetFieldAtPosition @TerminalSession Text!:String Row!:Int32 Column!:Int32 BackwardsCompatible:Boolean? TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalSession ConnectionString:String OutputConnection>:TerminalConnection ExistingConnection:TerminalConnection CloseConnection:Boolean SSHUserName:String SSHPassword:SecureString TimeoutMS:Int32 DelayMS:Int32
TerminalWaitFieldText #WaitFieldText @TerminalSession Text!:String MatchCase:Boolean LabeledBy:String Index:Int32 FollowedBy:String TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalWaitScreenReady #WaitScreenReady @TerminalSession TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalWaitScreenText #WaitScreenText @TerminalSession Text!:String MatchCase:Boolean TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
TerminalWaitTextAtPosition #WaitTextAtPosition @TerminalSession Text!:String MatchCase:Boolean Row!:Int32 Column!:Int32 TimeoutMS:Int32 DelayMS:Int32 WaitType:WaitMode
`,
  enumerations: `
WaitMode COMPLETE NONE READY
`,
  settings: `
TerminalGetField TerminalSetField TerminalWaitFieldText: Index !LabeledBy -> FollowedBy; the workflow does not pass validation, so no run starts, as an index chooses among fields beside a label; activities/GetField.md
TerminalSession: ConnectionString -> !ExistingConnection; the workflow does not pass validation, so no run starts; activities/TerminalSession.md
`,
};
