/** Facts of UiPath.Database.Activities. */
import type { PackageFacts } from '../../package-facts.ts';

export const DATABASE: PackageFacts = {
  name: 'UiPath.Database.Activities',
  version: '',
  source: 'legacy/activity-docs',
  activities: `
DatabaseConnect #Database ConnectionString:String ConnectionSecureString:SecureString ProviderName!:String DatabaseConnection>:DatabaseConnection
DatabaseDisconnect #Database DatabaseConnection!:DatabaseConnection
DatabaseTransaction #Database ConnectionString:String ConnectionSecureString:SecureString ProviderName:String ExistingDbConnection:DatabaseConnection UseTransaction:Boolean
ExecuteQuery #Database ConnectionString:String ConnectionSecureString:SecureString ProviderName:String ExistingDbConnection:DatabaseConnection Sql!:String CommandType:CommandType TimeoutMS:Int32 DataTable>:DataTable
ExecuteNonQuery #Database ConnectionString:String ConnectionSecureString:SecureString ProviderName:String ExistingDbConnection:DatabaseConnection Sql!:String CommandType:CommandType TimeoutMS:Int32 AffectedRecords>:Int32
InsertDataTable #Database ConnectionString:String ConnectionSecureString:SecureString ProviderName:String ExistingDbConnection:DatabaseConnection TableName!:String DataTable!:DataTable AffectedRecords>:Int32
BulkInsert #Database ConnectionString:String ConnectionSecureString:SecureString ProviderName:String ExistingDbConnection:DatabaseConnection TableName!:String DataTable!:DataTable AffectedRecords>:Int64
BulkUpdate #Database ConnectionString:String ConnectionSecureString:SecureString ProviderName:String ExistingDbConnection:DatabaseConnection TableName!:String DataTable!:DataTable ColumnNames!:String[]
`,
  enumerations: `
CommandType StoredProcedure TableDirect Text
`,
};
