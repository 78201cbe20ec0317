/** A project without its project file, with a damaged one, or without the workflow that it starts with. */
import { defineRule } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'UIP-REL-028',
  version: 1,
  title: 'Project without project.json or without its main workflow',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Studio cannot open or publish such a project, and what is checked here is not all of it.',
  fix: 'Export the whole project with project.json and every file that it names, or correct "main" and "entryPoints".',
  compliance: ['INTEG'],
  options: {},
  level: 'project',
  *check(project) {
    const manifest = project.workflows.find(
      ({ kind, file }) =>
        kind === 'uipath-project' || (kind === 'unreadable' && /project\.json$/i.test(file)),
    );
    if (manifest?.kind === 'unreadable') {
      yield {
        in: manifest,
        at: manifest.start,
        subject: 'damaged',
        message: 'The project file cannot be read.',
      };
      return;
    }
    // Packages may hold compiled workflows only, which nobody can look for by their files.
    if (!project.workflows.some(({ kind }) => kind === 'uipath-workflow')) return;
    const output = manifest?.settings['designOptions.outputType'];
    for (const entry of manifest?.references ?? []) {
      if (entry.kind !== 'entry-point' || project.hasFile(entry.target)) continue;
      // Test cases and the activities of a library are started one by one, and published without a main workflow.
      if ((output === 'Tests' || output === 'Library') && entry.name === 'main') continue;
      const message = `The project starts with "${entry.target}", which is not in it.`;
      yield { in: manifest!, at: entry, subject: entry.target, message };
    }
    // One workflow by itself is a snippet; several that call each other were a project.
    if (manifest !== undefined) return;
    const caller = project.workflows.find((workflow) =>
      workflow.calls.some((call) => project.calleeOf(workflow, call).status === 'found'),
    );
    if (caller === undefined) return;
    yield {
      in: caller,
      at: caller.start,
      subject: 'project.json',
      message: 'There are workflows that invoke each other, but no project.json.',
    };
  },
  examples: {
    uipath: {
      bad: [
        '-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"projectVersion":"1.0.0"}\n-- Load.xaml --\n<WriteLine Text="a" />',
        '-- Main.xaml --\n<ui:InvokeWorkflowFile WorkflowFileName="Load.xaml" />\n-- Load.xaml --\n<WriteLine Text="a" />',
        '-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"entryPoints":[{"filePath":"Main.xaml"},{"filePath":"Web.xaml"}]}\n-- Main.xaml --\n<WriteLine Text="a" />',
        '-- project.json --\n{"name":"Checks","main":"Main.xaml","dependencies":{},"designOptions":{"outputType":"Tests"},"entryPoints":[{"filePath":"TestCase2.xaml"}]}\n-- TestCase1.xaml --\n<WriteLine Text="a" />',
      ],
      good: [
        '-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"projectVersion":"1.0.0"}\n-- Main.xaml --\n<WriteLine Text="a" />',
        '-- project.json --\n{"name":"Orders","main":"Flows\\\\main.xaml","dependencies":{},"entryPoints":[{"filePath":"Check.cs"}]}\n-- Flows/Main.xaml --\n<WriteLine Text="a" />\n-- Check.cs --\nclass Check {}',
        '-- project.json --\n{"name":"Checks","main":"Main.xaml","dependencies":{},"designOptions":{"outputType":"Tests"},"entryPoints":[{"filePath":"TestCase1.xaml"}]}\n-- TestCase1.xaml --\n<WriteLine Text="a" />',
        '-- project.json --\n{"name":"Steps","main":"NewActivity.xaml","dependencies":{},"designOptions":{"outputType":"Library"},"entryPoints":[]}\n-- Log in.xaml --\n<WriteLine Text="a" />',
        // Near miss: loose workflows that have nothing to do with each other.
        '-- Copy.xaml --\n<WriteLine Text="a" />\n-- Move.xaml --\n<WriteLine Text="b" />',
      ],
    },
  },
});
