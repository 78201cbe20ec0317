/** `flowarden policy`: makes, checks, signs and publishes policy packs. */
import { print, printError } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { PolicyError, problemText } from '../../policy/problems.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { endIfWrong, parseOptions } from '../options.ts';
import { POLICY_OPTIONS, type PolicyArguments, policyArguments } from './arguments.ts';
import { START_PACKS } from './start-packs.ts';

const USAGE = `flowarden policy init [DIR] [--from NAME]
flowarden policy lint [DIR]
flowarden policy test [DIR] [--coverage]
flowarden policy build [DIR] -o FILE
flowarden policy sign FILE --key PEM
flowarden policy sign FILE --new-key PEM --trust trust.json
flowarden policy verify FILE --trust trust.json [--lock policy.lock]
flowarden policy publish FILE [--server URL] [--org UUID] [--key-file FILE]
flowarden policy dry-run FILE [--days N] [--runs N] [--branch B] [--environment E]
flowarden policy dry-run FILE --on DIR [--against FILE|RULESET] [--environment E]
flowarden policy explain DIR|FILE RULE [--environment E] [--path P]

A policy pack says which rules run, how severe they are and what blocks a pipeline. It is a
folder with pack.yaml; build makes one file of it, which the service and
flowarden validate --policy FILE use. Without DIR, the working folder is meant.

  --from NAME          start with a pack of the product:
                       ${START_PACKS.join(', ')}
  -o, --output FILE    write the built pack to this file
  --key PEM            private key (Ed25519) that signs
  --new-key PEM        make a key, write it to this file and sign with it
  --trust FILE         file with the trusted keys; with --new-key the key is added to it
  --lock FILE          file with the highest revision seen; an older pack is rejected
  --server URL         address of the service (else FLOWARDEN_URL)
  --org UUID           your organisation (else FLOWARDEN_ORG_ID)
  --key-file FILE      file with the API key (else FLOWARDEN_API_KEY)
  --check              have the service check the pack; nothing is published
  --allow-rollback     publish a revision below the highest one, this once
  --environment E      show what holds for this environment; of a dry run, only its runs
  --on DIR             dry run over the workflows of this folder, file or archive
  --against FILE|RULESET  the built pack or ruleset to compare with (else default)
  --days N, --runs N   dry run over the runs of the last days, over the last runs (else 30 days)
  --branch B           dry run over the runs of this branch
  --coverage           name what no case of the pack tests
  --path P             show what holds for files of this path
  -h, --help           print this

Exit codes: 0 done; 1 the pack has a problem, fails a case or is not trusted; 2 a wrong argument or file.
`;

type Action = (given: PolicyArguments) => Promise<number>;

/** Actions by name; each is loaded when it runs. */
const ACTIONS: Readonly<Record<string, () => Promise<Action>>> = {
  init: async () => (await import('./init-pack.ts')).initPack,
  lint: async () => (await import('./lint-command.ts')).lintCommand,
  test: async () => (await import('./test-command.ts')).testCommand,
  build: async () => (await import('./build-command.ts')).buildCommand,
  sign: async () => (await import('./sign-command.ts')).signCommand,
  verify: async () => (await import('./verify-command.ts')).verifyCommand,
  publish: async () => (await import('./publish-command.ts')).publishCommand,
  'dry-run': async () => (await import('./dry-run-command.ts')).dryRunCommand,
  explain: async () => (await import('./explain-command.ts')).explainCommand,
};
const NAMES = Object.keys(ACTIONS);

/** Runs the command; resolves with the exit code. @throws StartError (exit 2) for wrong arguments and files */
export async function policyCommand(argv: readonly string[]): Promise<number> {
  const parsed = parseOptions(argv, POLICY_OPTIONS);
  if (parsed.values.help === true) {
    print(USAGE);
    return 0;
  }
  const [word = '', ...operands] = parsed.positionals;
  const load = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (load === undefined) {
    const unknown = `There is no "flowarden policy ${word}".${didYouMean(word, NAMES)} Known: ${NAMES.join(', ')}.`;
    throw new StartError(word === '' ? `Name a subcommand.\n\n${USAGE}` : unknown, 2);
  }
  endIfWrong(parsed.problems, 'policy');
  try {
    return await (await load())(policyArguments(parsed.values, operands));
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    for (const problem of error.problems) printError(`${showControlCharacters(problemText(problem))}\n`);
    return 1;
  }
}
