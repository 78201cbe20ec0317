/** Facts of UiPath.IntelligentOCR.StudioWeb.Activities 3.1. */
import type { PackageFacts } from '../package-facts.ts';

export const INTELLIGENT_OCR: PackageFacts = {
  name: 'UiPath.IntelligentOCR.StudioWeb.Activities',
  version: '3.1',
  source: 'activity-docs/UiPath.IntelligentOCR.StudioWeb.Activities/3.1/activities',
  activities: `
ClassifyDocument ProjectId!:String ProjectVersionNumber:Int32 ProjectTag:String ClassifierId!:String FileInput!:IResource TimeoutInSeconds!:Int32 MinimumConfidence:Single RuntimeAssetPath:String RuntimeTenantUrl:String ClassificationResults>:DocumentData
CreateClassificationValidationAction #CreateClassificationValidationTask AutomaticClassificationResults!:DocumentData ActionTitle!:String ActionPriority:String ActionCatalogue:String OrchestratorFolderName:String OrchestratorBucketName:String EnablePageReordering:Boolean CreatedClassificationValidationAction>:CreatedClassificationValidationAction
CreateClassificationValidationActionAndWait #CreateClassificationValidationTaskAndWait AutomaticClassificationResults!:DocumentData ActionTitle!:String ActionPriority:String ActionCatalogue:String OrchestratorFolderName:String OrchestratorBucketName:String EnablePageReordering:Boolean ValidatedClassificationResults>:DocumentData
CreateDocumentValidationArtifacts AutomaticExtractionResults!:IDocumentData<ExtendedExtractionResultsForDocumentData> OrchestratorFolderName:String OrchestratorBucketName:String ContentValidationData>:ContentValidationData
CreateValidationAction #CreateValidationTask AutomaticExtractionResults!:IDocumentData<ExtendedExtractionResultsForDocumentData> ActionTitle!:String ActionPriority:String ActionCatalogue:String OrchestratorFolderName:String OrchestratorBucketName:String FieldsValidationConfidence:Int32? EnableRTLControls:Boolean DisplayMode:DisplayModeArgument CreatedValidationAction>:CreatedValidationAction<ExtendedExtractionResultsForDocumentData>
ValidateDocumentDataWithDocumentData #CreateValidationTaskAndWait AutomaticExtractionResults!:IDocumentData<ExtendedExtractionResultsForDocumentData> ActionTitle!:String ActionPriority:String ActionCatalogue:String OrchestratorFolderName:String OrchestratorBucketName:String FieldsValidationConfidence:Int32? EnableRTLControls:Boolean DisplayMode:DisplayModeArgument ValidatedExtractionResults>:IDocumentData<ExtendedExtractionResultsForDocumentData>
ExtractDocumentDataWithDocumentData #ExtractDocumentData ProjectId!:String ProjectVersionNumber:Int32 ProjectTag:String DocType:String ModernDocumentTypeId:String FileInput!:IResource TimeoutInSeconds!:Int32 ApplyAutoValidation:Boolean AutoValidationConfidenceThreshold:Int32? GenerateData:Boolean ActivityMajorVersion:Int32 RuntimeAssetPath:String RuntimeTenantUrl:String ExtractionResults>:IDocumentData<ExtendedExtractionResultsForDocumentData>
RetrieveDocumentValidationArtifacts ContentValidationData!:ContentValidationData CompletedAppAction:Object RemoveDataFromStorage:Boolean ReturnAutomaticExtractionResults:Boolean ValidatedExtractionResults>:IDocumentData<DictionaryData>
WaitForClassificationValidationAction #WaitForClassificationValidationTaskAndResume CreatedClassificationValidationAction!:CreatedClassificationValidationAction ValidatedClassificationResults>:DocumentData
WaitForValidationAction #WaitForValidationTaskAndResume CreatedValidationAction!:CreatedValidationAction<ExtendedExtractionResultsForDocumentData> ValidatedExtractionResults>:IDocumentData<ExtendedExtractionResultsForDocumentData>
`,
  enumerations: `
DisplayModeArgument Classic Compact
`,
  settings: `
DigitizeDocument: OCREngine{} -> -; the workflow does not pass validation, so no run starts, as no OCR engine stands in the step; legacy/activity-docs/IntelligentOCR.md
ClassifyDocument ExtractDocumentDataWithDocumentData: ProjectVersionNumber -> !ProjectTag; the workflow does not pass validation, so no run starts; activities/ClassifyDocument.md
`,
};
