/** Transfers of desktop flows: data that steps carry from their inputs to their outputs, and tests that guard it. */
import { MARK } from '../../../model/data-flow/family.ts';
import type { FlowRow, SettingTest } from '../row.ts';

/** The step replaces quotation marks, which means that it doubles them. */
const FINDS_QUOTE: SettingTest = { property: 'TextToFind', is: /^\$?(?:''')?\\?['"](?:''')?$/ };

export const DESKTOP_FLOW_TRANSFERS: readonly FlowRow[] = [
  { kind: 'transfer', steps: 'Set', from: 'Value', to: 'Variable' },
  { kind: 'transfer', steps: 'LoopForEach', from: 'Values', to: 'CurrentItem' },
  { kind: 'transfer', steps: 'Variables.AddItemToList', from: 'Item', to: ['List', 'NewList'] },
  { kind: 'transfer', steps: 'Variables.MergeLists', from: ['FirstList', 'SecondList'], to: 'OutputList' },
  { kind: 'transfer', steps: 'Text.AppendLine', from: ['Text', 'LineToAppend'], to: 'Result' },
  {
    kind: 'transfer',
    steps: /^Text\.(?:Replace|Trim|ChangeTextCase|Pad|Escape|Reverse)/,
    from: ['Text', 'TextToTrim', 'TextToPad', 'ReplaceWith'],
    to: /./,
    unless: [FINDS_QUOTE],
  },
  {
    kind: 'transfer',
    steps: /^Text\.Replace/,
    from: 'Text',
    to: /./,
    when: [FINDS_QUOTE],
    marks: MARK.quotesDoubled,
  },
  {
    kind: 'transfer',
    steps: /^Text\.(?:JoinText|SplitText)/,
    from: ['List', 'Text'],
    to: ['JoinedText', 'Result', 'TextList'],
  },
  { kind: 'transfer', steps: 'Variables.ConvertJsonToCustomObject', from: 'Json', to: 'CustomObject' },
  { kind: 'transfer', steps: 'Variables.ConvertCustomObjectToJson', from: 'CustomObject', to: 'Json' },
];
