/** Facts of UiPath.FTP.Activities. */
import type { PackageFacts } from '../../package-facts.ts';

export const FTP: PackageFacts = {
  name: 'UiPath.FTP.Activities',
  version: '',
  source: 'legacy/activity-docs',
  activities: `
WithFtpSession #FTP Host!:String Port:Int32 Username:String Password:String SecurePassword:SecureString FtpsMode:FtpsMode SftpMode:Boolean
DownloadFiles #FTP @WithFtpSession RemotePath!:String LocalPath!:String Recursive:Boolean Create:Boolean Overwrite:Boolean
UploadFiles #FTP @WithFtpSession LocalPath!:String RemotePath!:String Recursive:Boolean Create:Boolean Overwrite:Boolean
EnumerateObjects #FTP @WithFtpSession RemotePath!:String Files>:FtpObjectInfo[]
`,
  enumerations: `
FtpsMode Explicit Implicit None
`,
  settings: `
WithFtpSession: Password -> !SecurePassword; the workflow does not pass validation, so no run starts; legacy/activity-docs/FTP.md
WithFtpSession: SftpMode=True FtpsMode=Explicit,Implicit -> -; [low] SFTP ignores the mode of FTPS; legacy/activity-docs/FTP.md
`,
};
