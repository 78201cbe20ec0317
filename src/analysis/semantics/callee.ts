/** Calls in the tree of an expression: what is called, and with which arguments. */

import type { Expr, Invocation, NewExpr } from '../model/expr.ts';
import type { CallSite } from '../model/subjects/call-site.ts';
import type { Expression } from '../model/workflow.ts';
import { walk } from './visit.ts';

/** Returns the last name of `a.b.Name`, with anything before it; undefined for what has no name. */
export function lastName(expr: Expr): string | undefined {
  return expr.kind === 'member' || expr.kind === 'reference' ? expr.name : undefined;
}

/** Returns the whole dotted name of `a.b.Name`; '' when a part of it is computed. */
export function qualifiedName(expr: Expr): string {
  const names: string[] = [];
  let object: Expr | null = expr;
  for (; object?.kind === 'member'; object = object.object) names.push(object.name);
  return object?.kind === 'reference' ? [object.name, ...names.reverse()].join('.') : '';
}

/** Returns the name of a created type without namespaces and type arguments: `List` of `System.List(Of String)`. */
export function createdType({ type }: NewExpr): string {
  const [name] = type.split(/[(<[]/, 1) as [string];
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Returns the last name of what a call calls or creates, in lower case. */
export function calledName(call: Invocation): string {
  return (call.kind === 'new' ? createdType(call) : (lastName(call.callee) ?? '')).toLowerCase();
}

/**
 * Returns whether a node calls or creates something of a name.
 * @param name in lower case
 */
export function isCallOf(expr: Expr, name: string): expr is Invocation {
  return (expr.kind === 'call' || expr.kind === 'new') && calledName(expr) === name;
}

/** Yields the calls and creations anywhere in a tree. */
export function* invocationsIn(tree: Expr): Generator<Invocation> {
  for (const node of walk(tree)) if (node.kind === 'call' || node.kind === 'new') yield node;
}

/**
 * Yields the calls and creations of a name anywhere in a tree.
 * @param name in lower case
 */
export function* callsOf(tree: Expr, name: string): Generator<Invocation> {
  for (const node of walk(tree)) if (isCallOf(node, name)) yield node;
}

/**
 * Returns whether a tree calls something of a name.
 * @param name in lower case
 */
export function calls(tree: Expr, name: string): boolean {
  for (const node of walk(tree)) if (isCallOf(node, name)) return true;
  return false;
}

/**
 * Yields the calls in an expression of one of these names.
 * @param names in lower case
 */
export function* callSitesOf(at: Expression, names: ReadonlySet<string>): Generator<CallSite> {
  for (const call of invocationsIn(at.tree)) if (names.has(calledName(call))) yield { call, at };
}
