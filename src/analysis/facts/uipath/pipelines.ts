/** Facts of UiPath.Pipelines.Activities 3.0. */
import type { PackageFacts } from '../package-facts.ts';

export const PIPELINE_ACTIVITIES: PackageFacts = {
  name: 'UiPath.Pipelines.Activities',
  version: '3.0',
  source: 'activity-docs/UiPath.Pipelines.Activities/3.0/activities',
  activities: `
ActivateSolutionDeployment Tenant!:OrchestratorTenant SolutionDeploymentName!:String
Analyze RepositoryPath!:String ProjectPath:String AnalyzePolicy:AnalyzePolicy AnalysisResult>:DataTable
Build RepositoryPath!:String ProjectPath:String Author:String Version:String IncludeSources:Boolean SeparateRuntimeDependencies:Boolean SkipValidate:Boolean RepositoryType:String RepositoryUrl:String RepositoryBranch:String RepositoryCommit:String ReleaseNotes:String PackagePath>:String
Clone RepoUrl!:String CommitSha:String AccessToken:String DestinationPath:String SkipCertificateCheck:Boolean RepositoryPath>:String
DeleteSolutionPackage Tenant!:OrchestratorTenant SolutionPackageName!:String SolutionPackageVersion!:String
DeploySolution Tenant!:OrchestratorTenant SolutionDeploymentName!:String SolutionPackageName!:String SolutionPackageVersion!:String SolutionRootFolderName!:String PathToSolutionPackageConfiguration!:String DestinationOrchestratorFolder:OrchestratorFolder
DownloadPackage Tenant!:OrchestratorTenant PackageName!:String Folder:OrchestratorFolder PackageVersion:String IsLibrary:Boolean PackagePath>:String
DownloadSolutionPackage Tenant!:OrchestratorTenant SolutionPackageName!:String SolutionPackageVersion:String PathToSolutionPackage>:String
DownloadSolutionPackageConfiguration Tenant!:OrchestratorTenant SolutionPackageName!:String SolutionPackageVersion:String SolutionPackageConfigurationFormat:ConfigurationFormat PathToSolutionPackageConfiguration>:String
PublishPackage Tenant!:OrchestratorTenant PackagePath!:String Folder:OrchestratorFolder
PublishSolutionPackage Tenant!:OrchestratorTenant SolutionProjectName!:String SolutionPackageName!:String SolutionPackageVersion!:String SolutionPackageDescription:String SolutionRootFolder:String
ResyncSolutionProject Tenant!:OrchestratorTenant SolutionProjectName!:String SolutionSyncOption:SolutionProjectSyncOption
RunExistingTestSet Tenant!:OrchestratorTenant Folder!:OrchestratorFolder TestSetName!:String AttachRobotLogs:Boolean RetryCount:Int32 ResultFilePath>:String TestSetReport>:UiPathTestReport
RunTests Tenant!:OrchestratorTenant Folder!:OrchestratorFolder RepositoryPath!:String ProjectPath:String Author:String Version:String SkipValidate:Boolean SeparateRuntimeDependencies:Boolean AttachRobotLogs:Boolean RetryCount:Int32 RepositoryType:String RepositoryUrl:String RepositoryBranch:String RepositoryCommit:String ReleaseNotes:String ResultFilePath>:String TestSetReport>:UiPathTestReport
Stage Activities:ActivityDelegate
UninstallSolution Tenant!:OrchestratorTenant SolutionDeploymentName!:String
UpdateProcess Tenant!:OrchestratorTenant Folder!:OrchestratorFolder ProcessName!:String PackageName:String PackageVersion:String
UploadSolutionPackage Tenant!:OrchestratorTenant PathToSolutionPackage!:String
`,
  enumerations: `
ConfigurationFormat Json Yaml
SolutionProjectSyncOption Reset Sync
`,
};
