/** A protected value that travels between workflows. */
import { defineRule } from '../../model/rule.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

const argument = (type: string): string =>
  `<x:Members><x:Property Name="in_Password" Type="${type}" /></x:Members><Delay />`;

export const rule = defineRule({
  id: 'UIP-SEC-005',
  version: 1,
  title: 'SecureString passed as a workflow argument',
  platforms: ['uipath'],
  category: 'security',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'Every workflow that passes the secret on can read it, and one that is changed later can log or store it.',
  fix: 'Read the credential in the workflow that uses it, and pass the name of the asset instead.',
  compliance: ['PLAINCRED'],
  dedupeGroup: 'plain-credential',
  options: {
    allowedFiles: {
      default: ['GetAppCredential*'],
      about: 'Names of workflows that may have such arguments, with `*`.',
      stricter: 'shorter',
    },
  },
  level: 'argument',
  words: ['securestring'],
  *check(argument, { workflow, options }) {
    if (!argument.type.includes('SecureString')) return;
    if (options.allowedFiles.some((pattern) => matchesWildcard(workflow.name, pattern))) return;
    yield { at: argument, message: `The argument "${argument.name}" passes a SecureString.` };
  },
  examples: {
    uipath: {
      bad: [argument('InArgument(ss:SecureString)'), argument('OutArgument(ss:SecureString)')],
      good: [
        argument('InArgument(x:String)'),
        argument('InArgument(scg:Dictionary(x:String, x:Object))'),
        // Near miss: a variable stays where it is.
        '<Sequence><Sequence.Variables><Variable x:TypeArguments="ss:SecureString" Name="password" /></Sequence.Variables></Sequence>',
      ],
    },
  },
});
