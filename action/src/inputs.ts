/** Inputs of the action, as the runner passes them. */

/** Checked inputs. */
export interface ActionInputs {
  /** Arguments of `flowarden validate` that the inputs stand for. */
  readonly argv: readonly string[];
  readonly paths: readonly string[];
  readonly sarif: boolean;
  readonly summary: boolean;
  readonly comment: boolean;
  readonly token: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the inputs. @throws Error for a value that is neither true nor false where one of them is needed */
export function readInputs(environment: Environment): ActionInputs {
  const text = (name: string): string => (environment[`INPUT_${name.toUpperCase()}`] ?? '').trim();
  const lines = (name: string): readonly string[] =>
    text(name)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const flag = (name: string): boolean => {
    const value = text(name).toLowerCase();
    if (value !== 'true' && value !== 'false') throw new Error(`The input ${name} must be true or false.`);
    return value === 'true';
  };
  const option = (name: string): readonly string[] => (text(name) === '' ? [] : [`--${name}=${text(name)}`]);
  const paths = lines('paths');
  // Without a severity the one of flowarden.json holds, else that of the mode.
  const gate = text('fail-on') === '' ? ['--enforcement-mode=blocking'] : option('fail-on');
  return {
    argv: [...gate, ...['since', 'baseline'].flatMap(option), ...lines('args')],
    paths,
    sarif: flag('sarif'),
    summary: flag('summary'),
    comment: flag('comment'),
    token: text('token'),
  };
}
