/** Facts of UiPath.Mail.Activities 2.8. */
import type { PackageFacts } from '../package-facts.ts';

export const MAIL: PackageFacts = {
  name: 'UiPath.Mail.Activities',
  version: '2.8',
  source: 'activity-docs/UiPath.Mail.Activities/2.8/activities',
  activities: `
ForEachEmailX
GetOutlookMailMessages
MoveOutlookMessage
OutlookApplicationCard
SaveMailAttachments
SendOutlookMail
`,
  settings: `
SendMail SmtpSendMail: Port=465 SecureConnection=None,StartTls -> SecureConnection=SslOnConnect,Auto; the connection fails, as this port begins with TLS; activity-packages/mail-activities/playbooks/send-smtp-mail-failures.md
SendMail SmtpSendMail: Port=587 SecureConnection=None,SslOnConnect -> SecureConnection=StartTls,StartTlsWhenAvailable,Auto; the connection fails, as this port begins in plain text and changes to TLS; activity-packages/mail-activities/playbooks/send-smtp-mail-failures.md
SendMail SmtpSendMail: Port=25 SecureConnection=SslOnConnect -> SecureConnection=None,StartTls,StartTlsWhenAvailable,Auto; the connection fails, as this port begins in plain text; activity-packages/mail-activities/playbooks/send-smtp-mail-failures.md
SendMail SmtpSendMail: Server=smtp.office365.com,smtp-mail.outlook.com -> UseOAuth=True|AccessToken|OAuthToken; [medium] Microsoft 365 rejects the login, as it no longer takes user name and password; activity-packages/mail-activities/playbooks/send-smtp-mail-failures.md
GetIMAPMailMessages: Port=993 SecureConnection=None,StartTls -> SecureConnection=SslOnConnect,Auto; the connection fails, as this port begins with TLS; activity-packages/mail-activities/overview.md
GetPOP3MailMessages: Port=995 SecureConnection=None,StartTls -> SecureConnection=SslOnConnect,Auto; the connection fails, as this port begins with TLS; activity-packages/mail-activities/overview.md
GetOutlookMailMessages: Top:thousands OnlyUnreadMessages=False -> TimeoutMS:minutes; [medium] the step may end at its time-out, as it reads thousands of mails with their bodies; activity-packages/mail-activities/playbooks/get-outlook-mail-failures.md
ExchangeScope: AuthenticationMode=Interactive -> ApplicationId; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
ExchangeScope: ApplicationId -> DirectoryId; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
ExchangeScope: DirectoryId -> ApplicationId; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
`,
  values: `
SendMail SmtpSendMail SendOutlookMail SendMailConnections: To|Cc|Bcc|From e-mail; activity-packages/mail-activities/playbooks/send-smtp-mail-failures.md
SendMail SmtpSendMail GetIMAPMailMessages GetPOP3MailMessages: Server host; activity-packages/mail-activities/playbooks/send-smtp-mail-failures.md
GetOutlookMailMessages: Filter outlook-filter; activity-packages/mail-activities/playbooks/get-outlook-mail-failures.md
GetIMAPMailMessages: FilterExpression imap-search; legacy/activity-docs/Mail.md
GetExchangeMailMessages: FilterExpression exchange-query; legacy/activity-docs/Mail.md
`,
};
