/** Facts of UiPath.Word.Activities 2.6. */
import type { PackageFacts } from '../package-facts.ts';

export const WORD: PackageFacts = {
  name: 'UiPath.Word.Activities',
  version: '2.6',
  source: 'activity-docs/UiPath.Word.Activities/2.6/activities',
  activities: `
DocumentAddComment #AddComment @WordApplicationScope FilePath:String PathResource:IResource CommentText!:String AnchorType:CommentAnchorType AnchorText:String Bookmark:String OccurrenceIndex:Int32? Author:String AnchorRevision:String
DocumentDisableTrackChanges #DisableTrackChanges @WordApplicationScope FilePath:String PathResource:IResource Password:String
DocumentAddImage FilePath:String PathResource:IResource ImagePath!:String Text:String Bookmark:String OccurrenceIndex:Int32? InsertRelativeTo:InsertRelativeType Position:Position Occurrence:Occurrence
DocumentAppendText FilePath:String PathResource:IResource Text!:String NewLine:Boolean
DocumentCreateNew FilePath!:String ConflictResolution:ConflictBehavior Document>:IResource
DocumentInsertDataTable FilePath:String PathResource:IResource DataTable!:DataTable Text:String Bookmark:String OccurrenceIndex:Int32? InsertRelativeTo:InsertRelativeType Position:Position Occurrence:Occurrence
DocumentInsertHyperlink FilePath:String PathResource:IResource TextToDisplay!:String Address!:String TextToSearchFor:String InsertRelativeTo:InsertHyperlinkRelativeToType Position:Position Result>:Boolean
DocumentReadText FilePath:String PathResource:IResource Text>:String
DocumentReplaceText FilePath:String PathResource:IResource Search!:String Replace!:String Found>:Boolean
DocumentSetBookmarkContent FilePath:String PathResource:IResource BookmarkName!:String BookmarkText!:String
DocumentEnableTrackChanges #EnableTrackChanges @WordApplicationScope FilePath:String PathResource:IResource TrackingScope:TrackingScope Password:String
WordAddImage @WordApplicationScope ImagePath!:String Text:String Bookmark:String OccurrenceIndex:Int32? InsertRelativeTo:InsertRelativeType Position:Position Occurrence:Occurrence
WordAddSensitivityLabel @WordApplicationScope SensitivityLabel!:Object Justification:String
WordAppendText @WordApplicationScope Text!:String NewLine:Boolean
WordApplicationScope FilePath!:String AutoSave:Boolean CreateNewFile:Boolean ReadOnly:Boolean SensitivityOperation:WordLabelOperation
WordExportToPdf @WordApplicationScope FilePath!:String ReplaceExisting:Boolean
WordGetSensitivityLabel @WordApplicationScope SensitivityLabel>:IWordLabelObject
WordInsertDataTable @WordApplicationScope DataTable!:DataTable Text:String Bookmark:String OccurrenceIndex:Int32? InsertRelativeTo:InsertRelativeType Position:Position Occurrence:Occurrence
WordInsertHyperlink @WordApplicationScope TextToDisplay!:String Address!:String TextToSearchFor:String InsertRelativeTo:InsertHyperlinkRelativeToType Position:Position Found>:Boolean
WordPasteFromClipboard @WordApplicationScope Text:String PasteOption:PasteOptionType PasteRelativeTo:PasteRelativeToType Position:Position Found>:Boolean
WordReadText @WordApplicationScope Text>:String
WordReplacePicture @WordApplicationScope PictureAltText!:String PicturePath!:String
WordReplaceText @WordApplicationScope Search!:String Replace!:String ReplaceAll:Boolean Found>:Boolean
WordSaveAs @WordApplicationScope FilePath!:String SaveAsFileType:WordSaveAsType ReplaceExisting:Boolean
WordSetBookmarkContent @WordApplicationScope BookmarkName!:String BookmarkText!:String
WordSetContentProperty @WordApplicationScope MatchBy!:MatchPropertyBy MatchTo!:String Value!:String ReplaceAll:Boolean Found>:Boolean
`,
  enumerations: `
CommentAnchorType Bookmark Revision Text
ConflictBehavior Fail Replace Skip
InsertHyperlinkRelativeToType Document Text
InsertRelativeType Bookmark Document Text
MatchPropertyBy Tag Text Title
Occurrence All First Last Specific
PasteOptionType EmbedData LinkData Picture
PasteRelativeToType Document Text
Position After Before End Replace Start
TrackingScope TrackForEveryone TrackForMe
WordLabelOperation Add Clear None
WordSaveAsType FilteredWebPage MacroEnabledDocument OldDocument PlainText RichText WebPage XmlDocument
`,
  settings: `
WordApplicationScope: SensitivityOperation=Add -> SensitivityLabel; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
WordApplicationScope: FilePath:web-address CreateNewFile=True -> CreateNewFile=False; the step fails, as Word cannot create a file at a web address; xaml/common-pitfalls.md
WordInsertHyperlink DocumentInsertHyperlink: InsertRelativeTo=Text -> TextToSearchFor; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
WordAddImage DocumentAddImage WordInsertDataTable DocumentInsertDataTable: InsertRelativeTo=Text -> Text; the workflow does not pass validation, so no run starts; activities/WordAddImage.md
WordAddImage DocumentAddImage WordInsertDataTable DocumentInsertDataTable: InsertRelativeTo=Bookmark -> Bookmark; the workflow does not pass validation, so no run starts; activities/WordAddImage.md
WordAddImage DocumentAddImage WordInsertDataTable DocumentInsertDataTable: InsertRelativeTo=Text Occurrence=Specific -> OccurrenceIndex; the step fails, as it does not say which occurrence it means; activities/WordAddImage.md
WordAddImage DocumentAddImage WordInsertDataTable DocumentInsertDataTable: InsertRelativeTo=Document Position=Before,After,Replace -> Position=Start,End; the step fails, as a place in the document is its start or its end; activities/WordAddImage.md
DocumentAddComment DocumentAddImage DocumentAppendText DocumentDisableTrackChanges DocumentEnableTrackChanges DocumentInsertDataTable DocumentInsertHyperlink DocumentReadText DocumentReplaceText DocumentSetBookmarkContent: FilePath -> !PathResource; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
`,
  values: `
DocumentReadText DocumentAppendText DocumentReplaceText DocumentAddImage DocumentInsertDataTable DocumentInsertHyperlink DocumentSetBookmarkContent DocumentCreateNew: FilePath|FileName extension .docx .docm; activity-packages/word-activities/playbooks/read-text-doc-format.md
WordApplicationScope: FilePath extension .docx .docm .doc .dot .dotx .dotm .rtf .txt .html .htm .odt; activity-docs/UiPath.Word.Activities/2.6/activities/WordApplicationScope.md
WordApplicationScope: FilePath|FileName file-address; activity-packages/word-activities/playbooks/word-open-sharepoint-url-com-command-failed.md
WordAddImage DocumentAddImage WordInsertDataTable DocumentInsertDataTable: OccurrenceIndex between 1; activities/WordInsertDataTable.md
WordExportToPdf: FilePath extension .pdf; activity-packages/word-activities/playbooks/export-pdf-output-path-format.md
`,
  defects: `
WordReplaceText ReplaceTextInDocument: <1.7; [low] it leaves headers, footers and text boxes as they are; 1.7; activity-packages/word-activities/playbooks/replace-text-headers-textboxes-skipped.md
`,
};
