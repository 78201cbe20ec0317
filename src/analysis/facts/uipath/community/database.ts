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
  settings: `
DatabaseConnect DatabaseTransaction ExecuteQuery ExecuteNonQuery InsertDataTable BulkInsert BulkUpdate: ConnectionString -> !ConnectionSecureString; the workflow does not pass validation, so no run starts; legacy/activity-docs/Database.md
DatabaseTransaction ExecuteQuery ExecuteNonQuery InsertDataTable BulkInsert BulkUpdate: ExistingDbConnection ConnectionString -> -; the step fails, as only one of the connections can be used; activity-packages/database-activities/playbooks/execute-query-failures.md
DatabaseConnect DatabaseTransaction ExecuteQuery ExecuteNonQuery InsertDataTable BulkInsert BulkUpdate: ConnectionString:ole-db ProviderName!=System.Data.OleDb -> ProviderName=System.Data.OleDb; the connection fails, as only OLE DB knows the key "Provider"; activity-packages/database-activities/playbooks/connect-to-database-failures.md
DatabaseConnect DatabaseTransaction ExecuteQuery ExecuteNonQuery InsertDataTable BulkInsert BulkUpdate: ConnectionString:ole-db !ProviderName project.targetFramework!=Legacy -> -; the connection fails, as the SQL client opens it where no provider is named; activity-packages/database-activities/playbooks/connect-to-database-failures.md
DatabaseConnect DatabaseTransaction ExecuteQuery ExecuteNonQuery InsertDataTable BulkInsert BulkUpdate: ConnectionString:odbc ProviderName!=System.Data.Odbc -> ProviderName=System.Data.Odbc; the connection fails, as only ODBC knows the keys "Driver" and "DSN"; activity-packages/database-activities/playbooks/connect-to-database-failures.md
DatabaseConnect DatabaseTransaction ExecuteQuery ExecuteNonQuery InsertDataTable BulkInsert BulkUpdate: ConnectionString:without-provider ProviderName=System.Data.OleDb -> -; the connection fails, as OLE DB needs the key "Provider"; activity-packages/database-activities/playbooks/connect-to-database-failures.md
DatabaseConnect DatabaseTransaction ExecuteQuery ExecuteNonQuery InsertDataTable BulkInsert BulkUpdate: ProviderName=System.Data.SqlClient,System.Data.OracleClient project.targetFramework!=Legacy -> -; [medium] the provider belongs to .NET Framework, and the project runs on .NET; activity-packages/database-activities/playbooks/start-transaction-failures.md
`,
  values: `
DatabaseConnect DatabaseTransaction ExecuteQuery ExecuteNonQuery InsertDataTable BulkInsert BulkUpdate: ConnectionString connection-string; activity-packages/database-activities/playbooks/connect-to-database-failures.md
DatabaseConnect DatabaseTransaction ExecuteQuery ExecuteNonQuery InsertDataTable BulkInsert BulkUpdate: ConnectionString connection-text; activity-packages/database-activities/playbooks/execute-query-failures.md
ExecuteQuery ExecuteNonQuery: Sql sql-text; activity-packages/database-activities/playbooks/execute-query-failures.md
`,
  defects: `
DatabaseTransaction: =1.5.0; it skips the body of the step and reports success; 1.7.1; activity-packages/database-activities/playbooks/start-transaction-failures.md
`,
};
