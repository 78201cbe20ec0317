/** Makes a whole workflow file from a fragment, so that examples can be short. */

const NAMESPACES = `xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"
 xmlns:s="clr-namespace:System;assembly=mscorlib"
 xmlns:sap2010="http://schemas.microsoft.com/netfx/2010/xaml/activities/presentation"
 xmlns:scg="clr-namespace:System.Collections.Generic;assembly=mscorlib"
 xmlns:sd="clr-namespace:System.Data;assembly=System.Data"
 xmlns:ss="clr-namespace:System.Security;assembly=mscorlib"
 xmlns:this="clr-namespace:"
 xmlns:ui="http://schemas.uipath.com/workflow/activities"
 xmlns:uix="http://schemas.uipath.com/workflow/activities/uix"
 xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"`;

/** Declarations of a fragment before its first activity. */
const DECLARATIONS =
  /^(?:\s*<(?:(?:x:Property|Variable)\b[^>]*\/>|Variable\b[^>]*[^>/]>(?:(?!<\/Variable>)[\s\S])*<\/Variable>))*/;

/**
 * Wraps a fragment in a workflow: activities and `<Variable …/>` elements go into a sequence, `<x:Property …/>`
 * elements become arguments. A fragment may begin with `this:Main.name="default"` attributes. A whole file, which
 * begins with `<Activity`, is returned as it is.
 */
export function xamlSnippet(fragment: string): string {
  const text = fragment.trim();
  if (/^(?:<\?xml[^>]*>\s*)?<Activity[\s>]/.test(text)) return fragment;
  const body = text.indexOf('<');
  const members = text.match(/<x:Property\b[^>]*\/>/g) ?? [];
  const variables = DECLARATIONS.exec(text.slice(body))![0];
  return `<Activity x:Class="Main" ${text.slice(0, body)}
 ${NAMESPACES}>
  <x:Members>${members.join('')}</x:Members>
  <Sequence DisplayName="Main">
    <Sequence.Variables>${variables.replace(/<x:Property\b[^>]*\/>/g, '')}</Sequence.Variables>
    ${text.slice(body + variables.length)}
  </Sequence>
</Activity>`;
}
