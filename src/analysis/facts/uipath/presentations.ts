/** Facts of UiPath.Presentations.Activities 2.6. */
import type { PackageFacts } from '../package-facts.ts';

export const PRESENTATIONS: PackageFacts = {
  name: 'UiPath.Presentations.Activities',
  version: '2.6',
  source: 'activity-docs/UiPath.Presentations.Activities/2.6/activities',
  activities: `
AddSensitivityLabel @PowerPointApplicationScope Presentation!:IPresentationQuickHandle SensitivityLabel!:Object Justification:String
CopyPasteSlide SourcePresentation!:IPresentationQuickHandle SlideToCopy!:Int32 DestinationPresentation!:IPresentationQuickHandle WhereToInsert!:Int32 Move:Boolean
DeleteSlide @PowerPointApplicationScope Presentation!:IPresentationQuickHandle DeletePosition!:Int32
FindAndReplaceTextInPresentation @PowerPointApplicationScope Presentation!:IPresentationQuickHandle SearchFor!:String ReplaceWith!:String MatchCase:Boolean WholeWordsOnly:Boolean ReplaceAll:Boolean NumberOfReplacements>:Int32
FormatSlideContent @PowerPointApplicationScope Presentation!:IPresentationQuickHandle SlideIndex!:Int32 ShapeName!:String ModificationToAdd:FormatSlideContentModificationType
GetSensitivityLabel @PowerPointApplicationScope Presentation!:IPresentationQuickHandle SensitivityLabel>:IPptLabelObject
InsertFile @PowerPointApplicationScope Presentation!:IPresentationQuickHandle SlideIndex!:Int32 ShapeName:String FilePath!:String IconLabel:String NewShapeName:String
InsertSlide @PowerPointApplicationScope Presentation!:IPresentationQuickHandle SlideMasterName!:String LayoutName!:String InsertPosition:Int32 InsertType:InsertPositionType InsertedAtPosition>:Int32
InsertTextInPresentation @PowerPointApplicationScope Presentation!:IPresentationQuickHandle SlideIndex!:Int32 ShapeName!:String Text!:String ClearExistingText:Boolean
PasteIntoSlide @PowerPointApplicationScope Presentation!:IPresentationQuickHandle SlideIndex!:Int32 ShapeName!:String Left:Single? Top:Single? Width:Single? Height:Single? NewShapeName:String
PowerPointApplicationScope PresentationPath!:String Password:String EditPassword:String SensitivityLabel:Object AutoSave:Boolean CreateIfNotExists:Boolean ReadOnly:Boolean SensitivityOperation:PptLabelOperation
PptDocumentAddTextToSlide SlideIndex!:Int32 ShapeName!:String Text!:String FilePath:String PathResource:IResource ClearExistingText:Boolean
PptDocumentCreateNew FilePath!:String UseTemplate:Boolean TemplatePath:String TemplateResource:IResource PreserveTemplateMetadata:Boolean ConflictResolution:ConflictBehavior Presentation>:IResource
PptDocumentDeleteSlide SlideIndex!:Int32 FilePath:String PathResource:IResource
PptDocumentFindAndReplaceTextInPresentation SearchFor!:String ReplaceWith!:String FilePath:String PathResource:IResource MatchCase:Boolean WholeWordsOnly:Boolean ReplaceAll:Boolean NumberOfReplacements>:Int32
PptDocumentFormatSlideContent SlideNumber!:Int32 ContentToModify!:String PathResource:IResource Presentation:String ModificationToAdd:PptDocumentSlideContentModificationType
PptDocumentInsertSlide SlideMasterName!:String LayoutName!:String InsertPosition:Int32 FilePath:String PathResource:IResource InsertType:InsertPositionType InsertedAtPosition>:Int32
PptDocumentReplaceShapeWithDataTable SlideIndex!:Int32 ShapeName!:String TableToInsert!:DataTable FilePath:String PathResource:IResource ExcludeHeaders:Boolean AppendMode:TableAppendMode StartRow:Int32 StartColumn:Int32
PptDocumentReplaceShapeWithMedia SlideIndex!:Int32 ShapeName!:String Media!:String FilePath:String PathResource:IResource NewShapeName:String Left:Single? Top:Single? Width:Single? Height:Single?
ReplaceShapeWithDataTable @PowerPointApplicationScope Presentation!:IPresentationQuickHandle SlideIndex!:Int32 ShapeName!:String TableToInsert!:DataTable ExcludeHeaders:Boolean AppendMode:TableAppendMode StartRow:Int32 StartColumn:Int32
ReplaceShapeWithMedia @PowerPointApplicationScope Presentation!:IPresentationQuickHandle SlideIndex!:Int32 ShapeName!:String Media!:String NewShapeName:String Left:Single? Top:Single? Width:Single? Height:Single?
RunMacro @PowerPointApplicationScope Presentation!:IPresentationQuickHandle MacroName!:String Result>:Object
SavePresentationAsPdf @PowerPointApplicationScope Presentation!:IPresentationQuickHandle PdfPath!:String ReplaceExisting:Boolean
SavePresentationFileAs @PowerPointApplicationScope Presentation!:IPresentationQuickHandle FilePath!:String SaveAsFileType:PresentationSaveAsType ReplaceExisting:Boolean
`,
  enumerations: `
ConflictBehavior Fail Replace Skip
FormatSlideContentModificationType ChangeShapeName FontSize ZIndex
InsertPositionType Beginning End SpecifiedIndex
PptDocumentSlideContentModificationType ChangeShapeName FontSize ZOrder
PptLabelOperation Add Clear None
PresentationSaveAsType MacroEnabledPresentation OldPresentation XmlPresentation
TableAppendMode AppendToTable CreateNewTable OverwriteExistingData
`,
  settings: `
PptDocumentCreateNew: TemplatePath -> !TemplateResource; the workflow does not pass validation, so no run starts; activities/PptDocumentCreateNew.md
PptDocumentCreateNew: UseTemplate=True -> TemplatePath|TemplateResource; the workflow does not pass validation, so no run starts; activities/PptDocumentCreateNew.md
PptDocumentAddTextToSlide: FilePath -> !PathResource; the workflow does not pass validation, so no run starts; activities/PptDocumentAddTextToSlide.md
`,
  values: `
ReplaceShapeWithMedia PptDocumentReplaceShapeWithMedia: Left|Top between 0; activities/ReplaceShapeWithMedia.md
PptDocumentFindAndReplaceTextInPresentation: ReplaceWith filled; activities/PptDocumentFindAndReplaceTextInPresentation.md
`,
};
