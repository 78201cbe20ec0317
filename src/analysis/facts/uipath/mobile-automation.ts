/** Facts of UiPath.MobileAutomation.Activities 25.10. */
import type { PackageFacts } from '../package-facts.ts';

export const MOBILE_AUTOMATION: PackageFacts = {
  name: 'UiPath.MobileAutomation.Activities',
  version: '25.10',
  source: 'activity-docs/UiPath.MobileAutomation.Activities/25.10/activities',
  activities: `
DrawPattern @MobileDeviceConnection PointX:Double PointY:Double CoordinatesType:CoordinatesTypeEnum PointOperations:List<PointOperation>
ElementExists @MobileDeviceConnection Selector!:String WaitTimeout:Int32 Exists>:Boolean
ExecuteCommand Command!:String Parameters:Dictionary<string,object> Output>:Object
GetAttribute @MobileDeviceConnection Selector!:String AttributeName!:String Value>:String
GetDeviceOrientation @MobileDeviceConnection Orientation>:ScreenOrientation
GetLogTypes @MobileDeviceConnection LogTypes>:string[]
GetLogs AppendToLogFile!:Boolean LogFilePath!:String LogType!:String
GetPageSource @MobileDeviceConnection PageSourceFilePath!:String
GetSelectedItem @MobileDeviceConnection Selector!:String SelectedItem>:String
GetSessionIdentifier @MobileDeviceConnection SessionId>:String
GetSystemTime @MobileDeviceConnection SystemTime>:DateTime
GetText @MobileDeviceConnection Selector!:String Text>:String
InstallApp @MobileDeviceConnection AppPath!:String
ManageCurrentApp Command!:ManageCurrentAppCommandEnum Result>:Boolean
ManageOtherApp App!:String Command!:ManageOtherAppCommandEnum Result>:Boolean
MobileDeviceConnection AppiumUrl:String Arguments:Dictionary<string,Argument> CollectPageSource:Collect CollectScreenshot:Collect ContinueOnError:Boolean HttpHeaders:Dictionary<string,Argument> InputConnection:MobileDevice LoggingEnabled:Boolean LoggingFolderPath:String MirroringEnabled:Boolean OutputConnection>:MobileDevice Close:MobileConnectionCloseMode?
OpenDeepLink App:String Url!:String
OpenUrl @MobileDeviceConnection Url!:String
PositionalSwipe @MobileDeviceConnection StartX!:Int32 StartY!:Int32 EndX!:Int32 EndY!:Int32 Duration:Int32
PressHardwareButton @MobileDeviceConnection
SetDeviceGeoLocation @MobileDeviceConnection Latitude!:Double Longitude!:Double Altitude:Double
SetDeviceOrientation @MobileDeviceConnection Orientation!:ScreenOrientation
SetSelectedItem @MobileDeviceConnection Selector!:String Item!:String
SetText @MobileDeviceConnection Target!:TargetElement Text!:String ClearBeforeTyping:Boolean
Swipe @MobileDeviceConnection Selector:String Direction!:SwipeDirectionEnum
TakeScreenshot @MobileDeviceConnection ScreenshotFilePath!:String
TakeScreenshotPart @MobileDeviceConnection Selector!:String ScreenshotFilePath!:String
Tap @MobileDeviceConnection Selector!:String TapCount:Int32
TypeText @MobileDeviceConnection Selector!:String Text!:String ClearText:Boolean
`,
  enumerations: `
Collect AfterActivity None
CoordinatesTypeEnum DeviceIndependent Physical
ManageCurrentAppCommandEnum Activate Close GetState Launch Reset Terminate
ManageOtherAppCommandEnum Activate GetState Install Remove Terminate
MobileConnectionCloseMode Always IfNotInputConnection Never
ScreenOrientation Landscape Portrait
SwipeDirectionEnum Down Left Right Up
`,
};
