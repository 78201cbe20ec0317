/**
 * Values that commands of A360 take. Sources: the vendor's reference of actions below docs.automationanywhere.com, and the
 * Java classes that its formats name.
 */
import { readValueRows } from './value-rows.ts';

const ROWS = `
Excel/GetSingleCell Excel/SetCell Excel/GoToCell Excel_MS/GetSingleCell Excel_MS/SetCell Excel_MS/GoToCell Excel_MS/DeleteCells: cell cell; cloud-get-single-cell
Excel_MS/SetCellFormula: cellAddress cell; cloud-set-cell-formula
Excel_MS/writeDataTableToWorksheet: firstCellAddress cell; cloud-excel-advanced-write-from-data-table
Excel/GetMultipleCells Excel_MS/GetMultipleCells: fromCell|toCell cell; cloud-get-multiple-cells
Excel_MS/SwitchToSheet Excel_MS/renameWorksheet Excel_MS/getNumberOfRows: sheetIndex between 1; cloud-excel-advanced-switch-to-sheet
Email/sendMail Email/ForwardEmail Email/ReplyEmail: emailServerPort between 1 65535; cloud-email-send
Email/emailConnect Emailtrigger/EmailTrigger TerminalEmulator/connect: port between 1 65535; cloud-email-connect
Email/sendMail Email/ForwardEmail Email/ReplyEmail: emailServerHost host-name; cloud-email-send
Email/emailConnect Emailtrigger/EmailTrigger: serverHost host-name; cloud-email-connect
Rest/restGet Rest/restPost Rest/restPut Rest/restDelete Rest/restPatch: uri web-address; cloud-rest-webservice-package
Datetime/toString ?selectPattern=CUSTOM: patternInput java-date; java.time.format.DateTimeFormatter
Datetime/assign ?formatType=custom: customFormat java-date; java.time.format.DateTimeFormatter
Delay/delay: delayTime between 0; cloud-delay-action
PDF/extractText PDF/extractImage: selectedPages page-list; cloud-pdf-extract-text
`;

/** Values by the type of the command. */
export const TASK_BOT_VALUES = readValueRows(ROWS);
