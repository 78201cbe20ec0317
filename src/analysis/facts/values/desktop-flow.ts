/**
 * Values that actions of desktop flows take. Sources: Microsoft's reference of actions below learn.microsoft.com/power-automate/,
 * and that of the .NET classes that run them.
 */
import { readValueRows } from './value-rows.ts';

const ROWS = `
Excel.WriteToExcel.WriteCell: Column|Row between 1; desktop-flows/actions-reference/excel#writetoexcel
Excel.ReadFromExcel.ReadCell Excel.ReadFromExcel.ReadCells: StartColumn|StartRow between 1; desktop-flows/actions-reference/excel#readfromexcel
Excel.ReadFromExcel.ReadCells: EndColumn|EndRow between 1; desktop-flows/actions-reference/excel#readfromexcel
Email.SendEmail.Send Email.SendEmail.AuthenticateAndSend: Port between 1 65535; desktop-flows/actions-reference/email#sendemail
Email.SendEmail.Send Email.SendEmail.AuthenticateAndSend: SMTPServer host-name; desktop-flows/actions-reference/email#sendemail
FTP.OpenConnection FTP.OpenSecureConnection: Port between 1 65535; desktop-flows/actions-reference/ftp
Text.ConvertDateTimeToText.FromCustomDateTime: CustomFormat net-date; desktop-flows/actions-reference/text#convertdatetimetotext
Text.ConvertTextToDateTime.ToDateTimeCustomFormat: CustomFormat net-date; desktop-flows/actions-reference/text#converttexttodatetime
Text.ParseText.RegexParseForFirstOccurrence Text.ParseText.ParseForFirstOccurrence: StartingPosition between 0; desktop-flows/actions-reference/text#parsetext
Database.ExecuteSqlStatement.ConnectAndExecute Database.ExecuteSqlStatement.Execute: Timeout between 0; desktop-flows/actions-reference/database#executesqlstatement
`;

/** Values by the type of the action. */
export const DESKTOP_FLOW_VALUES = readValueRows(ROWS);
