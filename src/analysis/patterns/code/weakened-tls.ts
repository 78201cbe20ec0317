/** Settings of .NET that weaken the connections which code makes. */
import type { Expr } from '../../model/expr.ts';
import type { Expression } from '../../model/workflow.ts';
import { assignedIn, assigningIn } from '../../semantics/assigned.ts';
import { lastName } from '../../semantics/callee.ts';
import { isFalse } from '../../semantics/texts.ts';
import { walk } from '../../semantics/visit.ts';

const CALLBACK = /^(?:ServerCertificate(?:Custom)?ValidationCallback|CertificatePolicy)$/i;
const ACCEPTS_ANY = /^DangerousAcceptAnyServerCertificateValidator$/i;
const BROKEN = /^(?:Ssl3|Tls11|Tls)$/i;

const isNothing = (node: Expr): boolean => node.kind === 'literal' && node.type === 'nothing';

/** Returns whether a handler decides by what it is given, such as `(a, b, c, errors) => errors == SslPolicyErrors.None`. */
function readsParameters(handler: Expr): boolean {
  if (handler.kind !== 'lambda') return false;
  const names = new Set(handler.parameters.map((name) => name.toLowerCase()));
  for (const node of walk(handler.body))
    if (node.kind === 'reference' && names.has(node.name.toLowerCase())) return true;
  return false;
}

const isHarmless = (handler: Expr): boolean => isNothing(handler) || readsParameters(handler);

/** Returns the event to which a node adds a handler, and the handler where the tree has it. */
function handledEvent(node: Expr): { readonly event: Expr; readonly handler?: Expr } | undefined {
  if (node.kind === 'binary' && node.operator === '+=') return { event: node.left, handler: node.right };
  return node.kind === 'unary' && node.operator === 'addhandler' ? { event: node.operand } : undefined;
}

/**
 * Returns whether code replaces the check of server certificates. Clearing the callback is harmless, and so is a
 * handler that looks at the certificate or its errors.
 */
export function replacesCertificateCheck(code: Expression): boolean {
  for (const { name, value } of assignedIn(code.tree, assigningIn(code)))
    if (CALLBACK.test(name) && !isHarmless(value)) return true;
  for (const node of walk(code.tree)) {
    if (ACCEPTS_ANY.test(lastName(node) ?? '')) return true;
    const added = handledEvent(node);
    if (added === undefined || !CALLBACK.test(lastName(added.event) ?? '')) continue;
    if (added.handler === undefined || !isHarmless(added.handler)) return true;
  }
  return false;
}

/** Yields what `a Or b` and `a | b` combine. */
function* combined(tree: Expr): Generator<Expr> {
  const open: Expr[] = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'binary' && /^(?:or|\||\+)$/.test(next.operator)) open.push(next.right, next.left);
    else yield next;
  }
}

/** Yields what code gives the setting of the protocols, or adds to it. */
function* protocolsIn(code: Expression): Generator<Expr> {
  for (const { name, value } of assignedIn(code.tree, assigningIn(code)))
    if (/SecurityProtocol$/i.test(name)) yield value;
  for (const node of walk(code.tree))
    if (node.kind === 'binary' && /^(?:\||\+)=$/.test(node.operator))
      if (/SecurityProtocol$/i.test(lastName(node.left) ?? '')) yield node.right;
}

/** Returns the first broken protocol that code allows. */
export function brokenProtocolIn(code: Expression): string | undefined {
  for (const protocols of protocolsIn(code))
    for (const protocol of combined(protocols)) {
      const name = lastName(protocol) ?? '';
      if (BROKEN.test(name)) return name;
    }
  return undefined;
}

/** Returns whether code switches the encryption of a connection to a mail server off. */
export function sendsMailInClear(code: Expression): boolean {
  for (const { name, value } of assignedIn(code.tree, assigningIn(code)))
    if (/^EnableSsl$/i.test(name) && isFalse(value)) return true;
  return false;
}
