/** Facts of UiPath.UIAutomation.Activities. */
import type { PackageFacts } from '../package-facts.ts';

export const UI_AUTOMATION: PackageFacts = {
  name: 'UiPath.UIAutomation.Activities',
  version: '',
  source: 'xaml',
  activities: `
NClick #common-pitfalls @NApplicationCard
NTypeInto #common-pitfalls @NApplicationCard
NGetText #common-pitfalls @NApplicationCard
NCheck #common-pitfalls @NApplicationCard
NCheckState #common-pitfalls @NApplicationCard
NSelectItem #common-pitfalls @NApplicationCard
NHover #common-pitfalls @NApplicationCard
NDoubleClick #common-pitfalls @NApplicationCard
NSetText #common-pitfalls @NApplicationCard
NGetAttribute #common-pitfalls @NApplicationCard
NGoToUrl #common-pitfalls @NApplicationCard
NNavigateBrowser #common-pitfalls @NApplicationCard
NGetUrl #common-pitfalls @NApplicationCard
NExtractDataGeneric #common-pitfalls @NApplicationCard
Click #common-pitfalls
DoubleClick #common-pitfalls
Hover #common-pitfalls
TypeInto #common-pitfalls
GetAttribute #common-pitfalls
ElementExists #common-pitfalls
TakeScreenshot #common-pitfalls
SetText #common-pitfalls
GetText #common-pitfalls
TypeText #common-pitfalls
SelectItem #common-pitfalls
GetSelectedItem #common-pitfalls
SetSelectedItem #common-pitfalls
GetPageSource #common-pitfalls
OpenUrl #common-pitfalls
`,
  settings: `
GetOCRText ClickOCRText HoverOCRText FindOCRTextPosition OCRTextExists: OCREngine{} -> -; the workflow does not pass validation, so no run starts, as no OCR engine stands in the step; legacy/activity-docs/AllActivities.md
Click DoubleClick Hover ExtractData: SimulateClick=True SendWindowMessages=True -> -; the workflow does not pass validation, so no run starts, as the step has two input methods; xaml/common-pitfalls.md
TypeInto: SimulateType=True SendWindowMessages=True -> -; the workflow does not pass validation, so no run starts, as the step has two input methods; xaml/common-pitfalls.md
Click: SimulateClick=True ClickType=CLICK_DOUBLE,Double -> -; [medium] the workflow does not pass validation, so no run starts, as a simulated click is a single one; xaml/common-pitfalls.md
Click DoubleClick: SimulateClick=True MouseButton=BTN_RIGHT,BTN_MIDDLE,Right,Middle -> -; [medium] the workflow does not pass validation, so no run starts, as a simulated click is one with the left button; xaml/common-pitfalls.md
OpenApplication: Selector:html-selector -> -; the step finds no window, as it opens a program and the selector means a page of a browser; activity-packages/classic-activities/playbooks/ui-activity-configuration-error.md
BrowserScope: Selector:wnd-selector -> -; the step finds no page, as the selector means a window; activity-packages/classic-activities/playbooks/ui-activity-configuration-error.md
BrowserScope: Browser Selector -> -; the workflow does not pass validation, so no run starts, as the scope has two browsers; activity-packages/classic-activities/playbooks/ui-activity-configuration-error.md
WindowScope: Window Selector -> -; the workflow does not pass validation, so no run starts, as the scope has two windows; activity-packages/classic-activities/playbooks/ui-activity-configuration-error.md
TypeInto: SimulateType=True Text:special-keys -> -; the workflow does not pass validation, so no run starts, as simulated typing has no special keys; xaml/common-pitfalls.md
`,
};
