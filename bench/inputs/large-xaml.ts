/** UiPath workflows of many steps and many findings, for the screens that show them. */
import { exampleFile } from '../../test/support/files/example-file.ts';

const CATCHES = '<TryCatch.Catches><Catch x:TypeArguments="s:Exception" /></TryCatch.Catches>';

/** Builds a workflow in which this many empty catches are findings. */
export function workflowOfFindings(count: number): Buffer {
  const step = (n: number) => `<TryCatch DisplayName="Post invoice ${n}">${CATCHES}</TryCatch>`;
  return sequences(count, 100, step);
}

/** Builds a workflow of about this many steps; each of its containers has a finding, so that all are open in the picture. */
export function workflowOfSteps(count: number): Buffer {
  const step = (n: number) =>
    n % 100 === 0
      ? `<TryCatch DisplayName="Try ${n}">${CATCHES}</TryCatch>`
      : `<ui:LogMessage DisplayName="Write line ${n}" Level="Info" Message="[&quot;Done&quot;]" />`;
  return sequences(count, 100, step);
}

function sequences(count: number, each: number, step: (n: number) => string): Buffer {
  const groups = Array.from({ length: Math.ceil(count / each) }, (_, group) => {
    const steps = Array.from({ length: Math.min(each, count - group * each) }, (_, n) =>
      step(group * each + n),
    );
    return `<Sequence DisplayName="Group ${group}">${steps.join('')}</Sequence>`;
  });
  return exampleFile('uipath', `<Sequence DisplayName="Steps">${groups.join('')}</Sequence>`);
}
