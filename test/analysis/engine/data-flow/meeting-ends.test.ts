/** Ends of workflows that may lead to each other: no other ones are searched. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meetingEnds } from '../../../../src/analysis/engine/project/data-flow/meeting-ends.ts';
import { readSnippet } from '../../../support/files/xaml.ts';

const argument = (name: string, way: string): string =>
  `<x:Property Name="${name}" Type="${way}Argument(x:String)" />`;
const invoke = (name: string): string =>
  `<Variable x:TypeArguments="x:String" Name="a" /><ui:InvokeWorkflowFile DisplayName="Run" WorkflowFileName="Other.xaml"><ui:InvokeWorkflowFile.Arguments><InArgument x:TypeArguments="x:String" x:Key="${name}">[a]</InArgument></ui:InvokeWorkflowFile.Arguments></ui:InvokeWorkflowFile>`;
const log = (value: string): string => `<ui:LogMessage DisplayName="Log" Message="[${value}]" />`;
const take =
  '<Variable x:TypeArguments="ui:QueueItem" Name="item" /><ui:GetQueueItem DisplayName="Get item" QueueType="Orders" TransactionItem="[item]" />';

describe('ends that may lead to each other', () => {
  const meets = meetingEnds([
    readSnippet(argument('in_Text', 'In') + argument('in_Line', 'In') + log('in_Text &amp; in_Line')),
    readSnippet(invoke('in_Text')),
    readSnippet(take + log('item.Reference')),
  ]);

  it('are an argument of a call and an input of its name, in any letter case', () => {
    assert.equal(meets({ kind: 'in', name: 'in_text' }), true);
    assert.equal(meets({ kind: 'call-in', name: 'in_text' }), true);
    assert.equal(meets({ kind: 'in', name: 'in_line' }), false);
  });

  it('are an argument by its position, or all of them, and any input', () => {
    assert.equal(meets({ kind: 'call-in', name: '[0]' }), true);
    assert.equal(meets({ kind: 'call-in', name: '*' }), true);
  });

  it('need another end at the other side', () => {
    assert.equal(meets({ kind: 'out', name: 'out_text' }), false);
    assert.equal(meets({ kind: 'channel-out', name: 'queue:orders' }), true);
    assert.equal(meets({ kind: 'channel-out', name: 'queue:invoices' }), false);
    assert.equal(meets({ kind: 'channel-in', name: 'queue:orders' }), false);
  });
});
