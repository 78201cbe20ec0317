/** UiPath packages with facts. */
import type { PackageFacts } from './package-facts.ts';
import { DATABASE } from './uipath/community/database.ts';
import { FTP } from './uipath/community/ftp.ts';
import { JAVA } from './uipath/community/java.ts';
import { PYTHON } from './uipath/community/python.ts';
import { COMPUTER_VISION } from './uipath/computer-vision.ts';
import { DATA_SERVICE } from './uipath/data-service.ts';
import { EXCEL } from './uipath/excel.ts';
import { GSUITE } from './uipath/gsuite.ts';
import { INTELLIGENT_OCR } from './uipath/intelligent-ocr.ts';
import { JIRA } from './uipath/jira.ts';
import { MAIL } from './uipath/mail.ts';
import { MOBILE_AUTOMATION } from './uipath/mobile-automation.ts';
import { OFFICE_365 } from './uipath/office-365.ts';
import { PDF } from './uipath/pdf.ts';
import { PIPELINE_ACTIVITIES } from './uipath/pipelines.ts';
import { PRESENTATIONS } from './uipath/presentations.ts';
import { SAP_BAPI } from './uipath/sap-bapi.ts';
import { SYSTEM } from './uipath/system.ts';
import { TERMINAL } from './uipath/terminal.ts';
import { TESTING } from './uipath/testing.ts';
import { UI_AUTOMATION } from './uipath/ui-automation.ts';
import { WEB } from './uipath/web.ts';
import { WORD } from './uipath/word.ts';

export const UIPATH_PACKAGES: readonly PackageFacts[] = [
  DATABASE,
  FTP,
  JAVA,
  PYTHON,
  COMPUTER_VISION,
  DATA_SERVICE,
  EXCEL,
  GSUITE,
  INTELLIGENT_OCR,
  JIRA,
  MAIL,
  MOBILE_AUTOMATION,
  OFFICE_365,
  PDF,
  PIPELINE_ACTIVITIES,
  PRESENTATIONS,
  SAP_BAPI,
  SYSTEM,
  TERMINAL,
  TESTING,
  UI_AUTOMATION,
  WEB,
  WORD,
];
