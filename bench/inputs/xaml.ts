/** Writes synthetic UiPath workflows: dense, deterministic, of any size, with things for rules to find. */

const HEAD = `<Activity mc:Ignorable="sap sap2010" x:Class="Synthetic" sap2010:WorkflowViewState.IdRef="Root_1"
 xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"
 xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
 xmlns:s="clr-namespace:System;assembly=mscorlib"
 xmlns:sap="http://schemas.microsoft.com/netfx/2009/xaml/activities/presentation"
 xmlns:sap2010="http://schemas.microsoft.com/netfx/2010/xaml/activities/presentation"
 xmlns:scg="clr-namespace:System.Collections.Generic;assembly=mscorlib"
 xmlns:ui="http://schemas.uipath.com/workflow/activities"
 xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
  <x:Members>
    <x:Property Name="in_Kunde" Type="InArgument(x:String)" />
    <x:Property Name="out_Anzahl" Type="OutArgument(x:Int32)" />
  </x:Members>
  <Sequence DisplayName="Main Sequence" sap2010:WorkflowViewState.IdRef="Sequence_0">
`;
const TAIL = '  </Sequence>\n</Activity>\n';

/** Blocks of a file; `n` is their number, for names and ids. */
const BLOCKS: readonly ((n: number) => string)[] = [
  (n) => `    <Assign DisplayName="Assign total ${n}" sap2010:WorkflowViewState.IdRef="Assign_${n}">
      <Assign.To>
        <OutArgument x:TypeArguments="x:Int32">[total_${n % 7}]</OutArgument>
      </Assign.To>
      <Assign.Value>
        <InArgument x:TypeArguments="x:Int32">[If(count_${n % 5} &lt; ${n} AndAlso name_${n % 3} &lt;&gt; "", total_${n % 7} + 1, 0)]</InArgument>
      </Assign.Value>
    </Assign>
`,
  (
    n,
  ) => `    <If Condition="[count_${n % 5} &gt; ${n} AndAlso Not String.IsNullOrEmpty(in_Kunde)]" DisplayName="Prüfe Größe ${n}" sap2010:WorkflowViewState.IdRef="If_${n}">
      <If.Then>
        <Sequence DisplayName="Then ${n}" sap2010:WorkflowViewState.IdRef="Sequence_${n}a">
          <Sequence.Variables>
            <Variable x:TypeArguments="x:String" Default="start &amp; go" Name="local_${n}" />
          </Sequence.Variables>
          <ui:LogMessage DisplayName="Log ${n}" Level="Info" Message="[&quot;Item &quot; + count_${n % 5}.ToString + &quot; of &quot; + local_${n}]" sap2010:WorkflowViewState.IdRef="LogMessage_${n}" />
          <Delay DisplayName="Delay" Duration="00:00:${String(n % 60).padStart(2, '0')}" sap2010:WorkflowViewState.IdRef="Delay_${n}" />
        </Sequence>
      </If.Then>
    </If>
`,
  (n) => `    <TryCatch DisplayName="Try ${n}" sap2010:WorkflowViewState.IdRef="TryCatch_${n}">
      <TryCatch.Try>
        <ui:InvokeWorkflowFile DisplayName="Invoke part ${n}" WorkflowFileName="Parts\\Part${n % 40}.xaml" sap2010:WorkflowViewState.IdRef="InvokeWorkflowFile_${n}">
          <ui:InvokeWorkflowFile.Arguments>
            <InArgument x:TypeArguments="x:String" x:Key="in_Kunde">[in_Kunde]</InArgument>
            <OutArgument x:TypeArguments="x:Int32" x:Key="out_Anzahl">[total_${n % 7}]</OutArgument>
          </ui:InvokeWorkflowFile.Arguments>
        </ui:InvokeWorkflowFile>
      </TryCatch.Try>
      <TryCatch.Catches>
        <Catch x:TypeArguments="s:Exception" sap2010:WorkflowViewState.IdRef="Catch_${n}">
          <ActivityAction x:TypeArguments="s:Exception">
            <ActivityAction.Argument>
              <DelegateInArgument x:TypeArguments="s:Exception" Name="exception" />
            </ActivityAction.Argument>
            <ui:LogMessage DisplayName="Log error ${n}" Level="Error" Message="[exception.Message]" sap2010:WorkflowViewState.IdRef="LogMessage_${n}e" />
          </ActivityAction>
        </Catch>
      </TryCatch.Catches>
    </TryCatch>
`,
  (
    n,
  ) => `    <ui:Click ClickType="CLICK_SINGLE" DisplayName="Click 'Weiter' ${n}" MouseButton="BTN_LEFT" sap2010:WorkflowViewState.IdRef="Click_${n}">
      <ui:Click.Target>
        <ui:Target ClippingRegion="{x:Null}" Element="{x:Null}" Id="5f3a${n}" Selector="&lt;wnd app='erp.exe' cls='Window' title='Rechnung*' /&gt;&lt;ctrl name='Weiter' role='push button' idx='${n % 9}' /&gt;" TimeoutMS="{x:Null}" WaitForReady="INTERACTIVE" />
      </ui:Click.Target>
      <sap2010:WorkflowViewState.ViewStateManager>
        <scg:Dictionary x:TypeArguments="x:String, x:Object">
          <x:Boolean x:Key="IsExpanded">True</x:Boolean>
          <x:Boolean x:Key="IsPinned">False</x:Boolean>
        </scg:Dictionary>
      </sap2010:WorkflowViewState.ViewStateManager>
    </ui:Click>
`,
];

const VARIABLES = `    <Sequence.Variables>
${['total', 'count', 'name']
  .flatMap((word) =>
    Array.from(
      { length: { total: 7, count: 5, name: 3 }[word]! },
      (_, i) =>
        `      <Variable x:TypeArguments="x:${word === 'name' ? 'String' : 'Int32'}" Name="${word}_${i}" />`,
    ),
  )
  .join('\n')}
    </Sequence.Variables>
`;

/** Builds a workflow of at least this many bytes; the same number gives the same file. */
export function syntheticXaml(bytesMin: number): Buffer {
  const parts = [HEAD, VARIABLES];
  let length = HEAD.length + VARIABLES.length + TAIL.length;
  for (let n = 1; length < bytesMin; n += 1) {
    const block = BLOCKS[n % BLOCKS.length]!(n);
    parts.push(block);
    length += Buffer.byteLength(block);
  }
  parts.push(TAIL);
  return Buffer.from(parts.join(''));
}
