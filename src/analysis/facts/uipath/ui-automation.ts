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
};
