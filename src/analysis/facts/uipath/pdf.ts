/** Facts of UiPath.PDF.Activities 4.1. */
import type { PackageFacts } from '../package-facts.ts';

export const PDF: PackageFacts = {
  name: 'UiPath.PDF.Activities',
  version: '4.1',
  source: 'activity-docs/UiPath.PDF.Activities/4.1/activities',
  activities: `
ConvertEmailToPDF Email!:MailMessage HeaderHtml:String FooterHtml:String PaperSize:PdfPaperSize Margin:Int32 Scale:Double KeepBackground:Boolean OutputFileName:String OutputFile>:ILocalResource
ConvertHtmlToPDF Html:String FileName:String ResourceFile:IResource InputMode:ItemInputMode PaperSize:PdfPaperSize Margin:Int32 Scale:Double KeepBackground:Boolean HeaderHtml:String HeaderInputMode:ItemInputMode FooterHtml:String FooterInputMode:ItemInputMode OutputFileName:String OutputFile>:ILocalResource
ConvertTextToPDF Text:String FileName:String ResourceFile:IResource InputMode:ItemInputMode PaperSize:PdfPaperSize Margin:Int32 Scale:Double HeaderHtml:String HeaderInputMode:ItemInputMode FooterHtml:String FooterInputMode:ItemInputMode OutputFileName:String OutputFile>:ILocalResource
ExportPDFPageAsImage FileName:String ResourceFile:IResource PageNumber!:Int32 OutputFileName!:String Password:String ImageDpi:ImageDpi OutputFile>:ILocalResource
ExtractImagesFromPDF FileName:String ResourceFile:IResource Password:String OutputFolderName:String ImageExtension:ImageExtension OutputFiles>:IEnumerable<ILocalResource>
ExtractPDFPageRange FileName:String ResourceFile:IResource Range!:String Password:String OutputFileName:String OutputFile>:ILocalResource
GetPDFPageCount FileName:String ResourceFile:IResource Password:String PageCount>:Int32
JoinPDF FileList:string[] ResourceFileList:IResource[] IndividualResourceFileList:IEnumerable<InArgument<IResource>> OutputFileName:String InputMode:ItemsInputMode OutputFile>:ILocalResource
ManagePDFPassword FileName:String ResourceFile:IResource OldUserPassword:String NewUserPassword:String OldOwnerPassword:String NewOwnerPassword:String OutputFileName:String OutputFile>:ILocalResource
ReadPDFText FileName:String ResourceFile:IResource Password:String Text>:String
ReadPDFWithOCR FileName!:String Password:String Range:String DegreeOfParallelism!:Int32 ImageDpi:ImageDpi Text>:String
ReadXPSText FileName:String ResourceFile:IResource Password:String Text>:String
ReadXPSWithOCR FileName!:String Password:String Range:String DegreeOfParallelism!:Int32 Text>:String
`,
  enumerations: `
ImageDpi High Low Medium
ImageExtension BMP GIF JPEG PNG TIFF
ItemInputMode Content File
ItemsInputMode Collection Individual
PdfPaperSize A2 A3 A4 A5 A6 B4 B5 C4Envelope C5Envelope DLEnvelope Executive Ledger Legal Letter Number10Envelope Statement Tabloid
`,
  settings: `
ReadPDFWithOCR ReadXPSWithOCR: OCREngine{} -> -; the workflow does not pass validation, so no run starts, as no OCR engine stands in the step; activity-packages/pdf-activities/playbooks/pdf-read-ocr-no-engine.md
ReadPDFText GetPDFPageCount ExtractPDFPageRange ManagePDFPassword ExportPDFPageAsImage ExtractImagesFromPDF ReadXPSText ConvertHtmlToPDF ConvertTextToPDF: FileName -> !ResourceFile; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
ConvertHtmlToPDF ConvertTextToPDF: InputMode=File -> FileName|ResourceFile; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
ConvertHtmlToPDF: InputMode=Content -> Html; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
ConvertTextToPDF: InputMode=Content -> Text; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
JoinPDF: FileList -> !ResourceFileList; the workflow does not pass validation, so no run starts; activities/JoinPDF.md
`,
  values: `
ReadPDFText ReadPDFWithOCR GetPDFPageCount ExtractPDFPageRange ManagePDFPassword ExportPDFPageAsImage ExtractImagesFromPDF: FileName extension .pdf; activity-packages/pdf-activities/playbooks/pdf-file-not-found-or-not-pdf.md
ReadPDFText ReadPDFWithOCR GetPDFPageCount ExtractPDFPageRange ManagePDFPassword ExportPDFPageAsImage ExtractImagesFromPDF: FileName local-path; activity-packages/pdf-activities/playbooks/pdf-file-not-found-or-not-pdf.md
ExportPDFPageAsImage: PageNumber between 1; activities/ExportPDFPageAsImage.md
ConvertTextToPDF ConvertEmailToPDF ConvertHtmlToPDF: Scale between 0.1 2; activities/ConvertHtmlToPDF.md
ReadXPSText ReadXPSWithOCR: FileName extension .xps .oxps; activity-docs/UiPath.PDF.Activities/4.1/activities/ReadXPSText.md
ReadPDFText ReadPDFWithOCR ExtractPDFPageRange: Range page-range; activity-packages/pdf-activities/playbooks/pdf-invalid-page-range.md
`,
};
