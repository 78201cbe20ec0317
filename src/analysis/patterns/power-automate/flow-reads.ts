/** The parts of a Power Automate expression that read a key of the whole. */
import { matchedName } from '../../model/action-name.ts';
import type { Token } from '../../model/workflow.ts';

/** Returns whether this part of the expression reads one of its keys. */
export function readsIn(part: readonly Token[], key: string): boolean {
  const [kind, name] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
  if (!key.includes(':') || kind === 'input')
    return part.some((token) => token.kind === 'name' && /^(?:trigger|item$)/i.test(token.text));
  return part.some((token) => token.kind === 'string' && matchedName(token.text) === matchedName(name));
}

/** Returns the tokens outside calls of the functions, which are given in lower case. */
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
