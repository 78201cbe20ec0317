/**
 * Names that are taken for packages of Automation Anywhere, as bots store them and as people write them. Some stand in public
 * bots, others are common knowledge; no published list confirms them, and the product has more.
 */
const NAMES = `
Active Directory | ActiveDirectory | AI Agent | AI Skills | AISense | AISense Recorder | AISenseRecorder | Amazon Bedrock
AmazonBedrock | Analyze | Anthropic | Apple Mail | AppIntegration | App Integration | Application | AARI | AARI Web
ArgosIDP | Azure OpenAI | AzureOpenAI | Boolean | BotMigration | Bot Migration | Browser | Clipboard | Comment
CredentialVault | Credential | CSV/TXT | CsvTxt | CyberArk | Data Table | DataTable | Database | Datetime | DateTime
Delay | Dictionary | DLL | Document Extraction | DocumentExtraction | Document Automation | DocumentAutomation | Email
Email trigger | Emailtrigger | EmailTrigger | ErrorHandler | Error handler | Excel | Excel_MS | Excel Advanced
Excel basic | Excel advanced | File | FileFolderTrigger | File and folder trigger | Folder | Forms | Forms trigger
FormTrigger | Form | FTPSFTP | FTP/SFTP | FTP | Genesys | Generative AI | GenerativeAI | Generic OAuth | Gmail
Google Calendar | GoogleCalendar | Google Drive | GoogleDrive | Google Sheets | GoogleSheets | Google Vertex AI
Google Workspace | HBC | HotKeyTrigger | Hot key trigger | HTTP | If | Image Recognition | ImageRecognition
Interactive forms | Interactive Forms | InteractiveForms | Interface trigger | InterfaceTrigger | IQ Bot | IQBot
IQ Bot Local Device | IQBotProcessor | IQ Bot Pre-processor | Jira | Java | JavaScript | JSON | Keystrokes
LegacyAutomation | Legacy Automation | Legacy automation | List | LogToFile | Log To File | Loop | MessageBox | Message box
MetaBot | Microsoft 365 Calendar | Microsoft 365 Excel | Microsoft 365 OneDrive | Microsoft 365 Outlook
Microsoft 365 SharePoint | Microsoft365Calendar | Microsoft365Excel | Microsoft365OneDrive | Microsoft365Outlook
Microsoft365SharePoint | Microsoft Teams | MicrosoftTeams | Microsoft LUIS NLP | MicrosoftLUIS | Mouse | Nuance | Number
Office 365 Calendar | Office 365 Excel | Office 365 OneDrive | Office 365 Outlook | Office 365 SharePoint
Office365Calendar | Office365Excel | Office365OneDrive | Office365Outlook | Office365SharePoint | OCR | OpenAI | OAuth
PDF | PGP | Ping | Play Sound | PlaySound | Point to point | Power Point | PowerPoint | Printer | Process | ProcessTrigger
Prompt | Python | Python Script | PythonScript | Record | Recorder | Rest | REST | REST Web Services | RunProcess | Run
Salesforce | SAP | SAP BAPI | SAPBAPI | SapBapi | SAP trigger | Screen | Service Now | ServiceNow | ServiceNow trigger
ServiceNowTrigger | Simulate Keystrokes | Slack | SNMP | SOAP | SOAP Web Service | SoapWebService | Step | String
System | SystemVariablesPackage | TaskBot | Task Bot | Terminal Emulator | TerminalEmulator | Trigger loop | TriggerLoop
Universal Recorder | UniversalRecorder | VBScript | VB Script | Wait | Window | WindowTrigger | Window trigger | WLM
Workday | Workload | Work Queue | WebRecorder | Web Recorder | XML | Zendesk | Snowflake | Microsoft Dynamics 365
MicrosoftDynamics | Enterprise Knowledge | EnterpriseKnowledge | AI Guardrails | Test | Testing | Assert | Text
`;

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const VENDOR: ReadonlySet<string> = new Set(NAMES.split(/[|\n]/).map(bare).filter(Boolean));

/** Returns whether a name is known as a package of the product; spaces, signs and case do not count. */
export const isVendorPackage = (name: string): boolean => VENDOR.has(bare(name));
