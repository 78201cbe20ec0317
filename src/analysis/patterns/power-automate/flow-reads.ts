/** Which part of an expression of a Power Automate flow reads what the whole of it mentions. */
import { matchedName } from '../../model/action-name.ts';
import type { Token } from '../../model/workflow.ts';

/** Whether a key of the expression is read in this part of it. */
export function readsIn(part: readonly Token[], key: string): boolean {
  const [kind, name] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
  if (!key.includes(':') || kind === 'input')
    return part.some((token) => token.kind === 'name' && /^(?:trigger|item$)/i.test(token.text));
  return part.some((token) => token.kind === 'string' && matchedName(token.text) === matchedName(name));
}

/** The tokens that stand in no call of one of the functions, which are named in lower case. */
export function outsideCalls(tokens: readonly Token[], functions: ReadonlySet<string>): readonly Token[] {
  const outside: Token[] = [];
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    const isMark = token.kind === 'punctuation';
    if (depth > 0) {
      if (isMark && token.text === '(') depth += 1;
      if (isMark && token.text === ')') depth -= 1;
    } else if (isMark && token.text === '(' && functions.has(tokens[at - 1]?.text.toLowerCase() ?? ''))
      depth = 1;
    else outside.push(token);
  }
  return outside;
}
